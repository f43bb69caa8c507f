import type { ApiError, Webhook, WebhookStatus } from '@milepost/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useApi, useCustomer, useRoles } from '../../lib/api.tsx';
import { count, localTime } from '../../lib/format.ts';
import { useListKeys } from '../../lib/use-list-keys.ts';
import { Card } from '../../parts/card.tsx';
import { Field } from '../../parts/field.tsx';
import { Empty, Failure, Loaded } from '../../parts/states.tsx';
import { newSecret, Secret } from './secret.tsx';
import { Snippets } from './snippets.tsx';

export function Page() {
  const has = useRoles();
  const webhooks = useApi('listWebhooks', {}, { intervalMs: 30_000 });
  return (
    <div className="stack">
      {has('admin', 'create-alert-webhook-endpoint') && <Create />}
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
      <Snippets />
    </div>
  );
}

export function stateOf({
  enabled,
  disabled_reason,
  failing_since,
}: WebhookStatus): [label: string, tone: string] {
  if (!enabled) return [disabled_reason === null ? 'Disabled' : 'Disabled by the service', 'failed'];
  return failing_since === null ? ['Enabled', 'active'] : ['Failing', 'stored'];
}

function List({ webhooks }: { webhooks: WebhookStatus[] }) {
  const { timezone } = useCustomer().identity;
  const list = useListKeys<HTMLUListElement>();
  return (
    <ul className="results" ref={list}>
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
  const queries = useQueryClient();
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const create = useMutation<Webhook, ApiError, string>({
    mutationFn: (secret) =>
      client.createWebhook({ body: { webhook_url: url.trim(), secret, description: description || null } }),
    onSuccess: (_, secret) => {
      setSecret(secret);
      setUrl('');
      setDescription('');
      return queries.invalidateQueries({ queryKey: ['listWebhooks'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(newSecret());
  };
  return (
    <Card title="New webhook">
      <form className="fields" onSubmit={submit}>
        <Field
          label="URL"
          type="url"
          required
          placeholder="https://example.com/milepost"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <Field
          label="Description"
          maxLength={200}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
        <button type="submit" className="button button-main" disabled={create.isPending}>
          Create webhook
        </button>
      </form>
      {create.isError && <Failure error={create.error} />}
      {secret !== null && <Secret secret={secret} />}
    </Card>
  );
}
