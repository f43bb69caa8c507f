import type { SightingList as Found } from '@milepost/sdk';
import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { BellPlusIcon } from 'lucide-react';
import { useMemo } from 'react';
import { useAction, useApi, useCustomer, useRoles } from '../../lib/api.tsx';
import { count, localTime, number } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { usePageSearch } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { DayTimeline } from '../../parts/charts/day-timeline.tsx';
import { Empty, Failure, Loaded, Skeleton } from '../../parts/states.tsx';
import { Pager } from '../../parts/tables/pager.tsx';
import { Filters } from './filters.tsx';
import { alertSearchOf, apiQueryOf, problemOf, type SightingSearch } from './query.ts';
import { SightingList } from './sighting-list.tsx';
import { useViews } from './views.tsx';

const PAGE_SIZE = 50;

/** Sightings by any field. The filters are in the URL. */
export function Page() {
  const { after, ...filters } = usePageSearch('sightings');
  const { timezone } = useCustomer().identity;
  const navigate = useNavigate({ from: '/sightings' });
  const problem = problemOf(filters);
  const query = { ...apiQueryOf(filters, timezone), cursor: after, page_size: PAGE_SIZE, total: true };
  const found = useApi('searchSightings', { query }, { keepPrevious: true, enabled: problem === null });
  const { list, button, dialog } = useViews(filters);
  const change = (search: SightingSearch) => navigate({ search });
  return (
    <div className="stack sightings-page">
      {list}
      <Filters key={JSON.stringify(filters)} filters={filters} onChange={change} />
      {problem !== null ? (
        <p className="notice" role="alert">
          {problem}
        </p>
      ) : (
        <Loaded query={found} loading={<Loading />} roles={['image-read-endpoint']}>
          {(page) => (
            <section className="fills stack" aria-label="Result" aria-busy={found.isPlaceholderData}>
              <div className="row found-bar">
                <p className="found-total" aria-live="polite">
                  {totalText(page)}
                </p>
                <span className="row found-tools">
                  {Object.keys(filters).length > 0 && button}
                  <AlertLink filters={filters} />
                  {page.sightings.length > 0 && <Exports filters={filters} />}
                </span>
              </div>
              <Result page={page} filters={filters} after={after} onChange={change} />
            </section>
          )}
        </Loaded>
      )}
      {dialog}
    </div>
  );
}

function totalText({ total, is_total_exact }: Found): string {
  if (total === null) return '';
  return is_total_exact ? count(total, 'sighting') : `More than ${number(total)} sightings`;
}

type ResultProps = {
  page: Found;
  filters: SightingSearch;
  after: string | undefined;
  onChange: (search: SightingSearch) => void;
};

function Result({ page, filters, after, onChange }: ResultProps) {
  const { timezone } = useCustomer().identity;
  const navigate = useNavigate({ from: '/sightings' });
  const router = useRouter();
  // The API has no link to the page before. It is the one before in the history, unless a link led here.
  const cameFromNewer = useLocation({ select: ({ state }) => state.opened === 'after' });
  const { sightings, next_cursor, searched_from } = page;
  const days = useMemo(
    () =>
      sightings.map(({ time_captured }) =>
        new Date(time_captured).toLocaleDateString('en-CA', { timeZone: timezone }),
      ),
    [sightings, timezone],
  );
  const older = next_cursor === null ? undefined : next_cursor;
  return (
    <>
      {searched_from !== null && (
        <p className="notice">
          This search takes long. All sightings after {localTime(new Date(searched_from), timezone)} were
          searched. “Older” continues there; a number, a place or a shorter time makes it faster.
        </p>
      )}
      {sightings.length === 0 ? (
        <div className="card fills">
          <Nothing filters={filters} isPartial={searched_from !== null} />
        </div>
      ) : (
        <>
          <DayTimeline
            label="Days of the sightings on this page"
            days={days}
            noun="sighting"
            onSelect={(from, to) => onChange({ ...filters, from: `${from}T00:00`, to: `${to}T00:00` })}
          />
          <SightingList sightings={sightings} />
        </>
      )}
      <Pager
        onNewer={
          after === undefined
            ? undefined
            : () => (cameFromNewer ? router.history.back() : navigate({ search: filters }))
        }
        onOlder={
          older === undefined
            ? undefined
            : () => navigate({ search: { ...filters, after: older }, state: { opened: 'after' } })
        }
        labels={[after === undefined || cameFromNewer ? 'Newer' : 'Newest', 'Older']}
      />
    </>
  );
}

function Nothing({ filters, isPartial }: { filters: SightingSearch; isPartial: boolean }) {
  if (isPartial) return <Empty title="Nothing found so far.">Older sightings may match.</Empty>;
  if (Object.keys(filters).length === 0)
    return <Empty title="No sightings yet.">They appear when your cameras send images.</Empty>;
  return (
    <Empty title="No sighting matches the filters.">
      {filters.similar
        ? 'Change or clear a filter.'
        : 'Change a filter, replace doubtful characters with ?, or include similar characters.'}
    </Empty>
  );
}

/** Opens the form of a new alert with this search. */
function AlertLink({ filters }: { filters: SightingSearch }) {
  const mayCreate = useRoles()('admin', 'create-alert-endpoint');
  if (!mayCreate || Object.keys(filters).length === 0) return null;
  return (
    <Link to="/alerts/new" search={alertSearchOf(filters)} className="button button-small">
      <BellPlusIcon /> Create alert
    </Link>
  );
}

/** Files with up to 100,000 sightings of this search. */
function Exports({ filters }: { filters: SightingSearch }) {
  const query = apiQueryOf(filters, useCustomer().identity.timezone);
  const csv = useAction(async (client) => {
    saveFile('sightings.csv', new Blob([await client.exportSightingsCsv({ query })], { type: 'text/csv' }));
  });
  const json = useAction(async (client) => {
    const lines: string[] = [];
    for await (const row of client.exportSightings({ query })) lines.push(`${JSON.stringify(row)}\n`);
    saveFile('sightings.ndjson', new Blob(lines, { type: 'application/x-ndjson' }));
  });
  const error = csv.error ?? json.error;
  return (
    <>
      <Button small aria-label="Export as CSV" disabled={csv.isPending} onClick={() => csv.mutate()}>
        {csv.isPending ? 'Exporting…' : 'CSV'}
      </Button>
      <Button small aria-label="Export as JSON lines" disabled={json.isPending} onClick={() => json.mutate()}>
        {json.isPending ? 'Exporting…' : 'JSON'}
      </Button>
      {error !== null && <Failure error={error} />}
    </>
  );
}

function Loading() {
  return (
    <div className="fills found-loading" role="status" aria-label="Loading">
      <Skeleton lines={12} />
    </div>
  );
}
