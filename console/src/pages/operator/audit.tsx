import type { AuditEntry } from '@milepost/sdk';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useApi, useCustomer, useScope } from '../../lib/api.tsx';
import { entered } from '../../lib/form.ts';
import { count, localTime } from '../../lib/format.ts';
import { useOpened, usePageSearch } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Facts } from '../../parts/card.tsx';
import { Check } from '../../parts/field.tsx';
import { Modal } from '../../parts/modal.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { auditQuery, CheckAudit, ExportAudit } from './audit-tools.tsx';
import { OrganizationSelect } from './organization-select.tsx';

const PAGE_SIZE = 50;
const TONES: Record<AuditEntry['outcome'], string> = {
  success: 'active',
  denied: 'warn',
  failed: 'failed',
  unknown: 'none',
};

/** The beginnings of the actions, by what they are about. */
const SUBJECTS: Record<string, string> = {
  'alert.': 'Alerts',
  'session.': 'Sign-ins',
  'user.': 'Users',
  'invitation.': 'Invitations',
  'key.': 'API keys',
  'webhook.': 'Webhooks',
  'delivery.': 'Deliveries',
  'organization.': 'Organizations',
  'quota.': 'Quotas',
  'image.': 'Images',
  'sighting.': 'Sightings',
  'vehicle.': 'Vehicles',
  'case.': 'Cases',
  'check.': 'Vetting',
  'watchlist.': 'Watchlists',
  'dock-check.': 'Dock checks',
  'stage.': 'Stages',
  'audit.': 'Audit log',
};

export function Page() {
  const search = usePageSearch('audit');
  const opened = useOpened('entry');
  const navigate = useNavigate({ from: '/audit' });
  const isOperator = useScope() === 'operator';
  const entries = useApi(
    'listAuditEntries',
    { query: { ...auditQuery(search), page_size: PAGE_SIZE } },
    { keepPrevious: true },
  );
  const { before, entry, ...filter } = search;
  const subjects =
    search.action === undefined || search.action in SUBJECTS
      ? SUBJECTS
      : { ...SUBJECTS, [search.action]: search.action };
  const isFiltered = Object.keys(filter).length > 0;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { text, isChecked } = entered(event);
    const value = (name: string) => text(name).trim() || undefined;
    const next = { actor: value('actor'), action: value('action'), from: value('from'), to: value('to') };
    const reads = isChecked('reads') ? true : undefined;
    navigate({ search: { ...next, reads, organization: search.organization } });
  };
  return (
    <div className="stack">
      <form key={JSON.stringify(filter)} className="page-bar audit-filter" onSubmit={submit}>
        <label className="toolbar-date">
          Person
          <input className="input" name="actor" placeholder="Email address" defaultValue={search.actor} />
        </label>
        <label className="toolbar-date">
          About
          <select className="input" name="action" defaultValue={search.action ?? ''}>
            <option value="">Everything</option>
            {Object.entries(subjects).map(([action, label]) => (
              <option key={action} value={action}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className="toolbar-date">
          From
          <input className="input" type="date" name="from" defaultValue={search.from} />
        </label>
        <label className="toolbar-date">
          Through
          <input className="input" type="date" name="to" defaultValue={search.to} />
        </label>
        <Check name="reads" label="Also what was only looked at" defaultChecked={search.reads ?? false} />
        {isOperator && (
          <OrganizationSelect
            value={search.organization}
            onChange={(organization) => navigate({ search: { ...filter, organization } })}
          />
        )}
        <Button type="submit" small>
          Filter
        </Button>
        {isFiltered && (
          <Button small onClick={() => navigate({ search: {} })}>
            Clear
          </Button>
        )}
      </form>
      <Loaded query={entries} lines={12}>
        {({ entries, next_before }) => (
          <section className="card" aria-label="Audit log">
            <div className="page-bar">
              <span className="quiet">
                {before === undefined ? 'Newest first' : `Before entry ${before}`} ·{' '}
                {count(entries.length, 'entry', 'entries')}
              </span>
              <span className="row push">
                {isOperator && <CheckAudit />}
                <ExportAudit search={filter} />
              </span>
            </div>
            {entries.length === 0 ? (
              <Empty title="No entries.">
                {isFiltered
                  ? 'No request or command matches the filter.'
                  : 'Sign-ins and changes appear here.'}
              </Empty>
            ) : (
              <Entries entries={entries} onOpen={(id) => opened.open(String(id))} />
            )}
            <p className="row pager">
              {before !== undefined && (
                <Button small onClick={() => navigate({ search: filter })}>
                  Newest
                </Button>
              )}
              {next_before !== null && (
                <Button small onClick={() => navigate({ search: { ...filter, before: next_before } })}>
                  Older
                </Button>
              )}
            </p>
          </section>
        )}
      </Loaded>
      {entry !== undefined && (
        <Details
          key={entry}
          id={entry}
          listed={entries.data?.entries.find(({ id }) => id === entry)}
          onClose={opened.close}
        />
      )}
    </div>
  );
}

type EntriesProps = { entries: AuditEntry[]; onOpen: (id: number) => void };

function Entries({ entries, onOpen }: EntriesProps) {
  const { timezone } = useCustomer().identity;
  return (
    <Table
      caption="Audit log"
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { label: 'What happened', show: ({ sentence }) => sentence },
        { label: 'Time', show: ({ at }) => localTime(new Date(at), timezone) },
        {
          label: 'Outcome',
          show: ({ outcome, status }) => (
            <span className={`badge badge-${TONES[outcome]}`}>
              {outcome}
              {outcome !== 'success' && status !== null && ` ${status}`}
            </span>
          ),
        },
        {
          label: 'Details',
          isActions: true,
          show: ({ id }) => (
            <Button small aria-label={`Details of entry ${id}`} data-list-item onClick={() => onOpen(id)}>
              Details
            </Button>
          ),
        },
      ]}
    />
  );
}

