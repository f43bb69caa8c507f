import type { MethodId } from '../../contract/scores.ts';
import type { Database } from '../../db/database.ts';
import { coverageText } from '../../domain/federal/catalog/read-catalog.ts';
import type { LoadResult } from '../../domain/federal/import/load-file.ts';
import { comparePublished } from '../../domain/safety/compare-published.ts';
import { isInput } from '../../domain/safety/run/inputs.ts';
import { type RunResult, runScores, scoreIfChanged } from '../../domain/safety/run/run-scores.ts';
import { OWN_CALCULATION } from '../../domain/safety/sms/describe-basic.ts';
import { isMethod } from '../../domain/safety/sms/methods.ts';
import { AppError } from '../../lib/errors.ts';
import { textTable } from '../../lib/text-table.ts';
import type { Command, Context, Values } from '../command.ts';
import { counted, formatCount } from '../format.ts';
import { giveWay } from '../give-way.ts';
import { dayOption, flag, json, option, text } from '../options.ts';
import { ProgressBar } from '../progress-bar.ts';
import { loggedRun } from '../run-line.ts';
import { withDatabase } from '../with-database.ts';

const MAX_DIFFERENCES = 20;

export const score: Command = {
  name: 'score',
  audit: { none: 'The table safety_runs keeps every run.' },
  summary: 'Compute the safety scores of all carriers and store them as the run of the month',
  options: {
    'as-of': option('YYYY-MM-DD', 'day to score for (default: the as-of day of the files)'),
    method: option('current|preview', 'the method in force, or the approved new method (default current)'),
    compare: flag('compare the measures with the measures published by FMCSA'),
    json,
  },
  async run(context, values) {
    const method = methodOption(values);
    const asOf = dayOption(values, 'as-of') ?? null;
    if (values.compare) return await compare(context, values);
    let bar: ProgressBar | undefined;
    const run = () =>
      withDatabase(context, (database) =>
        runScores(database, {
          method,
          asOf,
          giveWay: context.settings.database.url === null ? giveWay : undefined,
          onProgress: ({ phase, rows, totalRows }) => {
            if (values.json) return;
            bar ??= new ProgressBar(context.stderr, totalRows);
            bar.show({ phase, rows, bytes: rows });
          },
        }),
      );
    const result = await loggedRun(context, 'score', run, aboutRun).finally(() => bar?.clear());
    if (values.json) return context.printJson(result);
    printRun(context, result);
  },
};

export function methodOption(values: Values): MethodId {
  const method = text(values, 'method') ?? 'current';
  if (!isMethod(method)) throw new AppError('invalid', '--method must be current or preview.');
  return method;
}

/** Scores again if an import changed the inputs. If scoring fails, the imported files stay. */
export async function scoreAfterImport(
  database: Database,
  context: Context,
  values: Values,
  loads: LoadResult[],
): Promise<RunResult | null> {
  if (!loads.some(({ dataset, outcome }) => outcome === 'loaded' && isInput(dataset))) return null;
  try {
    const score = () =>
      scoreIfChanged(database, {
        method: 'current',
        giveWay: context.settings.database.url === null ? giveWay : undefined,
      });
    const run = await loggedRun(context, 'score', score, aboutRun);
    if (run && !values.json) printRun(context, run);
    return run;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    context.printError(`The files are imported, but the carriers are not scored: ${error.message}`);
    return null;
  }
}

/** A run that found nothing changed has no figures. */
function aboutRun(run: RunResult | null) {
  return run === null ? {} : { method: run.method, as_of: run.as_of, carriers: run.carriers };
}

function printRun({ print }: Context, run: RunResult): void {
  const preview = run.is_preview ? ' This is a preview: the method is approved but not in force.' : '';
  print(
    `Scored ${counted(run.carriers, 'carrier')} as of ${run.as_of} by SMS ${run.version} in ${run.seconds.toFixed(1)} s; ${formatCount(run.ranked)} have a percentile.${preview}`,
  );
  for (const note of run.notes) print(note);
  print(coverageText(run.coverage));
  print(`Percentiles of property carriers, hazardous materials, crashes and ISS are ${OWN_CALCULATION}.`);
}

async function compare(context: Context, values: Values): Promise<void> {
  const { print, printJson } = context;
  const result = await withDatabase(context, (database) => comparePublished(database));
  if (values.json) return printJson(result);
  print(
    `Run of ${result.run_date} compared with the FMCSA outputs of the same month; equal within ${result.tolerance}:`,
  );
  const rows = result.basics.map((one) => [
    one.title,
    one.nonzero,
    one.equal,
    one.zero,
    one.zero_and_nonzero,
    one.published_without_input,
    one.computed_without_published,
    one.percentiles,
    one.equal_percentiles,
  ]);
  const headers = ['', 'both not 0', 'equal', 'both 0', 'one 0', 'no input', 'not published', 'percentiles'];
  print(textTable([...headers, 'equal'], rows));
  print('No input: published (0 if FMCSA has nothing either), but not in the loaded inspections.');
  if (result.differences.length === 0) return;
  const shown = result.differences.slice(0, MAX_DIFFERENCES);
  print(`The ${shown.length} largest differences (--json prints all):`);
  const differences = shown.map((one) => [
    one.usdot_number,
    one.title,
    one.ours?.toFixed(4) ?? 'none',
    one.published,
    one.why,
  ]);
  print(textTable(['usdot', '', 'computed', 'published', 'reason'], differences));
}
