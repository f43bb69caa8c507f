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
