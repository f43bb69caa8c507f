import type { AuthorityHistory, AuthorityPeriod, InsuranceFiling } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { useApi } from '../../../lib/api.tsx';
import { count, day, money } from '../../../lib/format.ts';
import type { Lane } from '../../../lib/lanes.ts';
import type { Search } from '../../../lib/search.ts';
import { notLoadedText, type Unknowns } from '../../../lib/sources.ts';
import { usePageSearch } from '../../../lib/use-view.ts';
import { Timeline } from '../../../parts/charts/timeline.tsx';
import { Loaded } from '../../../parts/states.tsx';
import { type Column, DataTable } from '../../../parts/tables/data-table.tsx';
import { ViewTabs } from '../../../parts/view-tabs.tsx';
import {
  authorityLanes,
  filingTitle,
  gapTexts,
  insuranceLanes,
  pendingTexts,
  sentence,
} from './coverage-lanes.ts';

type Props = {
  usdot: string;
  history: AuthorityHistory;
  /** The day of the page. */
  today: string;
  asOf: string | undefined;
  unknown: Unknowns;
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
export function Coverage({ usdot, history: { authority_history }, today, asOf, unknown }: Props) {
  const input = { path: { usdot_number: usdot }, query: { as_of: asOf } };
  const authority = useApi('getAuthorityPeriods', input);
  const filings = useApi('listInsuranceFilings', input);
  const noEvents = unknown('authority_history.authority_history');
  // Both at once: a lane that is added later would move the page.
  const query = authority.data === undefined ? { ...authority, data: undefined } : filings;
  return (
    <Loaded query={query} lines={8}>
      {({ filings, not_loaded }) => (
        <>
          <Lanes
            usdot={usdot}
            periods={authority.data?.authority_periods ?? []}
            filings={filings}
            missing={[...new Set([...(authority.data?.not_loaded ?? []), ...not_loaded])]}
            isComplete={not_loaded.length === 0}
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
                    empty={
                      noEvents === null
                        ? 'No authority was ever granted to this carrier.'
                        : `Unknown. ${noEvents}`
                    }
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
                    empty={notLoadedText(not_loaded) || 'No insurance was ever filed for this carrier.'}
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

type LanesProps = {
  usdot: string;
  periods: AuthorityPeriod[];
  filings: InsuranceFiling[];
  /** Files that are not loaded. */
  missing: string[];
  /** Every file of filings is loaded, so days without one are gaps. */
  isComplete: boolean;
  today: string;
};

function Lanes({ usdot, periods, filings, missing, isComplete, today }: LanesProps) {
  const lanes: Lane[] = [...authorityLanes(periods, today), ...insuranceLanes(filings, today, isComplete)];
  const { years } = usePageSearch('carrier');
  const first = lanes
    .flatMap(({ spans }) => spans.map(({ start, end }) => start || end))
    .toSorted()
    .at(0);
  const notLoaded = missing.length > 0 && <p className="notice">{notLoadedText(missing)}</p>;
  if (first === undefined) return notLoaded;
  const limit = `${Number(today.slice(0, 4)) - YEARS_SHOWN}${today.slice(4)}`;
  const pending = pendingTexts(periods);
  const isLong = first < limit;
  const gaps = gapTexts(lanes, today);
  return (
    <>
      {notLoaded}
      <Timeline lanes={lanes} start={isLong && years !== 'all' ? limit : first} end={today} />
      <p className="quiet timeline-foot">
        <span>
          {gaps.length === 0
            ? missing.length === 0 && 'No gaps.'
            : `${count(gaps.length, 'gap')}. ${gaps.slice(-3).join('; ')}.`}
          {pending.length > 0 && ` Pending: ${pending.join('; ')}.`}
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
