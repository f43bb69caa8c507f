import type { Quota, QuotaLimits } from '@milepost/sdk';
import { useAction, useApi, useScope } from '../../../lib/api.tsx';
import { byteSize, number, percent } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useOpened } from '../../../lib/use-view.ts';
import { Button } from '../../../parts/button.tsx';
import { Card } from '../../../parts/card.tsx';
import { Field } from '../../../parts/field.tsx';
import { Form } from '../../../parts/form.tsx';
import { Modal } from '../../../parts/modal.tsx';
import { RelativeTime } from '../../../parts/relative-time.tsx';
import { Loaded } from '../../../parts/states.tsx';
import { Table, type TableColumn } from '../../../parts/tables/table.tsx';

/** Quotas that limit one request have no usage. */
const PER_REQUEST = ['email_recipients_per_alert'];
const amount = (name: string, value: number) => (name === 'stored_bytes' ? byteSize(value) : number(value));
const NEARLY_USED = 0.8;
const FULLY_USED = 0.99;

export function Quotas({ organizationId }: { organizationId: number }) {
  const isOperator = useScope() === 'operator';
  const path = { organization_id: organizationId };
  const all = useApi('getOrganizationQuotas', { path }, { enabled: isOperator });
  const own = useApi('getQuotas', {}, { enabled: !isOperator });
  const now = useNow(30_000);
  const { value: edited, open, close } = useOpened('quota');
  const columns: TableColumn<Quota>[] = [
    {
      label: 'Quota',
      show: ({ name, description }) => (
        <>
          <span className="row-name">{titleOf(name)}</span>
          <span className="quiet block">{description.replaceAll('`', '')}</span>
        </>
      ),
    },
    {
      label: 'Used',
      align: 'right',
      show: ({ name, used }) => (PER_REQUEST.includes(name) ? '–' : amount(name, used)),
    },
    { label: 'Usage', show: (quota) => <Usage quota={quota} /> },
    {
      label: 'Limit',
      align: 'right',
      show: ({ name, limit, is_default }) => (
        <span title={number(limit)}>
          {amount(name, limit)}
          <span className="quiet block">{is_default ? 'Default' : 'Own limit'}</span>
        </span>
      ),
    },
    {
      label: 'Resets',
      show: ({ resets_at }) => <RelativeTime at={resets_at} now={now} none="–" timezone="UTC" />,
    },
  ];
  const edit: TableColumn<Quota> = {
    label: 'Actions',
    isActions: true,
    show: (quota) => (
      <Button
        small
        aria-label={`Change ${titleOf(quota.name)}`}
        data-list-item
        onClick={() => open(quota.name)}
      >
        Change
      </Button>
    ),
  };
  return (
    <Card title="Quotas">
      <Loaded query={isOperator ? all : own} lines={10}>
        {({ quotas }) => (
          <>
            <Table
              caption="Quotas"
              rows={quotas}
              keyOf={({ name }) => name}
              columns={isOperator ? [...columns, edit] : columns}
            />
            {isOperator &&
              quotas
                .filter(({ name }) => name === edited)
                .map((quota) => (
                  <Change
                    key={quota.name}
                    quota={quota}
                    quotas={quotas}
                    organizationId={organizationId}
                    onClose={close}
                  />
                ))}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ').replace('api', 'API');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Usage({ quota: { name, used, limit } }: { quota: Quota }) {
  if (PER_REQUEST.includes(name)) return <span className="quiet">Per request</span>;
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  return (
    <meter
      className="meter"
      aria-label={`${titleOf(name)} used`}
      min={0}
      max={1}
      optimum={0}
      low={NEARLY_USED}
      high={FULLY_USED}
      value={share}
    >
      {percent(share)}
    </meter>
  );
}

type ChangeProps = { quota: Quota; quotas: Quota[]; organizationId: number; onClose: () => void };

/** A request replaces all limits, so the other limits of the organization are sent unchanged. */
function Change({ quota, quotas, organizationId, onClose }: ChangeProps) {
  const set = useAction((client, limit: number | null) => {
    const others = quotas.filter(({ is_default, name }) => !is_default && name !== quota.name);
    const limits = Object.fromEntries(others.map(({ name, limit }) => [name, limit]));
    const body = { ...limits, ...(limit !== null && { [quota.name]: limit }) } as QuotaLimits;
    return client.setOrganizationQuotas({ path: { organization_id: organizationId }, body });
  }, onClose);
  return (
    <Modal
      open
      onOpenChange={onClose}
      title={titleOf(quota.name)}
      description={quota.description.replaceAll('`', '')}
    >
      <Form
        name={quota.name}
        action={set}
        submit="Save limit"
        onSubmit={({ text }) => set.mutate(Number(text('limit')))}
        buttons={
          !quota.is_default && (
            <Button disabled={set.isPending} onClick={() => set.mutate(null)}>
              Use the default
            </Button>
          )
        }
      >
        <Field
          label="Limit"
          name="limit"
          type="number"
          min={0}
          step={1}
          required
          defaultValue={quota.limit}
          hint={`Used now: ${amount(quota.name, quota.used)}. A lower limit deletes nothing.`}
        />
      </Form>
    </Modal>
  );
}
