import type { ApiError, UpdateWebhook, Webhook, WebhookStatus, WebhookTestResults } from '@milepost/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi, useCustomer, useRoles } from '../../lib/api.tsx';
import { localTime } from '../../lib/format.ts';
import { useTitle } from '../../lib/title.tsx';
import { useDialog } from '../../lib/use-view.ts';
import { Card, Facts } from '../../parts/card.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { Deliveries } from './deliveries.tsx';
import { newSecret, Secret } from './secret.tsx';
import { TestResult } from './test-result.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { stateOf } from './webhooks.tsx';

export function Page() {
  const { id } = useParams({ from: '/webhooks/$id' });
  const webhook = useApi('getWebhook', { path: { webhook_id: id } });
  useTitle(webhook.data === undefined ? 'Webhook' : `Webhook ${new URL(webhook.data.webhook_url).host}`);
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
  const [isEditing, setEditing] = useDialog('edit');
  const update = useMutation<Webhook, ApiError, UpdateWebhook>({
    mutationFn: (body) => client.updateWebhook({ path, body }),
    onSuccess: (_, body) => {
      if (typeof body.secret === 'string') setSecret(body.secret);
      setEditing(false);
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
  const error = (isEditing ? null : update.error) ?? remove.error ?? test.error;
  const [label, tone] = stateOf(webhook);
  const since = webhook.failing_since;
  const { disabled_reason: reason } = webhook;
  return (
    <Card title="Webhook" note={<span className={`badge badge-${tone}`}>{label}</span>}>
      <p className="figure">{webhook.webhook_url}</p>
      <Facts
        rows={[
          ['Description', webhook.description ?? '–'],
          ['Created', localTime(new Date(webhook.created_at), identity.timezone)],
          ...(reason === null ? [] : [['Disabled because', reason] as [string, string]]),
          ...(since === null
            ? []
            : [['Failing since', localTime(new Date(since), identity.timezone)] as [string, string]]),
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
            <button type="button" className="button button-small" onClick={() => setEditing(!isEditing)}>
              Edit
            </button>
            <button
              type="button"
              className="button button-small"
              disabled={update.isPending}
              onClick={() => update.mutate({ enabled: !webhook.enabled })}
            >
              {webhook.enabled ? 'Disable' : 'Enable'}
            </button>
            <ConfirmButton
              label="Rotate secret"
              title="Rotate the secret?"
              text="The new secret is shown once. For 24 hours, receivers that hold the old secret still accept deliveries."
              isDangerous={false}
              onConfirm={() => update.mutate({ secret: newSecret() })}
            />
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
      {isEditing && (
        <WebhookForm
          initial={webhook}
          submitLabel="Save"
          error={update.error}
          isPending={update.isPending}
          onSubmit={(body) => update.mutate(body)}
        />
      )}
      {secret !== null && <Secret secret={secret} />}
      {error && <Failure error={error} />}
      {test.data?.results[0] && <TestResult result={test.data.results[0]} />}
    </Card>
  );
}
