import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type Database, type Db, readRow, statement } from '../../../db/database.ts';
import { AppError } from '../../../lib/errors.ts';
import { signFile, withTimeStamp } from '../../../lib/signed-files/signed-file.ts';
import { currentLoads } from '../../federal/loads.ts';
import { takeQuota } from '../../quotas/quota-store.ts';
import { signingKey } from '../../signing/signing-keys.ts';
import { versionOf } from '../decide.ts';
import { type Evaluation, evaluate } from '../evaluate.ts';
import type { LoadClass } from '../rules/rule.ts';
import type { Asking, Evaluating, VettingService } from '../vetting-service.ts';
import { type CheckRow, insertChecks, readCheckFile } from './check-store.ts';
import { VETTING_FILE, vettingContent } from './vetting-file.ts';

export type NewCheck = {
  usdotNumbers: number[];
  day: string | null;
  classes: readonly LoadClass[];
  reference: string | null;
  note: string | null;
  userId: number;
};
export type KeptChecks = { checks: CheckRow[]; unknown: number[] };

const nameOf = statement('vetting.organization', 'select name from organizations where id = $1');
const compress = promisify<Buffer, Buffer>(gzip);
const decompress = promisify<Buffer, Buffer>(gunzip);
const MOST_READS = 3;

/**
 * Checks carriers and keeps each check with its signed file. `once` stores all of them, or none, together with the answer to a
 * repeated request.
 */
export async function runChecks(
  service: VettingService,
  asking: Asking,
  given: NewCheck,
  once: <T>(database: Database, work: (db: Db) => Promise<T>) => Promise<T>,
): Promise<KeptChecks> {
  const { db } = service;
  const { usdotNumbers } = given;
  const evaluation = await evaluateStable(service, asking, given);
  if (evaluation.carriers.length === 0)
    throw new AppError('not_found', 'No federal register has the carrier.');
  return once(db, async (outer) => {
    const keep = (tx: Db) => keepChecks(tx, service, asking, given, evaluation);
    // Without an Idempotency-Key there is no transaction yet.
    const checks = await (outer === db ? db.transaction(keep) : keep(outer));
    const known = new Set(checks.map((check) => check.usdot_number));
    return { checks, unknown: usdotNumbers.filter((one) => !known.has(one)) };
  });
}

/** Signs and stores what was evaluated, in a transaction. */
export async function keepChecks(
  tx: Db,
  { clock, sealing, timeStamps }: VettingService,
  { organizationId }: Asking,
  { classes, reference, note, userId }: NewCheck,
  { common, rules, carriers }: Evaluation,
): Promise<CheckRow[]> {
  const { name } = await readRow<{ name: string }>(tx, nameOf, [organizationId]);
  const key = await signingKey(tx, sealing, clock.now());
  const now = clock.now();
  await takeQuota(tx, organizationId, 'vetting_checks_per_day', carriers.length, now);
  const checks: CheckRow[] = [];
  const files: Buffer[] = [];
  for (const { inputs, decided } of carriers) {
    const id = randomUUID();
    const checkedAt = now.toISOString();
    const content = vettingContent(
      { id, organization: { id: organizationId, name }, checked_at: checkedAt, reference, note, classes },
      rules,
      { common, inputs, decided },
    );
    const signed = signFile({ type: VETTING_FILE, created_at: checkedAt, attachments: [], content }, key);
    files.push(await compress(signed));
    checks.push({
      ...{ id, usdot_number: inputs.usdot_number, day: common.day, ...decided, reference, note },
      legal_name: inputs.census.map(({ values }) => values.legal_name).find((one) => one) ?? '',
      classes: [...classes],
      rules_version: versionOf(rules),
      ...{ created_at: now, created_by: userId, time_stamped_at: null },
    });
  }
  await insertChecks(tx, organizationId, checks, files, timeStamps !== null);
  return checks;
}

/** The rows must be those of the files that are listed: while an import replaces one, everything is read again. */
export async function evaluateStable(
  service: Evaluating,
  asking: Asking,
  { usdotNumbers, day, classes }: Pick<NewCheck, 'usdotNumbers' | 'day' | 'classes'>,
): Promise<Evaluation> {
  const request = { usdotNumbers, asOf: day, classes, forFile: true };
  for (let tries = 1; ; tries++) {
    const evaluation = await evaluate(service, asking, request);
    const now = await currentLoads(service.reader);
    const hashes = now.map(({ dataset, content_hash }) => `${dataset} ${content_hash}`).sort();
    const read = evaluation.common.files.map(({ dataset, sha256 }) => `${dataset} ${sha256}`).sort();
    if (hashes.join() === read.join()) return evaluation;
    if (tries === MOST_READS)
      throw new AppError('unavailable', 'Federal files are being imported. Retry shortly.', {
        retryAfterSeconds: 30,
      });
  }
}

/** The signed file of a check: the same bytes every time, before and after it gets a time stamp. */
export async function readVettingFile(
  db: Db,
  organizationId: number,
  id: string,
): Promise<{ bytes: Buffer; name: string }> {
  const { file, usdot_number, day, time_stamp } = await readCheckFile(db, organizationId, id);
  const signed = await decompress(file);
  const bytes = time_stamp === null ? signed : withTimeStamp(signed, time_stamp);
  return { bytes, name: `vetting-${usdot_number}-${day}-${id.slice(0, 8)}.json` };
}
