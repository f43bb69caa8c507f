import { comparePublished } from '../../domain/safety/compare-published.ts';
import { textTable } from '../../lib/text-table.ts';
import type { Context, Values } from '../command.ts';
import { withDatabase } from '../with-database.ts';

const SHOWN = 20;

/** `milepost score --compare`: our measures beside those of FMCSA's own output files. */
export async function compareScores(context: Context, values: Values): Promise<void> {
  const found = await withDatabase(context, (database) => comparePublished(database));
  if (values.json) return context.printJson(found);
  context.print(
    `Our run of ${found.run_date} beside FMCSA's outputs of the same month, equal within ${found.tolerance}:`,
  );
  const rows = found.basics.map(({ title, published, equal, percentiles, equal_percentiles }) => [
    ...[title, published, equal, published - equal],
    ...[percentiles, equal_percentiles],
  ]);
  const heads = ['', 'measures', 'equal', 'different', 'percentiles', 'equal'];
  context.print(textTable(heads, rows));
  if (found.differences.length === 0) return;
  context.print(
    `The ${Math.min(SHOWN, found.differences.length)} largest differences (all of them with --json):`,
  );
  const differences = found.differences
    .slice(0, SHOWN)
    .map((one) => [one.usdot_number, one.title, one.ours?.toFixed(4) ?? 'none', one.published, one.why]);
  context.print(textTable(['usdot', '', 'ours', 'published', 'why'], differences));
}
