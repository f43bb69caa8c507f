import { type Identity, roleMeanings } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { useApi, useCustomer } from '../lib/api.tsx';
import { count, localTime, number, relativeTime } from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';
import { Button } from '../parts/button.tsx';
import { Card, Facts } from '../parts/card.tsx';
import { Disclosure } from '../parts/disclosure.tsx';
import { LatestImages } from '../parts/image-grid.tsx';
import { Empty, Failure, Loaded } from '../parts/states.tsx';
import { KINDS } from './operator/organization-kind.tsx';

const OWN_KIND: Record<string, string> = { ...KINDS, operator: 'Operator of this service' };

export function Page() {
  const { identity } = useCustomer();
  return (
    <div className="cards">
      <div className="overview-top">
        <Activity />
        <div className="overview-images">
          <Card title="Latest images" note={<Link to="/images">All images</Link>}>
            <LatestImages count={3} intervalMs={REFRESH_MS} hint="Submit one with POST /image." />
          </Card>
        </div>
      </div>
      <Card title="Organization">
        <p className="figure">{identity.organization_name}</p>
        <Facts
          rows={[
            ['Type', OWN_KIND[identity.organization_kind] ?? identity.organization_kind],
            ['ID', <code key="id">{identity.organization_id}</code>],
            ['Time zone', identity.timezone],
          ]}
        />
      </Card>
      <Card title="Session">
        <p className="figure">{identity.email}</p>
        <Facts
          rows={[
            ['User ID', <code key="id">{identity.user_id}</code>],
            ['Token expires', <Expiry key="expiry" date={new Date(identity.token_expires)} />],
          ]}
        />
      </Card>
      <ServiceStatus />
      <Roles roles={identity.roles} />
    </div>
  );
}

const ALERTS_SHOWN = 6;
const REFRESH_MS = 30_000;

/** The alerts that fired last. */
function Activity() {
  const alerts = useApi('listAlerts', {}, { intervalMs: REFRESH_MS });
  const activity = useApi('listAlertActivity', {}, { intervalMs: REFRESH_MS });
  const now = useNow(60_000);
  const byId = new Map(activity.data?.alerts.map((one) => [one.id, one]));
  const loaded = activity.data === undefined ? activity : alerts;
  return (
    <div className="overview-alerts">
      <Card title="Alerts" note={<Link to="/alerts">All alerts</Link>}>
        <Loaded query={loaded as typeof alerts} lines={8}>
          {({ alerts }) => {
            const rows = alerts
              .map((alert) => ({ alert, seen: byId.get(alert.id) }))
              .toSorted((a, b) => timeOf(b.seen?.last_fired_at) - timeOf(a.seen?.last_fired_at))
              .slice(0, ALERTS_SHOWN);
            if (rows.length === 0)
              return (
                <Empty title="No alerts yet.">
                  An alert notifies you when a truck that meets its criteria is seen.
                </Empty>
              );
            return (
              <table className="list">
                <thead>
                  <tr>
                    <th scope="col">Alert</th>
                    <th scope="col" className="right overview-matches">
                      Matches
                    </th>
                    <th scope="col" className="right">
                      Last fired
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ alert, seen }) => (
                    <tr key={alert.id}>
                      <td>
                        <Link
                          to="/alerts/$id"
                          params={{ id: String(alert.id) }}
                          title={alert.alert_name}
                          data-list-item
                        >
                          {alert.alert_name}
                        </Link>
                      </td>
                      <td className="right overview-matches">{number(seen?.matches ?? 0)}</td>
                      <td className="right overview-fired">
                        {seen?.last_fired_at ? relativeTime(new Date(seen.last_fired_at), now) : 'Never'}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            );
          }}
        </Loaded>
      </Card>
    </div>
  );
}

const timeOf = (moment: string | null | undefined) => (moment ? Date.parse(moment) : 0);

function Expiry({ date }: { date: Date }) {
  const now = useNow(15_000);
  const { timezone } = useCustomer().identity;
  return (
    <time dateTime={date.toISOString()}>
      {relativeTime(date, now)}
      <span className="quiet block">{localTime(date, timezone)}</span>
    </time>
  );
}

const STATUSES = { pending: 'Checking…', success: 'Ready', error: 'Not ready' };

function ServiceStatus() {
  const { status, error, isError, isSuccess, refetch } = useApi('readiness', {}, { intervalMs: REFRESH_MS });
  const checkButton = (
    <Button small onClick={() => refetch()}>
      Check again
    </Button>
  );
  return (
    <Card title="Service" note={checkButton}>
      <p className="figure" aria-live="polite">
        <span className={`lamp lamp-${status}`} aria-hidden="true" />
        {STATUSES[status]}
      </p>
      {isError && <Failure error={error} />}
      {isSuccess && <p className="quiet">Database connected, schema up to date. Checked every 30 seconds.</p>}
    </Card>
  );
}

function Roles({ roles }: { roles: Identity['roles'] }) {
  const total = <span className="quiet">{count(roles.length, 'role')}</span>;
  return (
    <Card title="Your permissions" note={total} wide>
      {roles.length === 0 ? (
        <p className="quiet">You have no roles. Ask your administrator to add some.</p>
      ) : (
        <Disclosure param="show" id="roles" className="disclosure" summary="Show what you may do">
          <ul className="roles">
            {roles.map((role) => (
              <li key={role}>
                <span>{roleMeanings[role] ?? 'No description available'}</span>
                <code>{role}</code>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Card>
  );
}
