import type { Database } from '../db/database.ts';
import type { LoadResult } from '../domain/federal/import/load-file.ts';
import { isInput } from '../domain/safety/run/inputs.ts';
import type { RunResult } from '../domain/safety/run/run-scores.ts';
import { scoreIfChanged } from '../domain/safety/run/run-scores.ts';
import { AppError } from '../lib/errors.ts';
import type { Context, Values } from './command.ts';
import { giveWay } from './give-way.ts';
import { sayScores } from './say-scores.ts';

/** Scores follow the files they are made of. An import stands, whatever becomes of the scores. */
export async function scoreAfterImport(
  database: Database,
  context: Context,
  values: Values,
  loads: LoadResult[],
): Promise<RunResult | null> {
  if (!loads.some(({ dataset, outcome }) => outcome === 'loaded' && isInput(dataset))) return null;
  try {
    const run = await scoreIfChanged(database, {
      method: 'current',
      giveWay: context.settings.database.url === null ? giveWay : undefined,
    });
    if (run && !values.json) for (const line of sayScores(run)) context.print(line);
    return run;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`The files are imported, but not scored: ${error.message}\n`);
    return null;
  }
}
