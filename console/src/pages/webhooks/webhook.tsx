import type { UpdateWebhook, WebhookStatus } from '@milepost/sdk';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction, useApi, useCustomer, useRoles } from '../../lib/api.tsx';
import { localTime } from '../../lib/format.ts';
import { useTitle } from '../../lib/title.tsx';
import { useDialog } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Card, Facts } from '../../parts/card.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { Deliveries } from './deliveries.tsx';
import { Events } from './events.tsx';
import { Latency } from './latency.tsx';
import { newSecret, SECRET_NOTE, TestResult, WebhookForm } from './webhook-form.tsx';
import { stateOf } from './webhooks.tsx';

export function Page() {
  const { id } = useParams({ from: '/webhooks/$id' });
  const webhook = useApi('getWebhook', { path: { webhook_id: id } });
  useTitle(webhook.data === undefined ? 'Webhook' : `Webhook ${new URL(webhook.data.webhook_url).host}`);
  return (
    <Loaded query={webhook} lines={8} roles={['external-api-get-webhook-list']}>
      {(webhook) => (
        <div className="stack">
          <Overview webhook={webhook} />
          <Events id={id} />
          <Latency id={id} />
          <Deliveries id={id} />
        </div>
      )}
    </Loaded>
  );
}

function Overview({ webhook }: { webhook: WebhookStatus }) {
  const { timezone } = useCustomer().identity;
  const has = useRoles();
  const navigate = useNavigate();
  const path = { webhook_id: webhook.id };
  const [secret, setSecret] = useState<string | null>(null);
  const [isEditing, setEditing] = useDialog('edit');
  const update = useAction(
    (client, body: UpdateWebhook) => client.updateWebhook({ path, body }),
    (_, body) => {
      if (typeof body.secret === 'string') setSecret(body.secret);
      setEditing(false);
    },
  );
  const remove = useAction(
    (client) => client.deleteWebhook({ path }),
    () => navigate({ to: '/webhooks' }),
  );
  const test = useAction((client) => client.testWebhook({ body: path }));
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
          ['Created', localTime(new Date(webhook.created_at), timezone)],
          ...(reason === null ? [] : [['Disabled because', reason] as [string, string]]),
          ...(since === null
            ? []
            : [['Failing since', localTime(new Date(since), timezone)] as [string, string]]),
        ]}
      />
      <div className="toolbar">
        {has('admin', 'test-alert-webhook-endpoint') && (
          <Button small disabled={test.isPending} onClick={() => test.mutate()}>
            {test.isPending ? 'Sending…' : 'Send test event'}
          </Button>
        )}
        {has('admin', 'edit-alert-webhook-endpoint') && (
          <>
            <Button small onClick={() => setEditing(!isEditing)}>
              Edit
            </Button>
            <Button
              small
              disabled={update.isPending}
              onClick={() => update.mutate({ enabled: !webhook.enabled })}
            >
              {webhook.enabled ? 'Disable' : 'Enable'}
            </Button>
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
          name="edit"
          action={update}
          onSubmit={(body) => update.mutate(body)}
        />
      )}
      {secret !== null && <ShownOnce note={SECRET_NOTE} value={secret} />}
      {error && <Failure error={error} />}
      {test.data && <TestResult {...test.data} />}
    </Card>
  );
}
