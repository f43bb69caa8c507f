import type { CarrierDecision, CarrierVerdict } from '@milepost/sdk';
import { useState } from 'react';
import { useAction, useApi, useCustomer, useRoles } from '../../lib/api.tsx';
import { count, localTime } from '../../lib/format.ts';
import { useDialog } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Select, TextArea } from '../../parts/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { Modal } from '../../parts/modal.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { Pager } from '../../parts/tables/pager.tsx';

type Decided = CarrierVerdict['verdict'];
const LABELS: Record<Decided, string> = {
  clear: 'Clear',
  look_closer: 'Look closer',
  do_not_use: 'Do not use',
};
const TONES: Record<Decided, string> = { clear: 'active', look_closer: 'stored', do_not_use: 'failed' };
const PAGE_SIZE = 20;

export const useDecisions = (usdot: string, page = 1) =>
  useApi(
    'listCarrierDecisions',
    { path: { usdot_number: usdot }, query: { page_size: PAGE_SIZE, page } },
    { keepPrevious: page > 1 },
  );

type Props = { usdot: string; query: ReturnType<typeof useDecisions> };

/** The decisions that members of the organization have made about the carrier. */
export function Decisions({ usdot, query: found }: Props) {
  const has = useRoles();
  const mayWrite = has('admin', 'carrier-decision-endpoint');
  const [isOpen, setOpen] = useDialog('decision');
  return (
    <section className="own-decision" aria-label="Decision of your organization">
      <div className="own-decision-text">
        {found.error !== null && <Failure error={found.error} />}
        {found.data !== undefined && <Current current={found.data.current} />}
      </div>
      {found.data !== undefined && (mayWrite || found.data.pagination.total > 0) && (
        <Button small onClick={() => setOpen(true)}>
          {mayWrite ? 'Decide or write a note' : 'Show all'}
          {found.data.pagination.total > 0 && ` (${found.data.pagination.total})`}
        </Button>
      )}
      <Modal
        open={isOpen}
        onOpenChange={setOpen}
        title="Decisions and notes"
        description="What your organization decided about this carrier. Other organizations do not see it."
        wide
      >
        {mayWrite && <Decide usdot={usdot} />}
        <History usdot={usdot} />
      </Modal>
    </section>
  );
}

function Current({ current }: { current: CarrierDecision | null }) {
  const { timezone } = useCustomer().identity;
  if (current?.decision == null)
    return <p className="quiet">Your organization has not decided about this carrier.</p>;
  return (
    <>
      <p>
        Your organization decided{' '}
        <span className={`badge badge-${TONES[current.decision]}`}>{LABELS[current.decision]}</span>{' '}
        <span className="quiet">
          {current.author || 'A former user'}, {localTime(new Date(current.created_at), timezone)}
        </span>
      </p>
      {current.note !== '' && <p className="own-decision-note">{current.note}</p>}
    </>
  );
}

function Decide({ usdot }: { usdot: string }) {
  const [round, setRound] = useState(0);
  const save = useAction(
    (client, body: { decision: Decided | null; note: string }) =>
      client.createCarrierDecision({ path: { usdot_number: usdot }, body }),
    () => setRound(round + 1),
  );
  return (
    <Form
      key={round}
      name={`decision-${usdot}`}
      className="stack"
      label="New entry"
      action={save}
      submit="Save"
      onSubmit={({ text }) =>
        save.mutate({ decision: (text('decision') || null) as Decided | null, note: text('note') })
      }
    >
      <Select
        label="Decision"
        name="decision"
        defaultValue=""
        options={[['', 'Only a note'] as const, ...Object.entries(LABELS)]}
      />
      <TextArea label="Note" name="note" rows={3} maxLength={4_000} />
    </Form>
  );
}

function History({ usdot }: { usdot: string }) {
  const [page, setPage] = useState(1);
  const found = useDecisions(usdot, page);
  return (
    <Loaded query={found} lines={4}>
      {({ decisions, pagination: { total } }) => (
        <section className="stack" aria-label="Entries">
          <p className="quiet">{total === 0 ? 'No entries yet.' : count(total, 'entry', 'entries')}</p>
          <ul className="results">
            {decisions.map((one) => (
              <Entry key={one.id} usdot={usdot} one={one} />
            ))}
          </ul>
          <Pager
            onNewer={page > 1 ? () => setPage(page - 1) : undefined}
            onOlder={page * PAGE_SIZE < total ? () => setPage(page + 1) : undefined}
          />
        </section>
      )}
    </Loaded>
  );
}

function Entry({ usdot, one }: { usdot: string; one: CarrierDecision }) {
  const { identity } = useCustomer();
  const has = useRoles();
  const remove = useAction((client) =>
    client.deleteCarrierDecision({ path: { usdot_number: usdot, decision_id: one.id } }),
  );
  const mayDelete = has('admin') || (has('carrier-decision-endpoint') && one.created_by === identity.user_id);
  return (
    <li className="result decision-entry">
      <div>
        <p>
          {one.decision === null ? (
            <span className="badge badge-none">Note</span>
          ) : (
            <span className={`badge badge-${TONES[one.decision]}`}>{LABELS[one.decision]}</span>
          )}{' '}
          <span className="quiet">
            {one.author || 'A former user'}, {localTime(new Date(one.created_at), identity.timezone)}
          </span>
        </p>
        {one.note !== '' && <p className="own-decision-note">{one.note}</p>}
        {remove.error && <Failure error={remove.error} />}
      </div>
      {mayDelete && (
        <ConfirmButton
          label="Delete"
          title="Delete this entry?"
          text="The audit log keeps that it was deleted, not what it said."
          onConfirm={() => remove.mutate()}
        />
      )}
    </li>
  );
}
