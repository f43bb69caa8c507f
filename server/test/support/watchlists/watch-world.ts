import type { WatchKind } from '../../../src/contract/brokers/watchlist.ts';
import { ensureMonths } from '../../../src/domain/observations/ensure-months.ts';
import { recordSightings } from '../../../src/domain/observations/record-sightings.ts';
import { CarrierChecks } from '../../../src/domain/watchlists/check/check-carriers.ts';
import { takeNews } from '../../../src/domain/watchlists/check/due-carriers.ts';
import type { Services } from '../../../src/http/services.ts';
import type { TestApi } from '../api.ts';
import type { Importer, Row } from '../federal/federal-files.ts';
import { writeWaiting } from '../observations/write-waiting.ts';
import { vettingFiles } from '../vetting/vetting-world.ts';

export type WatchEvent = {
  id: string;
  kind: WatchKind;
  usdot_number: string;
  legal_name: string;
  summary: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  watchlists: { id: string; name: string }[];
};
type Headers = Awaited<ReturnType<TestApi['signIn']>>;

/** Compares every carrier that news or the queue names, until nothing waits. Returns the number of events. */
export async function compareAll({
  watchlists,
  database,
}: Pick<Services, 'watchlists' | 'database'>): Promise<number> {
  const checks = new CarrierChecks(watchlists);
  let events = 0;
  for (;;) {
    while (await takeNews(database));
    // Sightings wait until others have gathered.
    await database.pool.query(
      'update watched_carriers set due_at = now() where due_at > now() and lease_id is null',
    );
    const round = await checks.round();
    if (round.failure !== null) throw round.failure;
    if (round.claimed === 0) return events;
    events += round.events;
  }
}

/** Requests of one customer. */
export function watchClient({ app }: Pick<TestApi, 'app'>, headers: Headers) {
  const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT', url: string, payload?: object) =>
    app.inject({ method, url, headers, ...(payload && { payload }) });
  return {
    send,
    async list(name: string, kinds: WatchKind[], usdotNumbers: number[], more: object = {}): Promise<string> {
      const made = await send('POST', '/watchlists', { name, kinds, ...more });
      if (made.statusCode !== 201) throw new Error(made.body);
      const { id } = made.json();
      const added = await send('POST', `/watchlists/${id}/carriers`, {
        usdot_numbers: usdotNumbers.map(String),
      });
      if (added.statusCode !== 200) throw new Error(added.body);
      return id;
    },
    async events(query = ''): Promise<WatchEvent[]> {
      const response = await send('GET', `/watchlist-events?page_size=200${query}`);
      if (response.statusCode !== 200) throw new Error(response.body);
      return response.json().events;
    },
  };
}

/** Records a sighting of a carrier as a worker does. */
export async function sightCarrier(
  { db }: Pick<TestApi, 'db'>,
  organizationId: number,
  usdotNumber: number,
  at: string,
  state: string,
): Promise<void> {
  const time_captured = new Date(at);
  await ensureMonths(db, [time_captured], time_captured);
  const sighting = { organizationId, usdot_number: usdotNumber, time_captured, location_state: state };
  await db.transaction((tx) => recordSightings(tx, [{ ...sighting, location_city: 'Amarillo' }]));
  await writeWaiting(db);
  await db.pool.query('delete from unmatched_sightings');
}

const NUMBERS = ['DOT_NUMBER', 'USDOT_NUMBER', 'DOT_Number'];

/** Imports files like those of the vetting world, with the rows of one carrier replaced. */
export function newerFiles(importer: Importer) {
  const files = vettingFiles();
  return {
    files,
    async load(dataset: string, usdot: number, rows: Row[], asOf = '2026-11-16'): Promise<void> {
      const others = (files[dataset] ?? []).filter(
        (row) => !NUMBERS.some((name) => Number(row[name]) === usdot),
      );
      files[dataset] = [...others, ...rows];
      await importer.datasets({ [dataset]: files[dataset] }, { asOf, force: true });
    },
  };
}
