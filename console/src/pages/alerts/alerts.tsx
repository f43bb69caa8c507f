import type { Alert } from '@milepost/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApi, useCustomer, useRoles } from '../../lib/api.tsx';
import { count, localTime, number } from '../../lib/format.ts';
import { Empty, Failure, Loaded } from '../../parts/states.tsx';
import { Criteria } from './criteria.tsx';

const MAX_COUNTED = 1_000;

export function Page() {
  const has = useRoles();
  const canCreate = has('admin', 'create-alert-endpoint');
  const alerts = useApi('listAlerts', {}, { intervalMs: 30_000 });
  return (
    <div className="stack">
      <Loaded query={alerts} lines={8}>
        {({ alerts }) => (
          <section className="card" aria-label="Alerts">
            <div className="page-bar">
              <span className="quiet">{count(alerts.length, 'alert')}</span>
              {canCreate && (
                <Link className="button button-main button-small push" to="/alerts/new">
                  New alert
                </Link>
              )}
            </div>
            {alerts.length === 0 ? (
              <Empty title="No alerts yet.">
                An alert notifies you when a truck that meets its criteria is seen.
              </Empty>
            ) : (
              <List alerts={alerts} />
            )}
          </section>
        )}
      </Loaded>
    </div>
  );
}

/** For example "12 matches · fired Mon, Nov 16, 2026". */
function useActivity(): (id: number) => string {
  const { timezone } = useCustomer().identity;
  const activity = useApi('listAlertActivity', {}, { intervalMs: 30_000 });
  const byId = new Map(activity.data?.alerts.map((one) => [one.id, one]));
  return (id) => {
    const found = byId.get(id);
    // A line of the same height, so that the list does not move when the figures arrive.
    if (!found) return '\u00a0';
    const { matches, last_fired_at } = found;
    const counted =
      matches >= MAX_COUNTED ? `${number(MAX_COUNTED)} or more matches` : count(matches, 'match', 'matches');
    const fired =
      last_fired_at === null ? 'never fired' : `last fired ${localTime(new Date(last_fired_at), timezone)}`;
    return `${counted} · ${fired}`;
  };
}

function List({ alerts }: { alerts: Alert[] }) {
  const activityOf = useActivity();
  return (
    <ul className="results">
      {alerts.map((alert) => (
        <li key={alert.id} className="result">
          <Link to="/alerts/$id" params={{ id: String(alert.id) }} className="result-link" data-list-item>
            <span className="result-name">{alert.alert_name}</span>
            <span>
              <Criteria alert={alert} />
              <span className="quiet block">{activityOf(alert.id)}</span>
            </span>
            <span className="result-side">
              <span className={`badge badge-${alert.disabled ? 'none' : 'active'}`}>
                {alert.disabled ? 'Paused' : 'Active'}
              </span>
              <span className="quiet">
                {alert.alert_type === 'hot' ? 'Every 15 minutes' : 'Daily'} ·{' '}
                {alert.notification_channels.join(' and ')}
              </span>
            </span>
          </Link>
          <PauseButton alert={alert} />
        </li>
      ))}
    </ul>
  );
}

/** Pauses or resumes an alert at once and takes it back when the service refuses. */
export function PauseButton({ alert }: { alert: Alert }) {
  const { client } = useCustomer();
  const has = useRoles();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () => client.editAlert({ path: { id: alert.id }, body: { disabled: !alert.disabled } }),
    onSuccess: () => queries.invalidateQueries(),
  });
  if (!has('admin', 'edit-alert-endpoint')) return null;
  return (
    <>
      <button
        type="button"
        className="button button-small"
        disabled={change.isPending}
        aria-label={`${alert.disabled ? 'Resume' : 'Pause'} ${alert.alert_name}`}
        onClick={() => change.mutate()}
      >
        {alert.disabled ? 'Resume' : 'Pause'}
      </button>
      {change.isError && <Failure error={change.error as never} />}
    </>
  );
}
