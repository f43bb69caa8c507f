import { Link, useNavigate } from '@tanstack/react-router';
import { ALERT_READERS, useAction, useApi, useCustomer } from '../../lib/api.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { MATCH_STATES, type Search } from '../../lib/search.ts';
import { useChangeView, usePageSearch } from '../../lib/use-view.ts';
import { moment, nextDay } from '../../lib/zoned-time.ts';
import { Button } from '../../parts/button.tsx';
import { FilterForm, filterFields } from '../../parts/forms/filter-form.tsx';
import { MatchList } from '../../parts/matches/match-list.tsx';
import { MatchBadge, MatchControls, useMemberOptions } from '../../parts/matches/match-work.tsx';
import { SightingEntry } from '../../parts/sighting-entry.tsx';
import { Empty, Failure, Loaded } from '../../parts/states.tsx';
import { Pager } from '../../parts/tables/pager.tsx';

const PAGE_SIZE = 25;
const REFRESH_MS = 30_000;
type Filters = Omit<Search['matches'], 'before'>;

/** Matches of all alerts that the user sees, and what is done about them. */
export function Page() {
  const { before, ...filters } = usePageSearch('matches');
  const { timezone } = useCustomer().identity;
  const navigate = useNavigate({ from: '/matches' });
  const change = useChangeView();
  const query = queryOf(filters, timezone);
  const matches = useApi(
    'listWorkedMatches',
    { query: { ...query, page_size: PAGE_SIZE, ...(before && { cursor: before }) } },
    { intervalMs: REFRESH_MS, keepPrevious: true },
  );
  const goTo = (cursor: string | undefined) => () =>
    change({ before: cursor }, 'push', { resetScroll: true });
  return (
    <div className="stack">
      <Loaded query={matches} lines={8} roles={ALERT_READERS}>
        {({ matches, next_cursor }) => (
          <>
            <MatchFilters
              key={JSON.stringify(filters)}
              filters={filters}
              onChange={(search) => navigate({ search })}
            />
            <section className="card card-wide" aria-label="Matches">
              <div className="page-bar">
                <Export query={query} />
              </div>
              {matches.length === 0 ? (
                <Nothing filters={filters} hasMore={next_cursor !== null} />
              ) : (
                <MatchList matches={matches}>
                  {(match) => (
                    <SightingEntry
                      sighting={match.sighting}
                      heading={
                        <p className="match-head">
                          <Link to="/matches/$id" params={{ id: String(match.match_id) }} data-list-item>
                            {match.alert_name}
                          </Link>{' '}
                          <MatchBadge state={match.state} />
                        </p>
                      }
                    >
                      <MatchControls match={match} />
                    </SightingEntry>
                  )}
                </MatchList>
              )}
              <Pager
                labels={['Newest', 'Older']}
                onNewer={before === undefined ? undefined : goTo(undefined)}
                onOlder={next_cursor === null ? undefined : goTo(next_cursor)}
              />
            </section>
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Days are those of the organization's time zone; the API takes moments. */
function queryOf({ from, to, assignee, alert, ...filters }: Filters, timezone: string) {
  return {
    ...filters,
    ...(assignee !== undefined && { assignee_id: assignee }),
    ...(alert !== undefined && { alert_id: alert }),
    ...(from && { from: moment(from, timezone).toISOString() }),
    ...(to && { to: moment(nextDay(to), timezone).toISOString() }),
  };
}

function Nothing({ filters, hasMore }: { filters: Filters; hasMore: boolean }) {
  if (hasMore) return <Empty title="None of the 5,000 newest matches fits.">Older ones may.</Empty>;
  if (Object.keys(filters).length > 0)
    return <Empty title="No match fits the filters.">Change or clear a filter.</Empty>;
  return (
    <Empty title="No matches yet.">
      A match is a truck that one of your alerts looks for. <Link to="/alerts">See your alerts.</Link>
    </Empty>
  );
}

function Export({ query }: { query: ReturnType<typeof queryOf> }) {
  const csv = useAction(async (client) => {
    saveFile('matches.csv', new Blob([await client.exportMatches({ query })], { type: 'text/csv' }));
  });
  return (
    <>
      <Button
        small
        className="push"
        aria-label="Export as CSV"
        disabled={csv.isPending}
        onClick={() => csv.mutate()}
      >
        {csv.isPending ? 'Exporting…' : 'CSV'}
      </Button>
      {csv.isError && <Failure error={csv.error} />}
    </>
  );
}

type FiltersProps = { filters: Filters; onChange: (filters: Filters) => void };

function MatchFilters({ filters, onChange }: FiltersProps) {
  const members = useMemberOptions();
  const { text, choice } = filterFields(filters, onChange);
  const sent = [
    ['false', 'Sent'],
    ['true', 'Not sent'],
  ] as const;
  return (
    <FilterForm onClear={Object.keys(filters).length > 0 ? () => onChange({}) : undefined}>
      {choice('state', 'State', Object.entries(MATCH_STATES))}
      {choice('assignee', 'Assignee', members, 'Anybody')}
      {choice('silent', 'Notified', sent)}
      {text('from', 'Matched from', { type: 'date' })}
      {text('to', 'Matched to', { type: 'date' })}
    </FilterForm>
  );
}
