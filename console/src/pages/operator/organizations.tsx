import type { NewOrganization, Organization } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction, useApi } from '../../lib/api.tsx';
import type { Entered } from '../../lib/form.ts';
import { count, day } from '../../lib/format.ts';
import { useChangeView, useDialog, usePageSearch, useTypedText } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Modal } from '../../parts/modal.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { KINDS, StateBadge } from './organization-kind.tsx';

export function Page() {
  const { query = '' } = usePageSearch('organizations');
  const change = useChangeView();
  const organizations = useApi('listOrganizations', {});
  const [isNew, setIsNew] = useDialog('new');
  const [text, setText] = useTypedText(query, (next) => change({ query: next || undefined }, 'replace'));
  const matches = ({ name, organization_id }: Organization) =>
    name.toLowerCase().includes(query.toLowerCase()) || String(organization_id) === query;
  return (
    <div className="stack">
      <div className="page-bar">
        <input
          className="input"
          type="search"
          aria-label="Filter organizations"
          placeholder="Filter by name or ID"
          maxLength={200}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button main className="push" onClick={() => setIsNew(true)}>
          New organization
        </Button>
      </div>
      <Loaded query={organizations} lines={8}>
        {({ organizations }) => {
          const found = organizations.filter(matches);
          return (
            <section className="card" aria-label="Organizations">
              <p className="quiet">{count(found.length, 'organization')}</p>
              {found.length === 0 ? (
                <Empty title="No organization has this name." />
              ) : (
                <Table
                  caption="Organizations"
                  rows={found}
                  keyOf={({ organization_id }) => organization_id}
                  columns={[
                    {
                      label: 'Name',
                      show: ({ organization_id, name }) => (
                        <Link
                          to="/organizations/$id"
                          params={{ id: String(organization_id) }}
                          className="row-name"
                          data-list-item
                        >
                          {name}
                        </Link>
                      ),
                    },
                    { label: 'ID', show: ({ organization_id }) => <code>{organization_id}</code> },
                    { label: 'Type', show: ({ kind }) => KINDS[kind] },
                    { label: 'Time zone', show: ({ timezone }) => timezone },
                    { label: 'Sign-in', show: signInOf },
                    { label: 'Created', show: ({ created_at }) => day(created_at) },
                    { label: 'State', show: (one) => <StateBadge disabledAt={one.disabled_at} /> },
                  ]}
                />
              )}
            </section>
          );
        }}
      </Loaded>
      <Create open={isNew} onOpenChange={setIsNew} />
    </div>
  );
}

function signInOf({ require_sso, require_totp }: Organization): string {
  if (require_sso) return 'Single sign-on';
  return require_totp ? 'Password and code' : 'Password';
}

const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];
/** An operator organization can only be created on the command line. */
const CUSTOMER_KINDS = ['insurance', 'broker', 'partner', 'carrier'] as const;

function Create({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [created, setCreated] = useState<NewOrganization | null>(null);
  const create = useAction(
    (client, body: { name: string; kind: (typeof CUSTOMER_KINDS)[number]; timezone: string }) =>
      client.createOrganization({ body }),
    setCreated,
  );
  const submit = ({ text }: Entered) => {
    const kind = CUSTOMER_KINDS.find((one) => one === text('kind')) ?? 'broker';
    create.mutate({ name: text('name'), kind, timezone: text('timezone') });
  };
  const change = (next: boolean) => {
    if (!next) {
      setCreated(null);
      create.reset();
    }
    onOpenChange(next);
  };
  return (
    <Modal open={open} onOpenChange={change} title={created?.name ?? 'New organization'}>
      {created === null ? (
        <Form
          name="organization"
          action={create}
          submit="Create organization"
          submitting="Creating…"
          onSubmit={submit}
        >
          <Field label="Name" name="name" required maxLength={200} />
          <Select
            label="Type"
            name="kind"
            defaultValue="broker"
            options={CUSTOMER_KINDS.map((kind) => [kind, KINDS[kind]])}
          />
          <Field
            label="Time zone"
            name="timezone"
            required
            list="zones"
            defaultValue="America/Chicago"
            hint="Times in its console and emails are in this zone."
          />
          <datalist id="zones">
            {ZONES.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </Form>
      ) : (
        <>
          <ShownOnce
            note="Store the first API key of the organization now. It is not shown again."
            value={created.api_key}
          />
          <Link
            className="button button-main"
            to="/organizations/$id"
            params={{ id: String(created.organization_id) }}
          >
            Invite its first user
          </Link>
        </>
      )}
    </Modal>
  );
}
