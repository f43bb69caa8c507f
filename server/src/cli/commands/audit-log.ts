import { loadSecrets } from '../../config/secret-file.ts';
import { auditKeys } from '../../domain/audit/audit-keys.ts';
import { allEntries } from '../../domain/audit/read-entries.ts';
import { verifyAudit } from '../../domain/audit/verify-audit.ts';
import { AppError } from '../../lib/errors.ts';
import type { Command } from '../command.ts';
import { counted, formatCount } from '../format.ts';
import { dayOption, json, option, text, wholeNumber } from '../options.ts';
import { withDatabase } from '../with-database.ts';

export const auditVerify: Command = {
  name: 'audit verify',
  audit: { none: 'Changes nothing.' },
  summary: 'Check that no entry of the audit log was altered, removed, inserted or moved',
  options: {
    head: option('number:hash', 'a head that was noted earlier: detects a removed end'),
    json,
  },
  async run(context, values) {
    const head = headOf(text(values, 'head'));
    const keys = auditKeys((await loadSecrets(context.settings)).SECRET_KEY.keys);
    const result = await withDatabase(context, (database) => verifyAudit(database, keys, head));
    if (result.problems.length > 0) context.fail();
    if (values.json) return context.printJson(result);
    for (const problem of result.problems) context.print(problem);
    const { entries, seals, unsealed, expired, seals_without_key: withoutKey } = result;
    context.print(
      `${counted(entries, 'entry', 'entries')} in ${counted(seals, 'seal')}, ${formatCount(unsealed)} not sealed yet, ${formatCount(expired)} deleted after their retention.`,
    );
    if (withoutKey > 0) {
      context.print(
        `${formatCount(withoutKey)} seals were made with a key that is not in SECRET_KEY: only their hashes were checked.`,
      );
    }
    if (result.head) context.print(`Head: ${result.head.seq}:${result.head.hash}`);
    context.print(result.problems.length === 0 ? 'The audit log is intact.' : 'The audit log was changed.');
  },
};

function headOf(given: string | undefined) {
  if (given === undefined) return null;
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(given) ?? [];
  if (!seq || !hash) throw new AppError('invalid', '--head must be a number and a hash: 12:9f86…');
  return { seq: Number(seq), hash };
}

export const auditExport: Command = {
  name: 'audit export',
  audit: { action: 'audit.export' },
  summary: 'Print the entries of the audit log, oldest first',
  options: {
    since: option('date', 'first day, UTC'),
    organization: option('id', 'only entries of this organization'),
    format: option('json|csv', 'one JSON object per line (default), or CSV'),
  },
  async run(context, values) {
    const since = dayOption(values, 'since');
    const format = text(values, 'format') ?? 'json';
    if (format !== 'json' && format !== 'csv') throw new AppError('invalid', '--format must be json or csv.');
    const organizationId =
      text(values, 'organization') === undefined ? null : wholeNumber(values, 'organization');
    const filter = { organizationId, from: since === undefined ? undefined : new Date(since) };
    await withDatabase(context, async (database) => {
      let isFirst = true;
      for await (const entry of allEntries(database, filter)) {
        if (format === 'csv' && isFirst) context.print(Object.keys(entry).join(','));
        isFirst = false;
        context.print(format === 'csv' ? csvLine(Object.values(entry)) : JSON.stringify(entry));
      }
    });
  },
};

/** Spreadsheets run a cell that starts with one of these characters as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function csvLine(values: unknown[]): string {
  const cells = values.map((value) => {
    if (value === null || value === undefined) return '';
    const cell = typeof value === 'object' ? JSON.stringify(value) : String(value);
    const safe = typeof value === 'string' && FORMULA.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return cells.join(',');
}
