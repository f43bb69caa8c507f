import type { ActivityOfAlert, Alert } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { ALERT_READERS, useAction, useApi, useCustomer, useRoles } from '../../lib/api.tsx';
import { count, localTime, number, today } from '../../lib/format.ts';
import { Button } from '../../parts/button.tsx';
import { Empty, Failure, Loaded } from '../../parts/states.tsx';
import { alertState, periodText, scheduleText, WEBHOOK_RULE } from './alert-state.ts';
import { Criteria } from './criteria.tsx';

const MAX_COUNTED = 1_000;
const REFRESH_MS = 30_000;

export function Page() {
  const has = useRoles();
  const canCreate = has('admin', 'create-alert-endpoint');
  const alerts = useApi('listAlerts', {}, { intervalMs: REFRESH_MS });
  const activity = useApi('listAlertActivity', {}, { intervalMs: REFRESH_MS });
  // The figures may take two lines, so the list waits for them instead of moving when they arrive.
  const query = activity.isPending && alerts.error === null ? { ...alerts, data: undefined } : alerts;
  return (
    <div className="stack">
      <Loaded query={query} lines={8} roles={ALERT_READERS}>
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
              <>
                <List alerts={alerts} activity={activity.data?.alerts ?? []} />
                <p className="quiet">{WEBHOOK_RULE}</p>
              </>
            )}
          </section>
        )}
      </Loaded>
    </div>
  );
}

/** For example "12 matches · fired Mon, Nov 16, 2026". */
function activityText({ matches, last_fired_at }: ActivityOfAlert, timezone: string): string {
  const counted =
    matches >= MAX_COUNTED ? `${number(MAX_COUNTED)} or more matches` : count(matches, 'match', 'matches');
  const fired =
    last_fired_at === null ? 'never fired' : `last fired ${localTime(new Date(last_fired_at), timezone)}`;
  return `${counted} · ${fired}`;
}

function List({ alerts, activity }: { alerts: Alert[]; activity: ActivityOfAlert[] }) {
  const { timezone } = useCustomer().identity;
  const byId = new Map(activity.map((one) => [one.id, activityText(one, timezone)]));
  return (
    <ul className="results">
      {alerts.map((alert) => (
        <li key={alert.id} className="result">
          <Link to="/alerts/$id" params={{ id: String(alert.id) }} className="result-link" data-list-item>
            <span className="result-name">{alert.alert_name}</span>
            <span>
              <Criteria alert={alert} />
              <span className="quiet block">{byId.get(alert.id)}</span>
            </span>
            <span className="result-side">
              <State alert={alert} />
              <span className="quiet">{scheduleText(alert)}</span>
              {periodText(alert) !== null && <span className="quiet">{periodText(alert)}</span>}
            </span>
          </Link>
          <PauseButton alert={alert} />
        </li>
      ))}
    </ul>
  );
}

export function State({ alert }: { alert: Alert }) {
  const { timezone } = useCustomer().identity;
  const { label, tone } = alertState(alert, today(timezone));
  return <span className={`badge badge-${tone}`}>{label}</span>;
}

/** Pauses or resumes an alert. One that has ended needs another last day instead. */
export function PauseButton({ alert }: { alert: Alert }) {
  const has = useRoles();
  const { timezone } = useCustomer().identity;
  const change = useAction((client) =>
    client.editAlert({ path: { id: alert.id }, body: { disabled: !alert.disabled } }),
  );
  const hasEnded = alertState(alert, today(timezone)).label === 'Ended';
  if (hasEnded || !has('admin', 'edit-alert-endpoint')) return null;
  return (
    <>
      <Button
        small
        disabled={change.isPending}
        aria-label={`${alert.disabled ? 'Resume' : 'Pause'} ${alert.alert_name}`}
        onClick={() => change.mutate()}
      >
        {alert.disabled ? 'Resume' : 'Pause'}
      </Button>
      {change.isError && <Failure error={change.error} />}
    </>
  );
}
