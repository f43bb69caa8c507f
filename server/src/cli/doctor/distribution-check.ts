import type { Database } from '../../db/database.ts';
import { hasCitus, readDistribution } from '../../db/distribute.ts';
import { fetchSightings } from '../../domain/alerts/preview/fetch-sightings.ts';
import { distributions } from '../../domain/observations/distribution.ts';
import { ensureMonths } from '../../domain/observations/ensure-months.ts';
import { listObservations } from '../../domain/observations/page-observations.ts';
import { recordObservations } from '../../domain/observations/record-observations.ts';
import { failed, ok, type Result, type Subject, warning } from './check.ts';

/** No carrier has this number. */
const PROBE_CARRIER = 999_999_999;

export async function checkDistribution({ database }: Subject): Promise<Result> {
  if (!(await hasCitus(database))) return ok('one machine (no citus extension)');
  const { tables, shards, unhealthy, nodes } = await readDistribution(database);
  const list = nodes.map((node) => `${node.name}:${node.port} ${node.shards} shards`).join(', ');
  const says = `${tables.length} tables in ${shards} shards on ${nodes.length} nodes (${list}), ${unhealthy} unhealthy shards`;
  if (unhealthy > 0 || nodes.some((node) => !node.is_active)) return warning(says);
  if (tables.length === 0) return ok(says);
  const wanted = distributions.flatMap((one) => one.tables);
  const other = tables.filter((table) => !wanted.includes(table));
  if (other.length > 0)
    return failed(
      `${says}; these belong on one server: ${other.join(', ')}`,
      'Run milepost migrate --undistribute, then milepost migrate --distribute.',
    );
  const missing = wanted.filter((table) => !tables.includes(table));
  if (missing.length > 0)
    return failed(`${says}; not distributed: ${missing.join(', ')}`, 'Run milepost migrate --distribute.');
  await probe(database);
  return ok(`${says}; one insert, one page and one preview succeeded`);
}

class Undo extends Error {}

/** Writes an observation, reads it as a page and as a preview does, and rolls it back. */
async function probe(database: Database): Promise<void> {
  const time = new Date();
  await ensureMonths(database, [time]);
  const work = database.transaction(async (tx) => {
    const [key] = await recordObservations(tx, [
      { usdot_number: PROBE_CARRIER, time_captured: time, type: 'Detection' },
    ]);
    if (!key) throw new Error('the insert returned no key');
    const { total } = await listObservations(
      tx,
      { usdotNumber: PROBE_CARRIER },
      { page: 1, pageSize: 10, withQuality: true },
    );
    if (total !== 1) throw new Error(`the page has ${total} observations instead of 1`);
    const found = await fetchSightings(tx, [key]);
    if (found.length !== 1) throw new Error('a preview does not find the observation');
    throw new Undo();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
}