type DetailsProps = { id: number; listed: AuditEntry | undefined; onClose: () => void };

/** One entry. It is loaded by its id if it is not on the page, so that its link works later too. */
function Details({ id, listed, onClose }: DetailsProps) {
  const query = { before: id + 1, page_size: 1, reads: true };
  const found = useApi('listAuditEntries', { query }, { enabled: listed === undefined });
  const entry = listed ?? found.data?.entries.find((one) => one.id === id);
  return (
    <Modal open onOpenChange={onClose} wide title={entry?.sentence ?? `Entry ${id}`}>
      {entry !== undefined ? (
        <EntryFacts entry={entry} />
      ) : (
        <Loaded query={found} lines={6}>
          {() => <Empty title="There is no such entry." />}
        </Loaded>
      )}
    </Modal>
  );
}

function EntryFacts({ entry }: { entry: AuditEntry }) {
  const { timezone } = useCustomer().identity;
  const { details, organization_id, correlation_id, object_kind, object_id, status } = entry;
  return (
    <Facts
      rows={[
        ['Entry', entry.id],
        ['Time', localTime(new Date(entry.at), timezone)],
        ['Actor', `${entry.actor || entry.actor_kind} (${entry.actor_kind})`],
        ['Organization', organization_id ?? '–'],
        ['Action', <code key="action">{entry.action}</code>],
        ['Object', object_id === '' ? '–' : `${object_kind} ${object_id}`],
        ['Outcome', status === null ? entry.outcome : `${entry.outcome}, status ${status}`],
        ['Address', entry.address || '–'],
        ['Purpose', entry.purpose ?? '–'],
        ['Plates and VINs', entry.vehicles],
        ['Correlation ID', correlation_id === null ? '–' : <code key="correlation">{correlation_id}</code>],
        ...Object.entries(details).map(([name, value]): [string, string] => [
          name.replaceAll('_', ' '),
          told(value),
        ]),
      ]}
    />
  );
}

function told(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${told(one)}`)
    .join(', ');
}
