import type { ApiError, DeliveriesReplayed, Delivery } from '@milepost/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useApi, useCustomer, useRoles } from '../../lib/api.tsx';
import { count, localTime, number } from '../../lib/format.ts';
import { usePageSearch } from '../../lib/use-view.ts';
import { moment } from '../../lib/zoned-time.ts';
import { Card } from '../../parts/card.tsx';
import { Disclosure } from '../../parts/disclosure.tsx';
import { Field } from '../../parts/field.tsx';
import { Paged } from '../../parts/paged.tsx';
import { Empty, Failure, Loaded } from '../../parts/states.tsx';

/** Every delivery with its attempts, and buttons that send it again. */
export function Deliveries({ id }: { id: string }) {
  const { page = 1 } = usePageSearch('paged');
  const deliveries = useApi(
    'listDeliveries',
    { path: { webhook_id: id }, query: { page, page_size: 20 } },
    { intervalMs: 10_000, keepPrevious: true },
  );
  return (
    <Card title="Deliveries" note={<span className="quiet">Kept for 30 days</span>} wide>
      <Loaded query={deliveries} lines={8}>
        {({ deliveries, pagination }) => (
          <>
            {deliveries.length === 0 ? <Empty title="No deliveries yet." /> : <ReplaySince id={id} />}
            <ul className="matches">
              {deliveries.map((delivery) => (
                <li key={delivery.id}>
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
  const { client, identity } = useCustomer();
  const has = useRoles();
  const queries = useQueryClient();
  const replay = useMutation<DeliveriesReplayed, ApiError, { since: string; only_failed: boolean }>({
    mutationFn: (body) => client.replayDeliveries({ path: { webhook_id: id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['listDeliveries'] }),
  });
  if (!has('admin', 'test-alert-webhook-endpoint')) return null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const since = moment(String(form.get('since')), identity.timezone);
    replay.mutate({ since: since.toISOString(), only_failed: form.get('only_failed') !== null });
  };
  return (
    <form className="replay" aria-label="Send again" onSubmit={submit}>
      <Field
        label="Send deliveries again since"
        hint={`Time zone: ${identity.timezone}`}
        name="since"
        type="datetime-local"
        required
      />
      <label className="check">
        <input type="checkbox" name="only_failed" defaultChecked />
        Only failed ones
      </label>
      <button type="submit" className="button" disabled={replay.isPending}>
        Send all again
      </button>
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

function DeliveryRow({ delivery, webhookId }: { delivery: Delivery; webhookId: string }) {
  const { client, identity } = useCustomer();
  const has = useRoles();
  const queries = useQueryClient();
  const replay = useMutation({
    mutationFn: () => client.replayDelivery({ path: { webhook_id: webhookId, delivery_id: delivery.id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['listDeliveries'] }),
  });
  const { alert_name, total_matches, state, failure, created_at, attempts } = delivery;
  const last = attempts.at(-1);
  const hasBodies = attempts.some(({ response_body }) => response_body !== '');
  return (
    <Disclosure
      param="delivery"
      id={delivery.id}
      className="delivery"
      summary={
        <>
          <span className={`badge badge-${TONES[state]}`}>{state}</span> <strong>{alert_name}</strong>{' '}
          <span className="quiet">
            {count(total_matches, 'match', 'matches')} · {localTime(new Date(created_at), identity.timezone)}{' '}
            · {count(attempts.length, 'attempt')}
            {last !== undefined && ` · ${last.status ?? last.error}`}
          </span>
        </>
      }
    >
      {failure !== null && <p className="field-error">{failure}</p>}
      <table className="list">
        <thead>
          <tr>
            <th>Time</th>
            <th>Response</th>
            <th className="right">Duration</th>
            {hasBodies && <th>Body</th>}
          </tr>
        </thead>
        <tbody>
          {attempts.map(({ time, status, duration_ms, error, response_body }) => (
            <tr key={time}>
              <td>{localTime(new Date(time), identity.timezone)}</td>
              <td>{status ?? error}</td>
              <td className="right">{number(duration_ms)} ms</td>
              {hasBodies && (
                <td>
                  <code>{response_body.slice(0, 200)}</code>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {has('admin', 'test-alert-webhook-endpoint') && (
        <button
          type="button"
          className="button button-small"
          disabled={replay.isPending}
          onClick={() => replay.mutate()}
        >
          Send again
        </button>
      )}
    </Disclosure>
  );
}
