import type { Database } from '../../../db/database.ts';
import { methods } from '../sms/methods.ts';
import { latestRun } from '../store.ts';
import { findInputs } from './inputs.ts';
import { type RunOptions, type RunResult, runScores } from './run-scores.ts';

/** A run, if there is not one of these very files by this very method already; null when there is, or no month to score. */
export async function scoreIfChanged(database: Database, options: RunOptions): Promise<RunResult | null> {
  const inputs = await findInputs(database);
  if (!inputs) return null;
  const last = await latestRun(database, options.method, inputs.asOf);
  const isSame =
    last?.as_of === inputs.asOf &&
    last.version === methods[options.method].version &&
    sameInputs(last.inputs, inputs.written);
  return isSame ? null : await runScores(database, options);
}

type Written = Record<string, { content_hash: string }>;

/** By name, for the database keeps keys in an order of its own. */
export function sameInputs(one: Written, other: Written): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name]?.content_hash === other[name]?.content_hash);
}
