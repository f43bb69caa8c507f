import type { AuthorityHistory, OperatingStatus } from '@milepost/sdk';
import { day } from '../../../lib/format.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { type Span, Timeline } from '../../../parts/timeline.tsx';

type Props = { history: AuthorityHistory; status: OperatingStatus | null; asOf: string | undefined };
type Event = AuthorityHistory['authority_history'][number];

const ENDS = /REVOK|SUSPEND|WITHDRAW|DENIED|DISMISS|INACTIV/i;

const columns: Column<Event>[] = [
  { id: 'type', label: 'Authority', value: (row) => row.authority_type },
  { id: 'action', label: 'Action', value: (row) => row.original_action },
  { id: 'date', label: 'Date', value: (row) => row.action_date, show: (row) => day(row.action_date) },
  { id: 'disposition', label: 'Ended by', value: (row) => row.disposition_action ?? '' },
  {
    id: 'disposition_date',
    label: 'On',
    value: (row) => row.disposition_date ?? '',
    show: (row) => day(row.disposition_date),
  },
];

/** Each authority as a line: green while it was granted, red while it was revoked. */
export function Authority({ history: { authority_history }, asOf }: Props) {
  const today = asOf ?? new Date().toISOString().slice(0, 10);
  return (
    <>
      <Timeline lanes={lanesOf(authority_history, today)} end={today} />
      <DataTable
        caption="Authority history"
        rows={authority_history}
        columns={columns}
        noun="event"
        empty="No authority was ever granted to this carrier."
        file="authority-history"
        sort={{ id: 'date', desc: true }}
      />
    </>
  );
}

function lanesOf(events: Event[], today: string): { label: string; spans: Span[] }[] {
  const byType = Map.groupBy(
    events.toSorted((a, b) => a.action_date.localeCompare(b.action_date)),
    ({ authority_type }) => authority_type,
  );
  return [...byType].map(([label, list]) => ({
    label,
    spans: list.flatMap((event, index): Span[] => {
      const { action_date, disposition_action, disposition_date, original_action } = event;
      const next = list[index + 1]?.action_date ?? today;
      const end = disposition_date ?? next;
      const own: Span = {
        start: action_date,
        end,
        tone: ENDS.test(original_action) ? 'bad' : 'good',
        label: `${original_action} ${day(action_date)}`,
      };
      const gap: Span = {
        start: end,
        end: next,
        tone: 'bad',
        label: `${disposition_action ?? 'Ended'} ${day(disposition_date)}`,
      };
      return disposition_date !== null && disposition_date < next ? [own, gap] : [own];
    }),
  }));
}
