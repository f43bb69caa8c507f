import type { Alert, AlertMatch } from '@milepost/sdk';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ALERT_READERS, useAction, useApi, useRoles } from '../../lib/api.tsx';
import { count } from '../../lib/format.ts';
import { useTitle } from '../../lib/title.tsx';
import { usePageSearch } from '../../lib/use-view.ts';
import { Card, Facts } from '../../parts/card.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { MatchList } from '../../parts/matches/match-list.tsx';
import { MatchBadge } from '../../parts/matches/match-work.tsx';
import { SightingEntry } from '../../parts/sighting-entry.tsx';
import { Empty, Failure, Loaded } from '../../parts/states.tsx';
import { Paged } from '../../parts/tables/pager.tsx';
import { periodText, scheduleText, WEBHOOK_RULE } from './alert-state.ts';
import { PauseButton, State } from './alerts.tsx';
import { Criteria } from './criteria.tsx';
import { noticeOf } from './silence.ts';

export function Page() {
  const { id } = useParams({ from: '/alerts/$id' });
  const alert = useApi('getAlert', { path: { id: Number(id) } });
  useTitle(alert.data?.alert_name ?? 'Alert');
  return (
    <Loaded query={alert} lines={8} roles={ALERT_READERS}>
      {(alert) => (
        <div className="stack">
          <Actions alert={alert} />
          <Card title="Alert">
            <Criteria alert={alert} />
            <Facts
              rows={[
                ['State', <State key="state" alert={alert} />],
                ['Days', periodText(alert) ?? 'No first or last day'],
                ['Schedule', scheduleText(alert)],
                ['Webhooks', WEBHOOK_RULE],
                ['Recipients', [alert.email, ...alert.cc_emails].join(', ')],
                ['Similar characters', alert.tolerance ? 'Treated as equal' : 'Not treated as equal'],
              ]}
            />
          </Card>
          <Matches id={alert.id} />
        </div>
      )}
    </Loaded>
  );
}

function Actions({ alert }: { alert: Alert }) {
  const has = useRoles();
  const navigate = useNavigate();
  const remove = useAction(
    (client) => client.deleteAlert({ path: { id: alert.id } }),
    () => navigate({ to: '/alerts' }),
  );
  return (
    <div className="toolbar">
      {has('admin', 'edit-alert-endpoint') && (
        <>
          <Link className="button button-small" to="/alerts/$id/edit" params={{ id: String(alert.id) }}>
            Edit
          </Link>
          <PauseButton alert={alert} />
        </>
      )}
      {has('admin', 'create-alert-endpoint') && (
        <Link className="button button-small" to="/alerts/new" search={{ copy: alert.id }}>
          Duplicate
        </Link>
      )}
      {has('admin', 'edit-alert-endpoint') && (
        <ConfirmButton
          label="Delete"
          title={`Delete “${alert.alert_name}”?`}
          text="Its matches are deleted too. This cannot be undone."
          onConfirm={() => remove.mutate()}
        />
      )}
      {remove.isError && <Failure error={remove.error} />}
    </div>
  );
}

function Matches({ id }: { id: number }) {
  const { page = 1, match } = usePageSearch('alert');
  const query = match === undefined ? { page, page_size: 20 } : { match_id: match };
  const matches = useApi('listMatches', { path: { id }, query }, { intervalMs: 15_000, keepPrevious: true });
  const total = matches.data?.pagination.total;
  return (
    <Card
      title={match === undefined ? 'Matches' : `Match ${match}`}
      note={
        match === undefined ? (
          total !== undefined && (
            <Link to="/matches" search={{ alert: id }}>
              {count(total, 'match', 'matches')}
            </Link>
          )
        ) : (
          <Link to="/alerts/$id" params={{ id: String(id) }}>
            All matches
          </Link>
        )
      }
      wide
    >
      <Loaded query={matches} lines={8}>
        {({ matches, pagination }) => (
          <>
            {matches.length === 0 &&
              (match === undefined ? (
                <Empty title="No matches yet.">New sightings are compared as they arrive.</Empty>
              ) : (
                <Empty title="This match no longer exists." />
              ))}
            <MatchList matches={matches}>{(one, onShow) => <Match match={one} onShow={onShow} />}</MatchList>
            <Paged page={page} hasMore={pagination.has_more} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

const TONES: Partial<Record<string, string>> = { delivered: 'active', failed: 'failed', waiting: 'warn' };

type MatchProps = { match: AlertMatch; onShow: () => void };

function Match({ match, onShow }: MatchProps) {
  const { sighting, deliveries } = match;
  const notice = noticeOf(match);
  return (
    <SightingEntry sighting={sighting}>
      <p className="tags">
        <MatchBadge state={match.state} />
        {match.assignee !== null && <span className="tag">{match.assignee}</span>}
        {notice !== null && <span className={match.is_silent ? 'badge badge-none' : 'tag'}>{notice}</span>}
        <Link to="/matches/$id" params={{ id: String(match.match_id) }}>
          Work on it
        </Link>
      </p>
      {deliveries.length > 0 && (
        <ul className="sent">
          {deliveries.map(({ channel, target, state, attempts }) => (
            <li key={channel + target}>
              <span className={`badge badge-${TONES[state] ?? 'none'}`}>
                {state === 'kept' ? 'saved to a file' : state}
              </span>{' '}
              {channel === 'email' ? 'Email to' : 'Webhook'} {target}
              {attempts > 1 && <span className="quiet"> · {attempts} attempts</span>}
            </li>
          ))}
        </ul>
      )}
      {sighting.latitude !== null && (
        <p>
          <button type="button" className="linklike" onClick={onShow}>
            Show on the map
          </button>
        </p>
      )}
    </SightingEntry>
  );
}
