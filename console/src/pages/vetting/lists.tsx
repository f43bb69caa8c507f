import type { ListedCarrier } from '@milepost/sdk';
import { useAction, useApi, useCustomer, useRoles } from '../../lib/api.tsx';
import { count, localTime } from '../../lib/format.ts';
import { CARRIER_LISTS } from '../../lib/search.ts';
import { useChangeView, usePageSearch } from '../../lib/use-view.ts';
import { Card } from '../../parts/card.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { Empty, Failure, Loaded } from '../../parts/states.tsx';
import { Paged } from '../../parts/tables/pager.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { LinkedCarrier, VETTERS } from './results.tsx';

const PAGE_SIZE = 50;
type ListName = keyof typeof CARRIER_LISTS;
const FILTERS = [['', 'Both'], ...Object.entries(CARRIER_LISTS)] as const;

/** The carriers that the organization allows or blocks. */
export function Lists() {
  const { list, page = 1 } = usePageSearch('vetting');
  const change = useChangeView();
  const mayEdit = useRoles()('admin', 'external-api-update-compliance-rules');
  const query = { page, page_size: PAGE_SIZE, ...(list && { list }) };
  const found = useApi('listListedCarriers', { query }, { keepPrevious: true });
  return (
    <Loaded query={found} lines={8} roles={VETTERS}>
      {({ carriers, pagination }) => (
        <>
          {mayEdit && <Put />}
          <Card
            title="Listed carriers"
            note={<span className="quiet">{count(pagination.total, 'carrier')}</span>}
            wide
          >
            <div className="page-bar">
              <Select
                label="List"
                value={list ?? ''}
                onChange={({ target }) =>
                  change({ list: target.value || undefined, page: undefined }, 'replace')
                }
                options={FILTERS}
              />
            </div>
            {carriers.length === 0 ? (
              <Empty title={list === undefined ? 'No carriers are listed.' : 'This list is empty.'}>
                The rules “Own block list” and “Own allow list” say what it means that a carrier is listed.
              </Empty>
            ) : (
              <Entries carriers={carriers} mayEdit={mayEdit} />
            )}
            <Paged page={page} hasMore={pagination.has_more} labels={['Previous', 'Next']} />
          </Card>
        </>
      )}
    </Loaded>
  );
}

function Put() {
  type Put = { usdot: string; list: ListName; note: string };
  const put = useAction((client, { usdot, list, note }: Put) =>
    client.putListedCarrier({ path: { usdot_number: usdot }, body: { list, note } }),
  );
  return (
    <Card title="List a carrier" wide>
      <Form
        name="listed-carrier"
        className="stack"
        action={put}
        submit="Put it on the list"
        saved="Saved."
        onSubmit={({ text }, form) => {
          put.mutate({
            usdot: text('usdot_number').trim(),
            list: text('list') as ListName,
            note: text('note'),
          });
          put.onSaved('listed-carrier-reset', () => form.reset());
        }}
      >
        <div className="fields">
          <Field label="USDOT number" name="usdot_number" required maxLength={12} inputMode="numeric" />
          <Select label="On the list" name="list" options={Object.entries(CARRIER_LISTS)} />
          <Field
            label="Note"
            name="note"
            maxLength={500}
            hint="The reason. A carrier sees it through its link."
          />
        </div>
      </Form>
    </Card>
  );
}

function Entries({ carriers, mayEdit }: { carriers: ListedCarrier[]; mayEdit: boolean }) {
  const { timezone } = useCustomer().identity;
  const remove = useAction((client, usdot: string) =>
    client.deleteListedCarrier({ path: { usdot_number: usdot } }),
  );
  return (
    <>
      <Table
        caption="Listed carriers"
        rows={carriers}
        keyOf={({ usdot_number }) => usdot_number}
        columns={[
          { label: 'Carrier', show: LinkedCarrier },
          {
            label: 'List',
            show: ({ list }) => (
              <span className={`badge badge-${list === 'block' ? 'failed' : 'high'}`}>
                {CARRIER_LISTS[list]}
              </span>
            ),
          },
          { label: 'Note', show: ({ note }) => note || '–' },
          { label: 'Since', show: ({ added_at }) => localTime(new Date(added_at), timezone) },
          {
            label: 'Actions',
            isActions: true,
            show: ({ usdot_number: usdot }) =>
              mayEdit && (
                <ConfirmButton
                  label="Remove"
                  title={`Remove USDOT ${usdot} from its list?`}
                  text="The next check decides without the entry. Kept checks do not change."
                  onConfirm={() => remove.mutate(usdot)}
                />
              ),
          },
        ]}
      />
      {remove.error && <Failure error={remove.error} />}
    </>
  );
}
