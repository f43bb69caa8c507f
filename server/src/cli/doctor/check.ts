import type { Settings } from '../../config/settings.ts';
import type { Database } from '../../db/database.ts';
import { withDeadline } from '../../lib/async/deadline.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';

export type State = 'ok' | 'warning' | 'failed';
export type Result = { state: State; says: string; fix?: string };

/** What checks inspect. Checks of the database run only if it can be opened. */
export type Subject = { settings: Settings; log: Log; database: Database; where: string };
export type OfflineSubject = Omit<Subject, 'database' | 'where'>;

export type Check<S> = {
  name: string;
  /** Not run while migrations are pending. */
  needsSchema?: true;
  /** The consequence of a problem. */
  why: string;
  /** The fix if `run` throws. A result may state a more specific one. */
  fix: string;
  run(subject: S): Promise<Result> | Result;
};

export type Finding = { check: string; state: State; says: string; why: string | null; fix: string | null };

export const DEADLINE_MS = 10_000;

export const ok = (says: string): Result => ({ state: 'ok', says });
export const warning = (says: string, fix?: string): Result => ({ state: 'warning', says, fix });
export const failed = (says: string, fix?: string): Result => ({ state: 'failed', says, fix });

/** A problem that only matters to an installation with customers. */
export function problemIn({ mode }: Settings, says: string, fix?: string): Result {
  return mode === 'production' ? failed(says, fix) : warning(says, fix);
}

export async function runCheck<S>(check: Check<S>, subject: S): Promise<Finding> {
  const { name, why } = check;
  const run = async () => check.run(subject);
  const result = await withDeadline(run(), DEADLINE_MS, name).catch((error) => failed(messageOf(error)));
  const { state, says, fix = check.fix } = result;
  const isOk = state === 'ok';
  return { check: name, state, says, why: isOk ? null : why, fix: isOk ? null : fix };
}
