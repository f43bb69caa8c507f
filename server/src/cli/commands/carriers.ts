import { HISTORY_FIELDS, type HistoryField } from '../../contract/carrier.ts';
import { readArchive } from '../../domain/carriers/history/archive.ts';
import { historyOf } from '../../domain/carriers/history/read-history.ts';
import { readSources } from '../../domain/carriers/records/sources.ts';
import { readCarrierOverview } from '../../domain/carriers/search/carrier-overview.ts';
import { AppError } from '../../lib/errors.ts';
import { textTable } from '../../lib/text-table.ts';
import type { Command } from '../command.ts';
import { json, option, text, usdotNumber } from '../options.ts';
import { withDatabase } from '../with-database.ts';

export const carrierShow: Command = {
  name: 'carrier show',
  audit: { none: 'Shows federal records only.' },
  summary: 'Show a summary of one carrier',
  operands: '<usdot>',
  options: { json },
  async run(context, values, operands) {
    const usdot = usdotNumber(operands[0]);
    const carrier = await withDatabase(context, (database) => readCarrierOverview(database, usdot));
    if (!carrier) throw new AppError('not_found', `The census has no carrier ${usdot}.`);
    if (values.json) return context.printJson(carrier);
    const known = { ...carrier, carrier_status: carrier.carrier_status || null };
    const rows = Object.entries(known).map(([name, value]) => [
      name.replaceAll('_', ' '),
      String(value ?? 'unknown'),
    ]);
    context.print(textTable(['field', 'value'], rows));
  },
};

export const carrierSources: Command = {
  name: 'carrier sources',
  audit: { none: 'Changes nothing.' },
  summary: "List a carrier's insurance filings and authorities with the file and day that each is from",
  operands: '<usdot>',
  options: { json },
  async run(context, values, operands) {
    const usdot = usdotNumber(operands[0]);
    const records = await withDatabase(context, (database) => readSources(database, usdot));
    if (values.json) return context.printJson({ records });
    if (records.length === 0) return context.print(`No licensing file has the carrier ${usdot}.`);
    const rows = records.map((one) => [
      ...[one.record, one.kind, one.docket, one.status, one.dollars, one.effective_date ?? ''],
      ...[one.cancel_effective_date ?? '', one.source_dataset, one.source_date ?? ''],
    ]);
    const headers = [
      'record',
      'kind',
      'docket',
      'status or policy',
      'dollars',
      'from',
      'until',
      'file',
      'as of',
    ];
    context.print(textTable(headers, rows));
  },
};

const MAX_CHANGES = 1_000;

export const carrierHistory: Command = {
  name: 'carrier history',
  audit: { none: 'Shows federal records only.' },
  summary: 'List what changed in the federal registers about a carrier, the latest change first',
  operands: '<usdot>',
  options: {
    field: option('FIELD', 'only this field, for example legal_name'),
    json,
  },
  async run(context, values, operands) {
    const usdot = usdotNumber(operands[0]);
    const field = historyField(text(values, 'field'));
    const archive = await withDatabase(context, (database) => readArchive(database, usdot));
    const history = historyOf(archive, usdot, false, { field, page: 1, pageSize: MAX_CHANGES });
    const { sources, changes, unlisted } = history;
    if (values.json) return context.printJson({ sources, changes, unlisted });
    for (const { source_dataset, since, newest } of sources)
      context.print(`${source_dataset}: archived since ${since}, newest file of ${newest}`);
    for (const { item, value, last_seen, source_dataset } of unlisted)
      context.print(`${item}: ${value}; last listed in ${source_dataset} of ${last_seen}`);
    if (changes.length === 0) return context.print(`No change of the carrier ${usdot} is archived.`);
    const rows = changes.map((one) => [
      ...[one.replaced_on, one.field, one.item, one.value ?? '(none)', one.replaced_by ?? '(none)'],
      ...[one.first_seen, one.last_seen, one.source_dataset],
    ]);
    const headers = ['replaced', 'field', 'item', 'value', 'replaced by', 'first seen', 'last seen', 'file'];
    context.print(textTable(headers, rows));
  },
};

function historyField(name: string | undefined): HistoryField | null {
  if (name === undefined) return null;
  const field = HISTORY_FIELDS.find((one) => one === name);
  if (field === undefined)
    throw new AppError('invalid', `--field must be one of ${HISTORY_FIELDS.join(', ')}.`);
  return field;
}
