import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../server/src/db/database.ts';
import type { ProfileService } from '../../../server/src/domain/carriers/profile/profile-service.ts';
import { readSignals } from '../../../server/src/domain/carriers/signals/read-signals.ts';
import { identifyDataset } from '../../../server/src/domain/federal/files/identify-dataset.ts';
import { openSourceFiles } from '../../../server/src/domain/federal/files/source-file.ts';
import { importFiles } from '../../../server/src/domain/federal/import/import-files.ts';
import { systemClock } from '../../../server/src/lib/clock.ts';
import { benchService, temporaryFolder } from '../../bench/support/service.ts';

/** Fewer links give no figure. */
const MIN_LINKS = 20;
const MAX_CARRIERS = 5_000;

/**
 * PRIOR_REVOKE_DOT_NUMBER of the census links a carrier to its revoked predecessor. Our links (contacts shared with a
 * revoked carrier) are compared with it; the column itself is not used for them.
 */
export async function priorRevocations(
  cleanup: AsyncDisposableStack,
  folder: string | undefined,
): Promise<string> {
  if (!folder || !existsSync(folder))
    return 'FEDERAL_SAMPLES is not set: links to revoked carriers are not compared with a real census.';
  const files = await federalFiles(folder);
  if (!files.some(({ dataset }) => dataset === 'company-census'))
    return `Links to revoked carriers: the ${files.length} federal files in FEDERAL_SAMPLES contain no company census, so there is no PRIOR_REVOKE_DOT_NUMBER (0 rows) to compare with.`;
  const { services, database } = await benchService(cleanup, { PROFILE_DEADLINE_MS: '30000' });
  const dataDir = await temporaryFolder(cleanup);
  await importFiles(
    database,
    files.map(({ path }) => path),
    { dataDir, force: true, clock: systemClock, events: {} },
  );
  return compareWithCensus(database, services.profile);
}

export async function compareWithCensus(database: Database, service: ProfileService): Promise<string> {
  const { rows } = await database.pool.query<{ usdot: number; prior: number }>(
    `select c.usdot_number as usdot, c.prior_revoke_usdot_number as prior from company_census c
     join company_census p on p.usdot_number = c.prior_revoke_usdot_number and p.usdot_number <> c.usdot_number
     order by 1 limit ${MAX_CARRIERS}`,
  );
  const title = `Links to revoked carriers: ${rows.length} carriers name a predecessor (PRIOR_REVOKE_DOT_NUMBER) that is in the census`;
  if (rows.length < MIN_LINKS) return `${title}; fewer than ${MIN_LINKS} give no precision and recall.`;
  // On the day of the files: later, they are too old to judge.
  const { rows: days } = await database.pool.query<{ day: string }>(
    'select max(as_of)::text as day from federal_loads where is_current',
  );
  const asOf = days[0]?.day ?? null;
  let [right, found, linked] = [0, 0, 0];
  for (const { usdot, prior } of rows) {
    const { signals } = await readSignals(service, usdot, asOf);
    const shared = signals.find(({ name }) => name === 'shared_with_revoked_carrier')?.evidence ?? [];
    const links = new Set(
      shared.filter(({ shares }) => shares !== 'prior revoked number').map((row) => row.usdot_number),
    );
    found += links.size;
    if (links.size > 0) linked++;
    if (links.has(String(prior))) right++;
  }
  const share = (part: number, of: number) => (of === 0 ? 'none' : (part / of).toFixed(3));
  return `${title}; ${linked} of them have ${found} links: precision ${share(right, found)}, recall ${share(right, rows.length)}.`;
}

async function federalFiles(folder: string): Promise<{ path: string; dataset: string }[]> {
  const found: { path: string; dataset: string }[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !/\.(csv|txt)(\.gz)?$/.test(entry.name)) continue;
    const path = join(folder, entry.name);
    const [source] = await openSourceFiles(path);
    const identified = source && (await identifyDataset(source).catch(() => null));
    if (identified) found.push({ path, dataset: identified.dataset.name });
  }
  return found;
}
