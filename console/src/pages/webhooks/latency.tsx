import { useApi, useCustomer } from '../../lib/api.tsx';
import { count, dayAndTime, number } from '../../lib/format.ts';
import { PERIODS } from '../../lib/search.ts';
import { useChangeView, usePageSearch } from '../../lib/use-view.ts';
import { Card } from '../../parts/card.tsx';
import { LineChart } from '../../parts/charts/line-chart.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';

const LABELS = { day: '24 hours', week: '7 days', month: '30 days' };

/** How long the receiver took to answer. */
export function Latency({ id }: { id: string }) {
  const { period = 'day' } = usePageSearch('webhook');
  const { timezone } = useCustomer().identity;
  const change = useChangeView();
  const latency = useApi(
    'getDeliveryLatency',
    { path: { webhook_id: id }, query: { hours: PERIODS[period] } },
    { intervalMs: 60_000, keepPrevious: true },
  );
  const periods = (
    <label className="toolbar-date">
      Period
      <select
        className="input"
        value={period}
        onChange={({ target }) =>
          change({ period: target.value === 'day' ? undefined : target.value }, 'replace')
        }
      >
        {Object.entries(LABELS).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <Card title="Response times" note={periods} wide>
      <div className="latency">
        <Loaded query={latency} lines={6}>
          {({ points, step, is_complete }) =>
            points.length === 0 ? (
              <Empty title="No attempts in this period." />
            ) : (
              <>
                <LineChart
                  title="Duration of attempts in milliseconds"
                  days={points.map(({ start }) => start)}
                  nameOf={(at) => (step === 'day' ? at.slice(0, 10) : dayAndTime(new Date(at), timezone)[1])}
                  series={[
                    { name: 'Median', values: points.map(({ median_ms }) => median_ms) },
                    { name: '95th percentile', values: points.map(({ p95_ms }) => p95_ms) },
                  ]}
                />
                <p className="quiet">
                  {count(sum(points.map(({ attempts }) => attempts)), 'attempt')},{' '}
                  {number(sum(points.map(({ failed }) => failed)))} failed.
                  {!is_complete && ' Only the newest deliveries of the period are counted.'}
                </p>
              </>
            )
          }
        </Loaded>
      </div>
    </Card>
  );
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
