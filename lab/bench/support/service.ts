import { openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { buildServices } from '../../../server/src/app.ts';
import { readEnv } from '../../../server/src/config/env.ts';
import { decideSettings } from '../../../server/src/config/settings.ts';
import { openPool } from '../../../server/src/db/database.ts';
import { buildHttp } from '../../../server/src/http/app.ts';
import type { Route } from '../../../server/src/http/route.ts';
import { createLog } from '../../../server/src/lib/log.ts';
import { startTestCluster, TEMPLATE } from '../../../server/test/support/cluster.ts';

/** The real service on a database of its own, logging at `info` to nowhere, as in production. */
export async function benchService(env: Record<string, string> = {}, more: Route[] = []) {
  const cluster = await startTestCluster({ durable: true });
  const log = createLog('info', pino.destination({ dest: openSync('/dev/null', 'w'), sync: false }));
  const database = openPool({ ...cluster.connection, database: TEMPLATE }, 10, log);
  const dataDir = await mkdtemp(join(tmpdir(), 'milepost-bench-'));
  const settings = decideSettings(readEnv({ DATA_DIR: dataDir, ...env }));
  const { services, close } = await buildServices(settings, database, log);
  const app = await buildHttp(services, log, more);
  return {
    app,
    services,
    database,
    async stop() {
      await app.close();
      await close();
      await rm(dataDir, { recursive: true, force: true });
      await database.close();
      await cluster.stop();
    },
  };
}
