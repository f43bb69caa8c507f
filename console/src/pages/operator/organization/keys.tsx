import type { ApiKey, NewApiKey } from '@milepost/sdk';
import { type FormEvent, useState } from 'react';
import { useApi, useCustomer } from '../../../lib/api.tsx';
import { count, day, localTime, relativeTime } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Rows } from '../../../parts/admin/rows.tsx';
import { ShownOnce } from '../../../parts/admin/shown-once.tsx';
import { Card } from '../../../parts/card.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { Field } from '../../../parts/field.tsx';
import { Empty, Failure, Loaded } from '../../../parts/states.tsx';

const DAY_MS = 86_400_000;

export function Keys({ organizationId }: { organizationId: number }) {
  const path = { organization_id: organizationId };
  const { timezone } = useCustomer().identity;
  const keys = useApi('listApiKeys', { path });
  const revoke = useAction((client, api_key_id: number) =>
    client.revokeApiKey({ path: { ...path, api_key_id } }),
  );
  const now = useNow(60_000);
  const stateOf = ({ revoked_at, expires_at }: ApiKey): [label: string, tone: string] => {
    if (revoked_at !== null) return ['Revoked', 'failed'];
    if (expires_at !== null && Date.parse(expires_at) <= now) return ['Expired', 'failed'];
    return ['Active', 'active'];
  };
  return (
    <>
      <Create organizationId={organizationId} />
      <Card title="API keys">
        <Loaded query={keys} lines={5}>
          {({ api_keys }) =>
            api_keys.length === 0 ? (
              <Empty title="No API keys yet.">Programs need a key and a service user.</Empty>
            ) : (
              <>
                <p className="quiet">{count(api_keys.length, 'key')}</p>
                <Rows
                  caption="API keys"
                  rows={api_keys}
                  keyOf={({ api_key_id }) => api_key_id}
                  columns={[
                    { label: 'Name', show: ({ name }) => <span className="row-name">{name}</span> },
                    { label: 'Key', show: ({ hint }) => <code>{hint}…</code> },
                    { label: 'Created', show: ({ created_at }) => day(created_at) },
                    {
                      label: 'Last used',
                      show: ({ last_used_at }) =>
                        last_used_at === null ? (
                          <span className="quiet">Never</span>
                        ) : (
                          <time dateTime={last_used_at} title={localTime(new Date(last_used_at), timezone)}>
                            {relativeTime(new Date(last_used_at), now)}
                          </time>
                        ),
                    },
                    {
                      label: 'Expires',
                      show: ({ expires_at }) => (expires_at === null ? 'Never' : day(expires_at)),
                    },
                    {
                      label: 'State',
                      show: (key) => {
                        const [label, tone] = stateOf(key);
                        return <span className={`badge badge-${tone}`}>{label}</span>;
                      },
                    },
                    {
                      label: 'Actions',
                      isActions: true,
                      show: ({ api_key_id, name, revoked_at }) =>
                        revoked_at === null && (
                          <ConfirmButton
                            label="Revoke"
                            title={`Revoke the key ${name}?`}
                            text="Programs that use it are rejected immediately. This cannot be undone."
                            onConfirm={() => revoke.mutate(api_key_id)}
                          />
                        ),
                    },
                  ]}
                />
              </>
            )
          }
        </Loaded>
        {revoke.isError && <Failure error={revoke.error} />}
      </Card>
    </>
  );
}

function Create({ organizationId }: { organizationId: number }) {
  const [created, setCreated] = useState<NewApiKey | null>(null);
  const create = useAction(
    (client, body: { name: string; expires_at?: string }) =>
      client.createApiKey({ path: { organization_id: organizationId }, body }),
    setCreated,
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const days = Number(values.get('days'));
    const expires = days > 0 && { expires_at: new Date(Date.now() + days * DAY_MS).toISOString() };
    create.mutate({ name: String(values.get('name')), ...expires }, { onSuccess: () => form.reset() });
  };
  return (
    <Card title="New API key">
      <form className="fields key-form" onSubmit={submit}>
        <Field label="Name" name="name" required maxLength={200} placeholder="camera-7" />
        <div className="field">
          <label htmlFor="key-days">Expires</label>
          <select id="key-days" name="days" defaultValue="365">
            <option value="30">In 30 days</option>
            <option value="90">In 90 days</option>
            <option value="365">In one year</option>
            <option value="0">Never</option>
          </select>
        </div>
        <button type="submit" className="button button-main" disabled={create.isPending}>
          Create key
        </button>
      </form>
      {create.isError && <Failure error={create.error} />}
      {created !== null && (
        <ShownOnce
          note={`Store the key ${created.name} now. It is not shown again.`}
          value={created.api_key}
        />
      )}
    </Card>
  );
}
