import type { Delivery, ReplayDeliveries } from '@milepost/sdk';
import type { FormEvent } from 'react';
import { useAction, useApi, useCustomer, useRoles } from '../../lib/api.tsx';
import { entered } from '../../lib/form.ts';
import { count, localTime, number } from '../../lib/format.ts';
import { usePageSearch } from '../../lib/use-view.ts';
import { moment, nextDay } from '../../lib/zoned-time.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Disclosure } from '../../parts/disclosure.tsx';
import { Check, Field } from '../../parts/field.tsx';
import { Empty, Failure, Loaded } from '../../parts/states.tsx';
import { Paged } from '../../parts/tables/pager.tsx';
import { Table, type TableColumn } from '../../parts/tables/table.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { Sent } from './sent.tsx';

/** Every delivery with what it sends and its attempts, and buttons that send it again. */
export function Deliveries({ id }: { id: string }) {
  const { page = 1, state, event, from, to } = usePageSearch('webhook');
  const { timezone } = useCustomer().identity;
  const period = {
    ...(from !== undefined && { from: moment(from, timezone).toISOString() }),
    ...(to !== undefined && { to: moment(nextDay(to), timezone).toISOString() }),
  };
  const deliveries = useApi(
    'listDeliveries',
    { path: { webhook_id: id }, query: { state, event, ...period, page, page_size: 20 } },
    { intervalMs: 10_000, keepPrevious: true },
  );
  const isFiltered = [state, event, from, to].some((value) => value !== undefined);
  return (
    <Card title="Deliveries" note={<span className="quiet">Kept for 30 days</span>} wide>
      <DeliveryFilters id={id} isFiltered={isFiltered} />
      <Loaded query={deliveries} lines={8}>
        {({ deliveries, pagination }) => (
          <>
            {deliveries.length > 0 && !isFiltered && <ReplaySince id={id} />}
            {deliveries.length === 0 && (
              <Empty title={isFiltered ? 'No delivery fits the filters.' : 'No deliveries yet.'} />
            )}
            {isFiltered && pagination.total > 0 && (
              <p className="quiet">{count(pagination.total, 'delivery', 'deliveries')}</p>
            )}
            <ul className="matches">
              {deliveries.map((delivery) => (
                <li key={delivery.id} className="delivery-line">
                  <DeliveryRow delivery={delivery} webhookId={id} />
                </li>
              ))}
            </ul>
            <Paged page={page} hasMore={pagination.has_more} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

/** Sends the deliveries since a time again. */
function ReplaySince({ id }: { id: string }) {
  const { timezone } = useCustomer().identity;
  const has = useRoles();
  const replay = useAction((client, body: ReplayDeliveries) =>
    client.replayDeliveries({ path: { webhook_id: id }, body }),
  );
  if (!has('admin', 'test-alert-webhook-endpoint')) return null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { text, isChecked } = entered(event);
    const since = moment(text('since'), timezone);
    replay.mutate({ since: since.toISOString(), only_failed: isChecked('only_failed') });
  };
  return (
    <form className="replay" aria-label="Send again" onSubmit={submit}>
      <Field
        label="Send deliveries again since"
        hint={`Time zone: ${timezone}`}
        name="since"
        type="datetime-local"
        required
      />
      <Check label="Only failed ones" name="only_failed" defaultChecked />
      <Button type="submit" disabled={replay.isPending}>
        Send all again
      </Button>
      {replay.data && (
        <p role="status">
          {count(replay.data.replayed, 'delivery', 'deliveries')} queued
          {replay.data.has_more && '. There are more: send again to continue'}.
        </p>
      )}
      {replay.error && <Failure error={replay.error} />}
    </form>
  );
}

const TONES = { waiting: 'warn', delivered: 'active', failed: 'failed', held: 'none' };

const TEST = 'alert.test';

function contentOf(event: string, matches: number): string {
  if (event === TEST) return 'test event';
  if (event === 'watchlist.changes_found') return count(matches, 'change');
  if (event === 'objection.received') return count(matches, 'objection');
  return event === 'alert.match_corrected'
    ? count(matches, 'corrected match', 'corrected matches')
    : count(matches, 'match', 'matches');
}

function DeliveryRow({ delivery, webhookId }: { delivery: Delivery; webhookId: string }) {
  const { timezone } = useCustomer().identity;
  const has = useRoles();
  const replay = useAction((client) =>
    client.replayDelivery({ path: { webhook_id: webhookId, delivery_id: delivery.id } }),
  );
  const { event, alert_name, total_matches, state, failure, created_at, attempts } = delivery;
  const last = attempts.at(-1);
  const body: TableColumn<Delivery['attempts'][number]> = {
    label: 'Body',
    show: ({ response_body }) => <code>{response_body.slice(0, 200)}</code>,
  };
  const hasBodies = attempts.some(({ response_body }) => response_body !== '');
  return (
    <>
      <Disclosure
        param="delivery"
        id={delivery.id}
        className="delivery"
        summary={
          <>
            <span className={`badge badge-${TONES[state]}`}>{state}</span> <strong>{alert_name}</strong>{' '}
            <span className="quiet">
              {contentOf(event, total_matches)} · {localTime(new Date(created_at), timezone)} ·{' '}
              {count(attempts.length, 'attempt')}
              {last !== undefined && ` · ${last.status ?? last.error}`}
            </span>
          </>
        }
      >
        {failure !== null && <p className="field-error">{failure}</p>}
        <Table
          caption="Attempts"
          isWide
          rows={attempts}
          keyOf={({ time }) => time}
          columns={[
            { label: 'Time', show: ({ time }) => localTime(new Date(time), timezone) },
            { label: 'Response', show: ({ status, error }) => status ?? error },
            { label: 'Duration', align: 'right', show: ({ duration_ms }) => `${number(duration_ms)} ms` },
            ...(hasBodies ? [body] : []),
          ]}
        />
        {event === TEST ? (
          <p className="quiet">What a test event sends is not stored.</p>
        ) : (
          <Sent webhookId={webhookId} id={delivery.id} attempts={attempts} />
        )}
      </Disclosure>
      {event !== TEST && has('admin', 'test-alert-webhook-endpoint') && (
        <Button
          small
          disabled={replay.isPending}
          aria-label={`Send again: ${alert_name}`}
          onClick={() => replay.mutate()}
        >
          Send again
        </Button>
      )}
      {replay.error && <Failure error={replay.error} />}
    </>
  );
}
