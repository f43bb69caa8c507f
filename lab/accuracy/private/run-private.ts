import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServices } from '../../../server/src/app/build-services.ts';
import { readEnv } from '../../../server/src/config/env.ts';
import { decideSettings } from '../../../server/src/config/settings.ts';
import { openPool } from '../../../server/src/db/database.ts';
import { createOrganization } from '../../../server/src/domain/identity/manage-organizations.ts';
import { systemClock } from '../../../server/src/lib/clock.ts';
import { silent, startTestCluster, TEMPLATE } from '../../../server/test/support/cluster.ts';
import { createDatabase } from '../../../server/test/support/test-server.ts';
import { measurePrivate } from './measure-private.ts';

type Goal = [text: string, isMet: boolean];

/** Measures PRIVATE_VEHICLES=drop on generated images, with a database and a store of its own. Returns the goals. */
export async function runPrivate(count: number, seed: number, processes: number): Promise<Goal[]> {
  await using cleanup = new AsyncDisposableStack();
  const { connection, stop } = await startTestCluster();
  cleanup.defer(stop);
  await createDatabase({ connection, template: TEMPLATE, workers: null }, 'private', `template ${TEMPLATE}`);
  const database = openPool({ ...connection, database: 'private' }, 10, silent);
  cleanup.defer(() => database.close());
  const dataDir = await mkdtemp(join(tmpdir(), 'milepost-private-'));
  cleanup.defer(() => rm(dataDir, { recursive: true, force: true }));
  const settings = decideSettings(readEnv({ DATA_DIR: dataDir, PRIVATE_VEHICLES: 'drop' }));
  const { services, close } = await buildServices({
    settings,
    db: database,
    log: silent,
    clock: systemClock,
  });
  cleanup.defer(close);
  const { organization_id } = await createOrganization(database, { name: 'Private', kind: 'broker' });
  const result = await measurePrivate(
    { database, services, organizationId: organization_id, blobs: join(dataDir, 'blobs') },
    {
      ...{ count, seed, processes },
      onProgress: (images) => process.stderr.write(`\r${images} images sent`),
    },
  );
  process.stderr.write('\n');
  console.log(`Private vehicles, seed ${seed}: ${JSON.stringify(result, null, 2)}\n`);
  const { cars, trucks, keptTrucks, truckPlates, traces, legible } = result;
  return [
    [`no plate of ${cars + trucks} cars in tables, statistics or the log`, traces.length === 0],
    [`no plate of a car legible in ${keptTrucks} stored images`, legible.length === 0],
    [`no more images than the ${trucks} of trucks`, keptTrucks <= trucks],
    [`95 % of the images of trucks kept (${keptTrucks})`, keptTrucks >= 0.95 * trucks],
    [`90 % of the plates of trucks kept (${truckPlates})`, truckPlates >= 0.9 * trucks],
  ];
}
