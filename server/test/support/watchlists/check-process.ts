/** Compares watched carriers until it is killed. Arguments: database URL, data folder, size of a batch. */
import { buildServices } from '../../../src/app/build-services.ts';
import { readEnv } from '../../../src/config/env.ts';
import { decideSettings } from '../../../src/config/settings.ts';
import { openPool } from '../../../src/db/database.ts';
import { CarrierChecks } from '../../../src/domain/watchlists/check/check-carriers.ts';
import { takeNews } from '../../../src/domain/watchlists/check/due-carriers.ts';
import { sleep } from '../../../src/lib/clock.ts';
import { createLog } from '../../../src/lib/log.ts';

const [connectionString = '', dataDir = '', batch = '20'] = process.argv.slice(2);
const log = createLog('silent');
const database = openPool({ connectionString }, 3, log);
const settings = decideSettings(readEnv({ DATA_DIR: dataDir }));
const { services } = await buildServices({ settings, db: database, log });
const checks = new CarrierChecks(services.watchlists, Number(batch));
process.send?.('ready');
for (;;) {
  await takeNews(database);
  const { claimed } = await checks.round();
  process.send?.(claimed);
  if (claimed === 0) await sleep(20);
}
