import { readCarrierOverview } from '../../domain/carriers/search/carrier-overview.ts';
import { AppError } from '../../lib/errors.ts';
import { textTable } from '../../lib/text-table.ts';
import { type Command, json } from '../command.ts';
import { withDatabase } from '../with-database.ts';

export const carrierShow: Command = {
  name: 'carrier show',
  summary: 'Show one carrier',
  operands: '<usdot>',
  options: { json },
  async run(context, values, [usdot = '']) {
    if (!/^\d{1,8}$/.test(usdot)) {
      throw new AppError('invalid', `A USDOT number has up to 8 digits; this is "${usdot}".`);
    }
    const carrier = await withDatabase(context, (database) => readCarrierOverview(database, Number(usdot)));
    if (!carrier) throw new AppError('not_found', 'No carrier has this USDOT number.');
    if (values.json) return context.printJson(carrier);
    const rows = Object.entries(carrier).map(([name, value]) => [name.replaceAll('_', ' '), String(value)]);
    context.print(textTable(['field', 'value'], rows));
  },
};
