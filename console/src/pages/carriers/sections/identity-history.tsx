import type { ArchivedValue, CarrierChange } from '@milepost/sdk';
import { useApi } from '../../../lib/api.tsx';
import { day, fieldLabel, month, number } from '../../../lib/format.ts';
import { Empty, Loaded } from '../../../parts/states.tsx';
import { type Column, DataTable } from '../../../parts/tables/data-table.tsx';

const columns: Column<CarrierChange>[] = [
  {
    id: 'date',
    label: 'Changed',
    value: (row) => row.replaced_on,
    show: (row) => <time dateTime={row.replaced_on}>{day(row.replaced_on)}</time>,
  },
  { id: 'field', label: 'Field', value: (row) => fieldLabel(row.field), facet: String },
  { id: 'item', label: 'Of', value: (row) => row.item },
  {
    id: 'before',
    label: 'Before',
    value: (row) => row.value,
    show: ({ field, value }) => shown(field, value),
  },
  {
    id: 'after',
    label: 'After',
    value: (row) => row.replaced_by,
    show: ({ field, replaced_by }) => shown(field, replaced_by),
  },
  { id: 'seen', label: 'Seen since', value: (row) => row.first_seen, show: (row) => month(row.first_seen) },
  { id: 'source', label: 'Source', value: (row) => row.source_dataset, facet: String },
];

const AMOUNTS = new Set(['power_units', 'drivers', 'mileage']);

/** The archive has the text of the files. */
function shown(field: string, value: string | null): string {
  if (value === null) return 'None';
  if (field.endsWith('_date')) return day(value);
  if (AMOUNTS.has(field)) return number(Number(value));
  return { Y: 'Yes', N: 'No' }[value] ?? value;
}

/** Names, addresses, contacts, fleet, authority and insurance that a later federal file replaced. */
export function IdentityHistory({ usdot, asOf }: { usdot: string; asOf: string | undefined }) {
  const history = useApi('getCarrierHistory', {
    path: { usdot_number: usdot },
    query: { page_size: 200 },
  });
  return (
    <Loaded query={history} lines={6}>
      {({ changes, unlisted, sources }) => {
        const listed = changes.filter(({ replaced_on }) => asOf === undefined || replaced_on <= asOf);
        const since = sources.map(({ since }) => since).toSorted()[0];
        if (since === undefined) return <Empty title="Nothing is archived yet." />;
        return (
          <>
            <DataTable
              caption="Changes"
              name="changes"
              rows={listed}
              columns={
                listed.some(({ item }) => item !== '') ? columns : columns.filter(({ id }) => id !== 'item')
              }
              noun="change"
              empty={`No change since the archive begins on ${day(since)}.`}
              file={`${usdot}-changes`}
              sort="-date"
            />
            {asOf === undefined && <Unlisted values={unlisted} />}
          </>
        );
      }}
    </Loaded>
  );
}

/** A record that the newest file lacks may still be in force. */
function Unlisted({ values }: { values: ArchivedValue[] }) {
  if (values.length === 0) return null;
  return (
    <>
      <p className="quiet">Not in the newest file, which alone does not mean that they ended:</p>
      <ul>
        {values.map(({ source_dataset, field, item, value, last_seen }) => (
          <li key={`${source_dataset} ${field} ${item}`}>
            {item}: {value}, last listed on {day(last_seen)} ({source_dataset})
          </li>
        ))}
      </ul>
    </>
  );
}
