import type { ActivityOfAlert, Alert } from '@milepost/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { ALERT_READERS, useAction, useApi, useCustomer, useRoles } from '../../lib/api.tsx';
import { count, localTime, number, today } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useDialog, usePageSearch } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Modal } from '../../parts/modal.tsx';
import { Empty, Failure, Loaded } from '../../parts/states.tsx';
import { Paged } from '../../parts/tables/pager.tsx';
import { type AlertFilters, Filters } from './alert-filters.tsx';
import { alertState, periodText, scheduleText, WEBHOOK_RULE } from './alert-state.ts';
import { Criteria } from './criteria.tsx';
import { ImportAlerts } from './import-alerts.tsx';

const MAX_COUNTED = 1_000;
const REFRESH_MS = 30_000;

const PAGE_SIZE = 50;

export function Page() {
  const { page = 1, ...filters } = usePageSearch('alerts');
  const navigate = useNavigate({ from: '/alerts' });
  const query = { ...filters, page, page_size: PAGE_SIZE };
  const options = { intervalMs: REFRESH_MS, keepPrevious: true };
  const alerts = useApi('listAlerts', { query }, options);
  const activity = useApi('listAlertActivity', { query }, options);
  // The figures may take two lines, so the list waits for them instead of moving when they arrive.
  const both = activity.isPending && alerts.error === null ? { ...alerts, data: undefined } : alerts;
  const hasFilters = Object.keys(filters).length > 0;
  return (
    <div className="stack">
      <Loaded query={both} lines={8} roles={ALERT_READERS}>
        {({ alerts, pagination }) => (
          <>
            {(hasFilters || (pagination?.total ?? 0) > 0) && (
              <Filters
                key={JSON.stringify(filters)}
                filters={filters}
                onChange={(search) => navigate({ search })}
              />
            )}
            <section className="card" aria-label="Alerts">
              <Bar total={pagination?.total ?? alerts.length} filters={filters} />
              {alerts.length > 0 ? (
                <>
                  <List alerts={alerts} activity={activity.data?.alerts ?? []} />
                  <Paged page={page} hasMore={pagination?.has_more ?? false} />
                  <p className="quiet">{WEBHOOK_RULE}</p>
                </>
              ) : hasFilters ? (
                <Empty title="No alert fits the filters.">Change or clear a filter.</Empty>
              ) : (
                <Empty title="No alerts yet.">
                  An alert notifies you when a truck that meets its criteria is seen.
                </Empty>
              )}
            </section>
          </>
        )}
      </Loaded>
    </div>
  );
}

function Bar({ total, filters }: { total: number; filters: AlertFilters }) {
  const canCreate = useRoles()('admin', 'create-alert-endpoint');
  const [isImporting, setImporting] = useDialog('import');
  const csv = useAction(async (client) => {
    saveFile('alerts.csv', new Blob([await client.exportAlerts({ query: filters })], { type: 'text/csv' }));
  });
  return (
    <div className="page-bar">
      <span className="quiet">{count(total, 'alert')}</span>
      <span className="row push">
        {total > 0 && (
          <Button small aria-label="Export as CSV" disabled={csv.isPending} onClick={() => csv.mutate()}>
            {csv.isPending ? 'Exporting…' : 'CSV'}
          </Button>
        )}
        {canCreate && (
          <>
            <Button small onClick={() => setImporting(true)}>
              Import a list
            </Button>
            <Link className="button button-main button-small" to="/alerts/new">
              New alert
            </Link>
          </>
        )}
      </span>
      {csv.isError && <Failure error={csv.error} />}
      <Modal
        open={isImporting && canCreate}
        onOpenChange={setImporting}
        title="Import a list"
        description="Each line becomes an alert that fires every 15 minutes and sends you an email."
      >
        <ImportAlerts />
      </Modal>
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
