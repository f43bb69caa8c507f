import type { ApiKey, NewApiKey } from '@milepost/sdk';
import { useState } from 'react';
import { useAction, useApi } from '../../../lib/api.tsx';
import type { Entered } from '../../../lib/form.ts';
import { count, day } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Card } from '../../../parts/card.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { Field, Select } from '../../../parts/field.tsx';
import { Form } from '../../../parts/form.tsx';
import { RelativeTime } from '../../../parts/relative-time.tsx';
import { ShownOnce } from '../../../parts/shown-once.tsx';
import { Empty, Failure, Loaded } from '../../../parts/states.tsx';
import { Table } from '../../../parts/tables/table.tsx';

const DAY_MS = 86_400_000;

export function Keys({ organizationId }: { organizationId: number }) {
  const path = { organization_id: organizationId };
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
                <Table
                  caption="API keys"
                  rows={api_keys}
                  keyOf={({ api_key_id }) => api_key_id}
                  columns={[
                    { label: 'Name', show: ({ name }) => <span className="row-name">{name}</span> },
                    { label: 'Key', show: ({ hint }) => <code>{hint}…</code> },
                    { label: 'Created', show: ({ created_at }) => day(created_at) },
                    {
                      label: 'Last used',
                      show: ({ last_used_at }) => <RelativeTime at={last_used_at} now={now} />,
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
  const submit = ({ text }: Entered, form: HTMLFormElement) => {
    const days = Number(text('days'));
    const expires_at = days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : undefined;
    create.mutate({ name: text('name'), expires_at }, { onSuccess: () => form.reset() });
  };
  return (
    <Card title="New API key">
      <Form
        name="key"
        className="fields key-form"
        action={create}
        submit="Create key"
        submitting="Creating…"
        onSubmit={submit}
      >
        <Field label="Name" name="name" required maxLength={200} placeholder="camera-7" />
        <Select
          label="Expires"
          name="days"
          defaultValue="365"
          options={[
            [30, 'In 30 days'],
            [90, 'In 90 days'],
            [365, 'In one year'],
            [0, 'Never'],
          ]}
        />
      </Form>
      {created !== null && (
        <ShownOnce
          note={`Store the key ${created.name} now. It is not shown again.`}
          value={created.api_key}
        />
      )}
    </Card>
  );
}
