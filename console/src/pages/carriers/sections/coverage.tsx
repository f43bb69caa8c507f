import type { AuthorityHistory, InsuranceFiling } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { useApi } from '../../../lib/api.tsx';
import { count, day, money } from '../../../lib/format.ts';
import type { Lane } from '../../../lib/lanes.ts';
import type { Search } from '../../../lib/search.ts';
import { usePageSearch } from '../../../lib/use-view.ts';
import { Timeline } from '../../../parts/charts/timeline.tsx';
import { Loaded } from '../../../parts/states.tsx';
import { type Column, DataTable } from '../../../parts/tables/data-table.tsx';
import { ViewTabs } from '../../../parts/view-tabs.tsx';
import { authorityLanes, filingTitle, gapTexts, insuranceLanes, sentence } from './coverage-lanes.ts';

type Props = {
  usdot: string;
  history: AuthorityHistory;
  /** The day of the page. */
  today: string;
  asOf: string | undefined;
};
type Event = AuthorityHistory['authority_history'][number];

const YEARS_SHOWN = 10;

const eventColumns: Column<Event>[] = [
  { id: 'type', label: 'Authority', value: (row) => sentence(row.authority_type) },
  { id: 'action', label: 'Action', value: (row) => sentence(row.original_action) },
  { id: 'date', label: 'Date', value: (row) => row.action_date, show: (row) => day(row.action_date) },
  {
    id: 'disposition',
    label: 'Ended by',
    value: (row) => (row.disposition_action === null ? '' : sentence(row.disposition_action)),
    show: (row) => (row.disposition_action === null ? '–' : sentence(row.disposition_action)),
  },
  {
    id: 'disposition_date',
    label: 'On',
    value: (row) => row.disposition_date ?? '',
    show: (row) => day(row.disposition_date),
  },
];

const filingColumns: Column<InsuranceFiling>[] = [
  { id: 'kind', label: 'Coverage', value: filingTitle },
  { id: 'insurer', label: 'Insurer', value: (row) => row.insurer },
  {
    id: 'policy',
    label: 'Policy',
    value: (row) => row.policy_number,
    show: (row) => <code>{row.policy_number}</code>,
  },
  {
    id: 'amount',
    label: 'Amount',
    value: (row) => row.coverage_dollars,
    show: (row) => (row.coverage_dollars === null ? '–' : money(row.coverage_dollars)),
    align: 'right',
  },
  { id: 'from', label: 'From', value: (row) => row.effective_date, show: (row) => day(row.effective_date) },
  {
    id: 'to',
    label: 'To',
    value: (row) => row.end_date,
    show: (row) => (row.end_date ? day(row.end_date) : 'In force'),
  },
  { id: 'ended_by', label: 'Ended by', value: (row) => sentence(row.ended_by ?? '') },
  { id: 'source', label: 'Source', value: (row) => row.source_dataset },
];

/** Authority and insurance over the same years, so that a gap in one can be compared with the other. */
export function Coverage({ usdot, history: { authority_history }, today, asOf }: Props) {
  const filings = useApi('listInsuranceFilings', {
    path: { usdot_number: usdot },
    query: { as_of: asOf },
  });
  return (
    <Loaded query={filings} lines={8}>
      {({ filings }) => (
        <>
          <Lanes
            usdot={usdot}
            lanes={[...authorityLanes(authority_history, today), ...insuranceLanes(filings, today)]}
            today={today}
          />
          <ViewTabs
            param="coverage"
            label="Records"
            printsAll
            tabs={[
              {
                id: 'authority',
                label: 'Authority',
                content: (
                  <DataTable
                    caption="Authority history"
                    name="authority"
                    rows={authority_history}
                    columns={eventColumns}
                    noun="event"
                    empty="No authority was ever granted to this carrier."
                    file={`${usdot}-authority`}
                    sort="-date"
                  />
                ),
              },
              {
                id: 'insurance',
                label: 'Insurance filings',
                content: (
                  <DataTable
                    caption="Insurance filings"
                    name="filings"
                    rows={filings}
                    columns={filingColumns}
                    noun="filing"
                    empty="No insurance was ever filed for this carrier."
                    file={`${usdot}-insurance`}
                    sort="-from"
                  />
                ),
              },
            ]}
          />
        </>
      )}
    </Loaded>
  );
}

function Lanes({ usdot, lanes, today }: { usdot: string; lanes: Lane[]; today: string }) {
  const { years } = usePageSearch('carrier');
  const first = lanes
    .flatMap(({ spans }) => spans.map(({ start }) => start))
    .toSorted()
    .at(0);
  if (first === undefined) return null;
  const limit = `${Number(today.slice(0, 4)) - YEARS_SHOWN}${today.slice(4)}`;
  const isLong = first < limit;
  const gaps = gapTexts(lanes, today);
  return (
    <>
      <Timeline lanes={lanes} start={isLong && years !== 'all' ? limit : first} end={today} />
      <p className="quiet timeline-foot">
        <span>
          {gaps.length === 0 ? 'No gaps.' : `${count(gaps.length, 'gap')}. ${gaps.slice(-3).join('; ')}.`}
        </span>
        {isLong && (
          <Link
            className="no-print"
            to="/carriers/$usdot"
            params={{ usdot }}
            search={({ years: _, ...rest }: Search['carrier']) =>
              years === 'all' ? rest : { ...rest, years: 'all' as const }
            }
            resetScroll={false}
          >
            {years === 'all' ? `Last ${YEARS_SHOWN} years` : `All years since ${first.slice(0, 4)}`}
          </Link>
        )}
      </p>
    </>
  );
}
