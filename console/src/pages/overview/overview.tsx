import { Link } from '@tanstack/react-router';
import { useApi, useCustomer } from '../../lib/api.tsx';
import { number, relativeTime } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Card } from '../../parts/card.tsx';
import { LatestImages } from '../../parts/image-grid.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Inbox } from './inbox.tsx';
import { Story } from './story.tsx';
import { Today } from './today.tsx';

export function Page() {
  const { is_demo } = useCustomer().identity;
  return (
    <div className="cards">
      {is_demo && <Story />}
      <div className="overview-top">
        <Inbox />
        <Today />
      </div>
      <div className="overview-top">
        <Activity />
        <div className="overview-images">
          <Card title="Latest images" note={<Link to="/images">All images</Link>}>
            <LatestImages count={3} intervalMs={REFRESH_MS} />
          </Card>
        </div>
      </div>
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
  const both = {
    data: activity.data && alerts.data,
    error: alerts.error ?? activity.error,
    fetchStatus: alerts.fetchStatus === 'idle' ? activity.fetchStatus : alerts.fetchStatus,
    refetch: () => Promise.all([alerts.refetch(), activity.refetch()]),
  };
  return (
    <div className="overview-alerts">
      <Card title="Alerts" note={<Link to="/alerts">All alerts</Link>}>
        <Loaded query={both} lines={8}>
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
