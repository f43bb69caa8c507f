import type { AuditEntry } from '@milepost/sdk';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useApi, useCustomer } from '../../lib/api.tsx';
import { count, localTime } from '../../lib/format.ts';
import { useScope } from '../../lib/scope.ts';
import type { Search } from '../../lib/search.ts';
import { useListKeys } from '../../lib/use-list-keys.ts';
import { Permission } from '../../parts/admin/permission.tsx';
import { Rows } from '../../parts/admin/rows.tsx';
import { Facts } from '../../parts/card.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { auditQuery, CheckAudit, ExportAudit } from './audit-tools.tsx';
import { OrganizationSelect } from './organization-select.tsx';

const PAGE_SIZE = 50;
const TONES: Record<AuditEntry['outcome'], string> = {
  success: 'active',
  denied: 'warn',
  failed: 'failed',
  unknown: 'none',
};

export function Page() {
  return (
    <Permission needs="organization">
      <Audit />
    </Permission>
  );
}

function Audit() {
  const search: Search['audit'] = useSearch({ from: '/audit' });
  const navigate = useNavigate({ from: '/audit' });
  const isOperator = useScope() === 'operator';
  const list = useListKeys<HTMLDivElement>();
  const entries = useApi(
    'listAuditEntries',
    { query: { ...auditQuery(search), page_size: PAGE_SIZE } },
    { keepPrevious: true },
  );
  const { before, ...filter } = search;
  const isFiltered = Object.keys(filter).length > 0;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const value = (name: string) => String(values.get(name) ?? '').trim() || undefined;
    const next = { actor: value('actor'), action: value('action'), from: value('from'), to: value('to') };
    navigate({ search: { ...next, organization: search.organization } as never });
  };
  return (
    <div className="stack" ref={list}>
      <form key={JSON.stringify(filter)} className="page-bar audit-filter" onSubmit={submit}>
        <input
          className="input"
          name="actor"
          aria-label="Actor"
          placeholder="Actor: email address"
          defaultValue={search.actor}
        />
        <input
          className="input"
          name="action"
          aria-label="Action"
          placeholder="Action: alert.create, or alert."
          defaultValue={search.action}
        />
        <label className="toolbar-date">
          From
          <input className="input" type="date" name="from" defaultValue={search.from} />
        </label>
        <label className="toolbar-date">
          Through
          <input className="input" type="date" name="to" defaultValue={search.to} />
        </label>
        {isOperator && (
          <OrganizationSelect
            value={search.organization}
            onChange={(organization) => navigate({ search: { ...filter, organization } as never })}
          />
        )}
        <button type="submit" className="button button-small">
          Filter
        </button>
        {isFiltered && (
          <button type="button" className="button button-small" onClick={() => navigate({ search: {} })}>
            Clear
          </button>
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
                  : 'Sign-ins, changes and reads appear here.'}
              </Empty>
            ) : (
              <Entries entries={entries} />
            )}
            <p className="row pager">
              {before !== undefined && (
                <button
                  type="button"
                  className="button button-small"
                  onClick={() => navigate({ search: filter })}
                >
                  Newest
                </button>
              )}
              {next_before !== null && (
                <button
                  type="button"
                  className="button button-small"
                  onClick={() => navigate({ search: { ...filter, before: next_before } })}
                >
                  Older
                </button>
              )}
            </p>
          </section>
        )}
      </Loaded>
    </div>
  );
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  const { timezone } = useCustomer().identity;
  return (
    <Rows
      caption="Audit log"
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        {
          label: 'Action',
          show: (entry) => (
            <>
              <span className="row-name">{entry.action}</span>
              {entry.object_id !== '' && (
                <span className="quiet block">
                  {entry.object_kind} {entry.object_id}
                </span>
              )}
            </>
          ),
        },
        {
          label: 'Actor',
          show: ({ actor, actor_kind }) => (
            <span className="audit-actor">
              {actor || actor_kind}
              {actor_kind !== 'user' && actor !== '' && <span className="quiet"> ({actor_kind})</span>}
            </span>
          ),
        },
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
        { label: 'More', isActions: true, show: (entry) => <More entry={entry} /> },
      ]}
    />
  );
}

function More({ entry }: { entry: AuditEntry }) {
  const { id, address, purpose, vehicles, correlation_id, organization_id, details } = entry;
  return (
    <details>
      <summary aria-label={`Details of entry ${id}`} data-list-item>
        Details
      </summary>
      <div className="audit-facts">
        <Facts
          rows={[
            ['Entry', <code key="id">{id}</code>],
            [
              'Organization',
              organization_id === null ? '–' : <code key="organization">{organization_id}</code>,
            ],
            ['Address', address || '–'],
            ['Purpose', purpose ?? '–'],
            ['Plates and VINs', String(vehicles)],
            [
              'Correlation ID',
              correlation_id === null ? '–' : <code key="correlation">{correlation_id}</code>,
            ],
            ...Object.entries(details).map(([name, value]): [string, string] => [
              name.replaceAll('_', ' '),
              Array.isArray(value) ? value.join(', ') : String(value),
            ]),
          ]}
        />
      </div>
    </details>
  );
}
