import type {
  ApiError,
  DeliveriesReplayed,
  Delivery,
  UpdateWebhook,
  Webhook,
  WebhookStatus,
  WebhookTestResults,
} from '@milepost/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useApi, useCustomer, useRoles } from '../../lib/api.tsx';
import { count, localTime, number } from '../../lib/format.ts';
import type { Search } from '../../lib/search.ts';
import { useTitle } from '../../lib/title.tsx';
import { Card, Facts } from '../../parts/card.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Field } from '../../parts/field.tsx';
import { Paged } from '../../parts/paged.tsx';
import { Empty, Failure, Loaded } from '../../parts/states.tsx';
import { newSecret, Secret } from './secret.tsx';
import { stateOf } from './webhooks.tsx';

export function Page() {
  const { id } = useParams({ from: '/webhooks/$id' });
  const webhook = useApi('getWebhook', { path: { webhook_id: id } });
  useTitle('Webhook');
  return (
    <Loaded query={webhook} lines={8}>
      {(webhook) => (
        <div className="stack">
          <Overview webhook={webhook} />
          <Deliveries id={id} />
        </div>
      )}
    </Loaded>
  );
}

function Overview({ webhook }: { webhook: WebhookStatus }) {
  const { client, identity } = useCustomer();
  const has = useRoles();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const path = { webhook_id: webhook.id };
  const [secret, setSecret] = useState<string | null>(null);
  const update = useMutation<Webhook, ApiError, UpdateWebhook>({
    mutationFn: (body) => client.updateWebhook({ path, body }),
    onSuccess: (_, body) => {
      if (typeof body.secret === 'string') setSecret(body.secret);
      return queries.invalidateQueries();
    },
  });
  const remove = useMutation<undefined, ApiError>({
    mutationFn: () => client.deleteWebhook({ path }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['listWebhooks'] });
      navigate({ to: '/webhooks' });
    },
  });
  const test = useMutation<WebhookTestResults, ApiError>({
    mutationFn: () => client.testWebhook({ body: { webhook_id: webhook.id } }),
  });
  const error = update.error ?? remove.error ?? test.error;
  const [label, tone] = stateOf(webhook);
  const result = test.data?.results[0];
  return (
    <Card title="Webhook" note={<span className={`badge badge-${tone}`}>{label}</span>}>
      <p className="figure">{webhook.webhook_url}</p>
      <Facts
        rows={[
          ['Description', webhook.description ?? '–'],
          ['Created', localTime(new Date(webhook.created_at), identity.timezone)],
          ['Disabled because', webhook.disabled_reason ?? '–'],
          [
            'Failing since',
            webhook.failing_since === null
              ? '–'
              : localTime(new Date(webhook.failing_since), identity.timezone),
          ],
        ]}
      />
      <div className="toolbar">
        {has('admin', 'test-alert-webhook-endpoint') && (
          <button
            type="button"
            className="button button-small"
            disabled={test.isPending}
            onClick={() => test.mutate()}
          >
            {test.isPending ? 'Sending…' : 'Send test event'}
          </button>
        )}
        {has('admin', 'edit-alert-webhook-endpoint') && (
          <>
            <button
              type="button"
              className="button button-small"
              onClick={() => update.mutate({ enabled: !webhook.enabled })}
            >
              {webhook.enabled ? 'Disable' : 'Enable'}
            </button>
            <button
              type="button"
              className="button button-small"
              onClick={() => update.mutate({ secret: newSecret() })}
            >
              Rotate secret
            </button>
          </>
        )}
        {has('admin', 'external-api-delete-alert-webhook-endpoint') && (
          <ConfirmButton
            label="Delete"
            title="Delete this webhook?"
            text="Its deliveries are deleted too. This cannot be undone."
            onConfirm={() => remove.mutate()}
          />
        )}
      </div>
      {secret !== null && <Secret secret={secret} />}
      {error && <Failure error={error} />}
      {result && (
        <p className={result.delivered ? 'notice' : 'failure'} role="status">
          {result.delivered ? 'Delivered' : 'Not delivered'}: {result.status ?? result.error} in{' '}
          {number(result.duration_ms)} ms
        </p>
      )}
    </Card>
  );
}

function Deliveries({ id }: { id: string }) {
  const { page = 1 }: Search['paged'] = useSearch({ from: '/webhooks/$id' });
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
  const { client } = useCustomer();
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
    const since = new Date(String(form.get('since'))).toISOString();
    replay.mutate({ since, only_failed: form.get('only_failed') !== null });
  };
  return (
    <form className="open" aria-label="Send again" onSubmit={submit}>
      <Field label="Send all deliveries again since" name="since" type="datetime-local" required />
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

const TONES = { waiting: 'stored', delivered: 'active', failed: 'failed', held: 'none' };

function DeliveryRow({ delivery, webhookId }: { delivery: Delivery; webhookId: string }) {
  const { client, identity } = useCustomer();
  const has = useRoles();
  const queries = useQueryClient();
  const replay = useMutation({
    mutationFn: () => client.replayDelivery({ path: { webhook_id: webhookId, delivery_id: delivery.id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['listDeliveries'] }),
  });
  const { alert_name, total_matches, state, failure, created_at, attempts } = delivery;
  return (
    <details className="delivery">
      <summary>
        <span className={`badge badge-${TONES[state]}`}>{state}</span> <strong>{alert_name}</strong>{' '}
        <span className="quiet">
          {count(total_matches, 'match', 'matches')} · {localTime(new Date(created_at), identity.timezone)} ·{' '}
          {count(attempts.length, 'attempt')}
        </span>
      </summary>
      {failure !== null && <p className="field-error">{failure}</p>}
      <table className="list">
        <thead>
          <tr>
            <th>Time</th>
            <th>Response</th>
            <th className="right">Duration</th>
            <th>Body</th>
          </tr>
        </thead>
        <tbody>
          {attempts.map(({ time, status, duration_ms, error, response_body }) => (
            <tr key={time}>
              <td>{localTime(new Date(time), identity.timezone)}</td>
              <td>{status ?? error}</td>
              <td className="right">{number(duration_ms)} ms</td>
              <td>
                <code>{response_body.slice(0, 200)}</code>
              </td>
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
    </details>
  );
}
