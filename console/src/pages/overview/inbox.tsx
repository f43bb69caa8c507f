import type { WorkedMatch } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ALERT_READERS, useApi, useCustomer, useRoles } from '../../lib/api.tsx';
import { count, withDays } from '../../lib/format.ts';
import { matchText } from '../../lib/match-name.ts';
import { useNow } from '../../lib/use-now.ts';
import { Card } from '../../parts/card.tsx';
import { MatchBadge } from '../../parts/matches/match-work.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Empty, Failure, Skeleton } from '../../parts/states.tsx';

/** Each refresh is in the audit log. */
const REFRESH_MS = 180_000;
const SHOWN = 4;
/** Changes of watched carriers that are older are no news. */
const NEWS_MS = 7 * 86_400_000;

type Line = { key: string | number; line: ReactNode };
type Section = {
  title: string;
  all: ReactNode;
  /** What is the matter, at most `SHOWN` are shown. */
  lines: Line[];
};

/** What needs a person, each line with a link to where it is settled. Users see what their roles include. */
export function Inbox() {
  const sections = [useMatches(), useCases(), useSignals(), useCameras(), useWebhooks()];
  const failed = sections.find(({ query }) => query.error !== null && query.data === undefined);
  const isLoading = sections.some(({ query }) => query.isLoading);
  const full = sections.flatMap(({ section }) => (section && section.lines.length > 0 ? [section] : []));
  return (
    <div className="overview-alerts inbox">
      <Card title="Needs you">
        {failed?.query.error && <Failure error={failed.query.error} onRetry={() => failed.query.refetch()} />}
        {isLoading ? (
          <Skeleton lines={18} />
        ) : (
          full.length === 0 &&
          failed === undefined && (
            <Empty title="Nothing needs you.">
              New matches, cases, changes of watched carriers, silent cameras and failing webhooks appear
              here.
            </Empty>
          )
        )}
        {!isLoading && full.map((section) => <Lines key={section.title} {...section} />)}
      </Card>
    </div>
  );
}

function Lines({ title, all, lines }: Section) {
  return (
    <section className="inbox-part" aria-label={title}>
      <header className="inbox-head">
        <h3>{title}</h3>
        {all}
      </header>
      <ul>
        {lines.slice(0, SHOWN).map(({ key, line }) => (
          <li key={key}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

/** New matches that were sent, and those that the user works on. */
function useMatches() {
  const { user_id } = useCustomer().identity;
  const enabled = useRoles()('admin', ...ALERT_READERS);
  const now = useNow(60_000);
  const options = { enabled, intervalMs: REFRESH_MS };
  const fresh = useApi(
    'listWorkedMatches',
    { query: { state: 'new', silent: false, page_size: SHOWN } },
    options,
  );
  const own = useApi(
    'listWorkedMatches',
    { query: { state: 'working', assignee_id: user_id, page_size: SHOWN } },
    options,
  );
  const matches: WorkedMatch[] = [...(own.data?.matches ?? []), ...(fresh.data?.matches ?? [])];
  const section: Section = {
    title: 'Matches',
    all: (
      <Link to="/matches" search={{ state: 'new' }}>
        All new matches
      </Link>
    ),
    lines: matches.map(({ match_id, alert_name, state, sighting }) => ({
      key: match_id,
      line: (
        <>
          <Link to="/matches/$id" params={{ id: String(match_id) }} data-list-item>
            {alert_name}
          </Link>{' '}
          <MatchBadge state={state} />
          <span className="quiet block">
            {matchText(sighting)} · <RelativeTime at={sighting.time_captured} now={now} />
          </span>
        </>
      ),
    })),
  };
  return {
    query: fresh.error === null ? { ...own, isLoading: own.isLoading || fresh.isLoading } : fresh,
    section,
  };
}

/** Cases whose period is not over. */
function useCases() {
  const enabled = useRoles()('admin', 'image-read-endpoint');
  const now = useNow(60_000);
  const query = useApi('listCases', { query: { page_size: 20 } }, { enabled, intervalMs: REFRESH_MS });
  const open = query.data?.cases.filter(({ end }) => Date.parse(end) > now) ?? [];
  const section: Section = {
    title: 'Open cases',
    all: <Link to="/cases">All cases</Link>,
    lines: open.map(({ id, title, value, end }) => ({
      key: id,
      line: (
        <>
          <Link to="/cases/$id" params={{ id }} data-list-item>
            {title}
          </Link>
          <span className="quiet block">
            {value} · ends <RelativeTime at={end} now={now} />
          </span>
        </>
      ),
    })),
  };
  return { query, section };
}

/** New signals and other changes of watched carriers. */
function useSignals() {
  const enabled = useRoles()('admin', 'watchlist-endpoint');
  const now = useNow(60_000);
  const query = useApi(
    'listWatchlistEvents',
    { query: { page_size: SHOWN } },
    { enabled, intervalMs: REFRESH_MS },
  );
  const news = query.data?.events.filter(({ found_at }) => now - Date.parse(found_at) < NEWS_MS) ?? [];
  const section: Section = {
    title: 'Changes of watched carriers',
    all: <Link to="/watchlists">All changes</Link>,
    lines: news.map(({ id, usdot_number: usdot, legal_name, summary, found_at }) => ({
      key: id,
      line: (
        <>
          <Link to="/carriers/$usdot" params={{ usdot }} data-list-item>
            {legal_name || `USDOT ${usdot}`}
          </Link>
          <span className="quiet block">
            {withDays(summary)} · <RelativeTime at={found_at} now={now} />
          </span>
        </>
      ),
    })),
  };
  return { query, section };
}

function useCameras() {
  const enabled = useRoles()('admin');
  const now = useNow(60_000);
  const query = useApi(
    'listCameras',
    { query: { silent: true, page_size: SHOWN } },
    { enabled, intervalMs: 2 * REFRESH_MS },
  );
  const section: Section = {
    title: query.data ? count(query.data.silent, 'silent camera') : 'Silent cameras',
    all: (
      <Link to="/cameras" search={{ silent: true }}>
        All silent cameras
      </Link>
    ),
    lines: (query.data?.cameras ?? []).map(({ organization_id, source, last_image_at }) => ({
      key: `${organization_id} ${source}`,
      line: (
        <>
          <Link to="/cameras" search={{ source, silent: true }} data-list-item>
            {source}
          </Link>
          <span className="quiet block">
            Last image <RelativeTime at={last_image_at} now={now} />
          </span>
        </>
      ),
    })),
  };
  return { query, section };
}

function useWebhooks() {
  const enabled = useRoles()('admin', 'external-api-get-webhook-list');
  const now = useNow(60_000);
  const query = useApi('listWebhooks', {}, { enabled, intervalMs: REFRESH_MS });
  const failing = query.data?.filter(
    ({ failing_since, disabled_reason }) => failing_since !== null || disabled_reason !== null,
  );
  const section: Section = {
    title: 'Failing webhooks',
    all: <Link to="/webhooks">All webhooks</Link>,
    lines: (failing ?? []).map(({ id, webhook_url, enabled, failing_since }) => ({
      key: id,
      line: (
        <>
          <Link to="/webhooks/$id" params={{ id }} data-list-item>
            {webhook_url}
          </Link>
          <span className="quiet block">
            {!enabled && 'Disabled by the service'}
            {!enabled && failing_since !== null && ' · '}
            {failing_since !== null && (
              <>
                failing since <RelativeTime at={failing_since} now={now} />
              </>
            )}
          </span>
        </>
      ),
    })),
  };
  return { query, section };
}
