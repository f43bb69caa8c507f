import { readSources } from '../../domain/carriers/records/sources.ts';
import { readCarrierOverview } from '../../domain/carriers/search/carrier-overview.ts';
import { AppError } from '../../lib/errors.ts';
import { textTable } from '../../lib/text-table.ts';
import { type Command, json, usdotNumber } from '../command.ts';
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
    const rows = Object.entries(carrier).map(([name, value]) => [name.replaceAll('_', ' '), String(value)]);
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
