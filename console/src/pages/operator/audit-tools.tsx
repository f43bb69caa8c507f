import type { AuditCheck, AuditEntry, Client } from '@milepost/sdk';
import { useState } from 'react';
import { useAction } from '../../lib/api.tsx';
import { count } from '../../lib/format.ts';
import type { Search } from '../../lib/search.ts';
import { Button } from '../../parts/button.tsx';
import { Modal } from '../../parts/modal.tsx';
import { Failure } from '../../parts/states.tsx';
import { saveCsv } from '../../parts/tables/csv-button.tsx';

const DAY_MS = 86_400_000;

/** The filter of the page as the API expects it. The last day is included. */
export function auditQuery({ actor, action, reads, from, to, organization, before }: Search['audit']) {
  return {
    actor,
    action,
    reads: reads ?? false,
    from: from && new Date(`${from}T00:00:00`).toISOString(),
    to: to && new Date(Date.parse(`${to}T00:00:00`) + DAY_MS).toISOString(),
    organization_id: organization,
    before,
  };
}

/** Recomputes the newest seals. */
export function CheckAudit() {
  const [result, setResult] = useState<AuditCheck | null>(null);
  const check = useAction((client) => client.checkAuditLog(), setResult);
  return (
    <>
      <Button small disabled={check.isPending} onClick={() => check.mutate()}>
        {check.isPending ? 'Checking…' : 'Check integrity'}
      </Button>
      {check.isError && <Failure error={check.error} />}
      <Modal
        open={result !== null}
        onOpenChange={() => setResult(null)}
        title={result?.problems.length === 0 ? 'The audit log is intact' : 'The audit log was changed'}
        description={`${count(result?.entries ?? 0, 'entry', 'entries')} in the newest ${count(result?.seals ?? 0, 'seal')} were checked, ${result?.unsealed ?? 0} are not sealed yet.`}
      >
        {result !== null && result.problems.length > 0 && (
          <ul className="reasons">
            {result.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
        <p className="quiet">
          Newest seal: <code>{result?.head ?? 'none'}</code>
        </p>
        <p className="quiet">
          <code>milepost audit verify</code> on the server checks the whole log.
        </p>
      </Modal>
    </>
  );
}

const MOST_EXPORTED = 10_000;
const PAGE_SIZE = 500;
const COLUMNS = [
  'id',
  'at',
  'sentence',
  'organization_id',
  'actor_kind',
  'actor',
  'address',
  'action',
  'object_kind',
  'object_id',
  'outcome',
  'status',
  'correlation_id',
  'purpose',
  'vehicles',
] as const satisfies readonly (keyof AuditEntry)[];

async function allEntries(client: Client, search: Search['audit']): Promise<AuditEntry[]> {
  const found: AuditEntry[] = [];
  for (let before = search.before; found.length < MOST_EXPORTED; ) {
    const query = auditQuery({ ...search, before });
    const page = await client.listAuditEntries({ query: { ...query, page_size: PAGE_SIZE } });
    found.push(...page.entries);
    if (page.next_before === null) break;
    before = page.next_before;
  }
  return found;
}

/** The filtered entries as a file, newest first. */
export function ExportAudit({ search }: { search: Search['audit'] }) {
  const [note, setNote] = useState('');
  const save = useAction(async (client) => {
    const entries = await allEntries(client, search);
    const rows = entries.map((entry) => COLUMNS.map((column) => entry[column]));
    saveCsv('audit-log', COLUMNS, rows);
    setNote(entries.length >= MOST_EXPORTED ? `The newest ${entries.length} entries. ` : '');
  });
  return (
    <>
      <Button small disabled={save.isPending} onClick={() => save.mutate()}>
        {save.isPending ? 'Exporting…' : 'Export CSV'}
      </Button>
      {note !== '' && <span className="quiet">{note}Use milepost audit export for all.</span>}
      {save.isError && <Failure error={save.error} />}
    </>
  );
}
