import type { Stage } from '@milepost/sdk';
import { useAction, useApi, useCustomer } from '../../lib/api.tsx';
import { count, localTime, number } from '../../lib/format.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';

const INTERVAL_MS = 5_000;
/** An item that has waited longer than this is shown as late. */
const LATE_SECONDS = 300;
/** The API compares a part of the reason of this length. */
const MAX_REASON = 500;

export const STAGE_TITLES: Record<Stage['stage'], string> = {
  images: 'Recognition',
  revisits: 'Re-evaluation',
  unmatched_sightings: 'Alert matching',
  webhook_deliveries: 'Webhook deliveries',
  mails: 'Emails',
  watched_carriers: 'Watched carriers',
};

export function Page() {
  const stages = useApi('listStages', {}, { intervalMs: INTERVAL_MS });
  return (
    <div className="stack">
      <p className="quiet">
        Queues of the background work in all worker processes. Updated every 5 seconds; counts above 1,000 are
        estimates.
      </p>
      <Loaded query={stages} lines={10}>
        {({ stages }) => (
          <div className="stages">
            {stages.map((stage) => (
              <StageCard key={stage.stage} stage={stage} />
            ))}
          </div>
        )}
      </Loaded>
    </div>
  );
}

function stateOf({ dead, delayed, oldest_seconds }: Stage): [label: string, tone: string] {
  if (oldest_seconds > LATE_SECONDS) return ['Late', 'warn'];
  if (delayed > 0) return ['Delayed', 'warn'];
  return dead > 0 ? [count(dead, 'dead item'), 'failed'] : ['Working', 'active'];
}

function StageCard({ stage }: { stage: Stage }) {
  const { depth, oldest_seconds, held, per_minute, done_last_hour, failed_last_hour, dead_last_hour } = stage;
  const [label, tone] = stateOf(stage);
  const figures: [name: string, value: string][] = [
    ['Waiting', number(depth)],
    ['Oldest', duration(oldest_seconds)],
    ['Per minute', number(Math.round(per_minute * 10) / 10)],
    ['Done, 1 h', number(done_last_hour)],
    ['Retried, 1 h', number(failed_last_hour)],
    ['Died, 1 h', number(dead_last_hour)],
  ];
  return (
    <Card title={STAGE_TITLES[stage.stage]} note={<span className={`badge badge-${tone}`}>{label}</span>}>
      <div className="stage-card">
        <p className="quiet">{stage.description}</p>
        <dl className="stage-figures">
          {figures.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {held > 0 && (
          <p className="quiet">{count(held, 'delivery', 'deliveries')} on hold for disabled webhooks.</p>
        )}
        {stage.delayed > 0 && <Delayed stage={stage} />}
        {stage.dead > 0 && <Dead stage={stage} />}
      </div>
    </Card>
  );
}

/** Items whose attempts fail for a reason outside them, by reason. They are retried without an action of the operator. */
function Delayed({ stage: { delayed, delay_reasons } }: { stage: Stage }) {
  return (
    <p className="quiet">
      {count(delayed, 'item')} delayed for up to 24 hours by a fault outside {delayed === 1 ? 'it' : 'them'}:{' '}
      {delay_reasons.map(({ reason, count: items }) => `${reason} (${items})`).join(' ')}
    </p>
  );
}

/** Items that failed for good, by reason. */
function Dead({ stage: { stage, dead, reasons } }: { stage: Stage }) {
  const { timezone } = useCustomer().identity;
  const retry = useAction((client, reason: string | null) =>
    client.retryStage({
      path: { stage },
      body: reason === null ? {} : { reason: reason.slice(0, MAX_REASON) },
    }),
  );
  return (
    <div>
      <ul className="reasons">
        {reasons.map(({ reason, count: items, since }) => (
          <li key={reason}>
            <span title={`Since ${localTime(new Date(since), timezone)}`}>
              <strong className="tabular">{number(items)}</strong> {reason}
            </span>
            <Button
              small
              aria-label={`Retry items that failed with: ${reason}`}
              disabled={retry.isPending}
              onClick={() => retry.mutate(reason)}
            >
              Retry
            </Button>
          </li>
        ))}
      </ul>
      {retry.isError && <Failure error={retry.error} />}
      <div className="row">
        <ConfirmButton
          label="Retry all"
          title={`Retry ${count(dead, 'item')} of ${STAGE_TITLES[stage]}?`}
          text="They are queued again with all their attempts, at most 10,000 at once. Items that cannot succeed fail again."
          onConfirm={() => retry.mutate(null)}
        />
        <span className="quiet" role="status">
          {retry.data ? `${count(retry.data.retried, 'item')} queued again.` : ''}
        </span>
      </div>
    </div>
  );
}

function duration(seconds: number): string {
  if (seconds < 1) return '–';
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 86_400)} days`;
}
