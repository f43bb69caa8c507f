import type { ApiError, Webhook, WebhookStatus, WebhookTestResults } from '@milepost/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi, useCustomer, useRoles } from '../../lib/api.tsx';
import { count, localTime } from '../../lib/format.ts';
import { Card } from '../../parts/card.tsx';
import { Empty, Failure, Loaded } from '../../parts/states.tsx';
import { newSecret, Secret } from './secret.tsx';
import { Snippets } from './snippets.tsx';
import { TestResult } from './test-result.tsx';
import { WebhookForm } from './webhook-form.tsx';

export function Page() {
  const has = useRoles();
  const webhooks = useApi('listWebhooks', {}, { intervalMs: 30_000 });
  return (
    <div className="stack">
      <Loaded query={webhooks} lines={6}>
        {({ webhooks }) => (
          <Card title="Webhooks" note={<span className="quiet">{count(webhooks.length, 'webhook')}</span>}>
            {webhooks.length === 0 ? (
              <Empty title="No webhooks yet.">
                A webhook receives the matches of all active alerts of your organization, signed.
              </Empty>
            ) : (
              <List webhooks={webhooks} />
            )}
          </Card>
        )}
      </Loaded>
      {/* Below a list of unknown height: it would move. */}
      {(webhooks.data !== undefined || webhooks.error !== null) && (
        <>
          {has('admin', 'create-alert-webhook-endpoint') && <Create />}
          <Snippets />
        </>
      )}
    </div>
  );
}

export function stateOf({
  enabled,
  disabled_reason,
  failing_since,
}: WebhookStatus): [label: string, tone: string] {
  if (!enabled) return [disabled_reason === null ? 'Disabled' : 'Disabled by the service', 'failed'];
  return failing_since === null ? ['Enabled', 'active'] : ['Failing', 'warn'];
}

function List({ webhooks }: { webhooks: WebhookStatus[] }) {
  const { timezone } = useCustomer().identity;
  return (
    <ul className="results">
      {webhooks.map((webhook) => {
        const [label, tone] = stateOf(webhook);
        return (
          <li key={webhook.id} className="result">
            <Link to="/webhooks/$id" params={{ id: webhook.id }} className="result-link" data-list-item>
              <span className="result-name">{webhook.webhook_url}</span>
              <span className="quiet">{webhook.description ?? 'No description'}</span>
              <span className="result-side">
                <span className={`badge badge-${tone}`}>{label}</span>
                <span className="quiet">Created {localTime(new Date(webhook.created_at), timezone)}</span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** The page generates the secret, sends it and shows it once: no response contains it. */
function Create() {
  const { client } = useCustomer();
  const has = useRoles();
  const queries = useQueryClient();
  /** Of the webhook that is being entered; a test signs with it too. */
  const [next, setNext] = useState(newSecret);
  const [created, setCreated] = useState<string | null>(null);
  const create = useMutation<Webhook, ApiError, { webhook_url: string; description: string | null }>({
    mutationFn: (body) => client.createWebhook({ body: { ...body, secret: next } }),
    onSuccess: () => {
      setCreated(next);
      setNext(newSecret());
      test.reset();
      return queries.invalidateQueries({ queryKey: ['listWebhooks'] });
    },
  });
  const test = useMutation<WebhookTestResults, ApiError, string>({
    mutationFn: (webhook_url) => client.testWebhook({ body: { webhook_url, secret: next } }),
  });
  return (
    <Card title="New webhook">
      <WebhookForm
        key={created}
        initial={{ webhook_url: '', description: null }}
        submitLabel="Create webhook"
        error={create.error}
        isPending={create.isPending}
        onSubmit={(body) => create.mutate(body)}
      >
        {(url) =>
          has('admin', 'test-alert-webhook-endpoint') && (
            <button
              type="button"
              className="button"
              disabled={url === '' || test.isPending}
              onClick={() => test.mutate(url)}
            >
              {test.isPending ? 'Sending…' : 'Send test event'}
            </button>
          )
        }
      </WebhookForm>
      {test.error && <Failure error={test.error} />}
      {test.data?.results[0] && <TestResult result={test.data.results[0]} />}
      {created !== null && <Secret key={created} secret={created} />}
    </Card>
  );
}
