import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildServices } from '../../../server/src/app/build-services.ts';
import { readEnv } from '../../../server/src/config/env.ts';
import { decideSettings } from '../../../server/src/config/settings.ts';
import type { WatchKind } from '../../../server/src/contract/brokers/watchlist.ts';
import type { Database } from '../../../server/src/db/database.ts';
import { noteChangedCarriers } from '../../../server/src/domain/carrier-news/carrier-news.ts';
import type { Derivation } from '../../../server/src/domain/federal/derive/derivation.ts';
import { derivations } from '../../../server/src/domain/federal/derive/derivations.ts';
import { identifyDataset } from '../../../server/src/domain/federal/files/identify-dataset.ts';
import { openSourceFiles } from '../../../server/src/domain/federal/files/source-file.ts';
import { loadFile } from '../../../server/src/domain/federal/import/load-file.ts';
import { createOrganization } from '../../../server/src/domain/identity/manage-organizations.ts';
import { CarrierChecks } from '../../../server/src/domain/watchlists/check/check-carriers.ts';
import { takeNews } from '../../../server/src/domain/watchlists/check/due-carriers.ts';
import { systemClock } from '../../../server/src/lib/clock.ts';
import { createLog } from '../../../server/src/lib/log.ts';
import { absolute, atFullSize, type Bench, speedup } from '../support/bench.ts';
import { embeddedDatabase } from '../support/embedded.ts';

/** One carrier in so many changes its phone number between two files; a real day has fewer. */
const CHANGES_ONE_IN = 50;
const FULL_SIZE = 100_000;
const PLAIN: WatchKind[] = [
  'authority',
  'insurance',
  'order',
  'rating',
  'score',
  'contact',
  'crash',
  'silence',
];

export const bench: Bench = {
  about: `watchlists: what watched carriers add to the import of a census of which ${100 / CHANGES_ONE_IN} % changed`,
  async run({ quick, sizes }) {
    await using cleanup = new AsyncDisposableStack();
    const { database, folder } = await embeddedDatabase(cleanup);
    const watched = sizes?.[0] ?? (quick ? 2_000 : FULL_SIZE);
    const log = createLog('silent');
    const settings = decideSettings(readEnv({ DATA_DIR: folder }));
    const { services, close } = await buildServices({ settings, db: database, log });
    cleanup.defer(close);
    const checks = new CarrierChecks(services.watchlists);
    let noteSeconds = 0;
    const measured: Derivation = async (tx, load) => {
      const startedAt = performance.now();
      await noteChangedCarriers(tx, load);
      noteSeconds = (performance.now() - startedAt) / 1_000;
    };
    const load = async (day: string, isChanged: (n: number) => boolean) => {
      const path = join(folder, `census-${day}.csv`);
      await writeFile(path, censusOf(watched, isChanged));
      const [source] = await openSourceFiles(path);
      const layout = source && (await identifyDataset(source));
      if (!layout) throw new Error(`${path} is not a census`);
      await loadFile(database, source, layout, {
        ...{ rejectFolder: folder, force: true, asOf: day, clock: systemClock, onProgress: () => undefined },
        derivations: derivations.map((derive) => (derive === noteChangedCarriers ? measured : derive)),
      });
    };
    const compare = async () => {
      const startedAt = performance.now();
      let carriers = 0;
      let events = 0;
      while (await takeNews(database));
      for (;;) {
        const round = await checks.round();
        if (round.failure !== null) throw round.failure;
        if (round.claimed === 0) break;
        carriers += round.checked;
        events += round.events;
      }
      return { carriers, events, seconds: (performance.now() - startedAt) / 1_000 };
    };
    await load('2026-11-01', () => false);
    await watch(database, watched, PLAIN);
    const first = await compare();
    if (first.carriers !== watched || first.events !== 0) throw new Error('the start is not as expected');
    await load('2026-11-02', (n) => n % CHANGES_ONE_IN === 0);
    const noted = noteSeconds;
    const changed = await compare();
    const expected = Math.floor(watched / CHANGES_ONE_IN);
    if (changed.events !== expected) throw new Error(`${changed.events} events for ${expected} changes`);
    await load('2026-11-03', (n) => n % CHANGES_ONE_IN === 0);
    const again = await compare();
    if (again.events !== 0) throw new Error('a repeated file was told of');
    const ratio = (name: string, seconds: number, goal: number | null) =>
      goal === null ? absolute(name, seconds, 's', null) : atFullSize(absolute(name, seconds, 's', goal));
    return [
      ratio(`note the changes of ${watched} watched carriers, in the import`, noted, 60),
      ratio(
        `compare the ${changed.carriers} that changed and tell of them, after the import`,
        changed.seconds,
        60,
      ),
      ratio(`both together`, noted + changed.seconds, 60),
      ratio(`compare all ${watched} carriers at once, as once a day`, first.seconds, null),
      speedup(
        'after an import: compare the carriers that changed, against all of them',
        { ours: changed.seconds, peer: first.seconds },
        's',
        null,
      ),
    ];
  },
};

function censusOf(carriers: number, isChanged: (n: number) => boolean): string {
  const rows = [
    'MCS150_DATE,ADD_DATE,STATUS_CODE,DOT_NUMBER,CARRIER_OPERATION,PHONE,POWER_UNITS,TOTAL_DRIVERS,LEGAL_NAME',
  ];
  for (let n = 1; n <= carriers; n++)
    rows.push(
      `20250101,20200101,A,${n},A,${isChanged(n) ? 8_065_560_000 + n : 8_065_550_000 + n},4,4,CARRIER ${n}`,
    );
  return `${rows.join('\n')}\n`;
}

/** One organization with one list of all carriers. */
async function watch(database: Database, carriers: number, kinds: WatchKind[]): Promise<void> {
  const { organization_id: organizationId } = await createOrganization(database, {
    name: 'Watching',
    kind: 'insurance',
  });
  const id = randomUUID();
  await database.pool.query(
    'insert into watchlists (id, organization_id, name, kinds, silence_days) values ($1, $2, $3, $4, 30)',
    [id, organizationId, 'All', kinds],
  );
  await database.pool.query(
    'insert into watched_carriers (organization_id, usdot_number) select $1, n from generate_series(1, $2::int) n',
    [organizationId, carriers],
  );
  await database.pool.query(
    `insert into watchlist_carriers (watchlist_id, usdot_number, watched_id)
     select $1, usdot_number, id from watched_carriers`,
    [id],
  );
  await database.pool.query('analyze watched_carriers, watchlist_carriers');
}
