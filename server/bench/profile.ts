import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { type CarrierProfile, SECTION_NAMES } from '../src/contract/profile.ts';
import type { Database, Db } from '../src/db/database.ts';
import { sections } from '../src/domain/carriers/profile/profile-service.ts';
import { readProfile } from '../src/domain/carriers/profile/read-profile.ts';
import { isKnown } from '../src/domain/carriers/records/census.ts';
import { readViolations } from '../src/domain/carriers/records/violations.ts';
import { importFiles } from '../src/domain/federal/import/import-files.ts';
import { generateCountry } from '../src/domain/generate/generate-country.ts';
import { latestScores } from '../src/domain/safety/read-scores.ts';
import { runScores } from '../src/domain/safety/run/run-scores.ts';
import { systemClock } from '../src/lib/clock.ts';
import { type Bench, median, p99, type Ratio } from './support/bench.ts';
import { insurers } from './support/insurers.ts';
import { benchService } from './support/service.ts';
import { steadyLoad } from './support/steady-load.ts';

const AS_OF = '2026-10-30';
const DEADLINE_MS = 400;
const HUNG = 'motus_process_agents';
type Service = Awaited<ReturnType<typeof benchService>>;
type Size = { carriers: number; rounds: number; seconds: number };

export const bench: Bench = {
  about:
    'carrier profiles of a synthetic country of 20,000 carriers (--quick: 400): all sections at once against one after the other, one section hung, and both endpoints against a route that returns the same bytes from memory',
  async run({ quick }) {
    const size = quick
      ? { carriers: 400, rounds: 60, seconds: 1 }
      : { carriers: 20_000, rounds: 1_000, seconds: 8 };
    const service = await benchService({ PROFILE_DEADLINE_MS: String(DEADLINE_MS) });
    try {
      await loadCountry(service.database, size.carriers);
      const carriers = await busyCarriers(service.database, size.rounds);
      return [
        ...(await together(service, carriers)),
        await hung(service, carriers),
        ...(await endpoints(service, carriers, size)),
      ];
    } finally {
      await service.stop();
    }
  },
};

async function loadCountry(database: Database, carriers: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-bench-country-'));
  const nothing = () => undefined;
  const events = {
    ...{ onIdentified: nothing, onProgress: nothing, onLoaded: nothing, onSkipped: nothing },
    onRefused: (name: string, reason: string) => console.error(name, reason),
  };
  try {
    await generateCountry({ carriers, seed: 1, folder, asOf: AS_OF });
    await importFiles(database, [folder], { dataDir: folder, force: true, clock: systemClock, events });
    for (const asOf of ['2026-09-25', AS_OF]) await runScores(database, { method: 'current', asOf });
    await database.pool.query('vacuum analyze');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Those with inspections, the most inspected among them: the others cost next to nothing. */
async function busyCarriers(database: Database, count: number): Promise<number[]> {
  const { rows } = await database.pool.query(
    `select usdot_number from sms_inspections where usdot_number <> 0 group by 1 order by count(*) desc limit 200`,
  );
  return Array.from({ length: count }, (_, n) => rows[n % rows.length]?.usdot_number as number);
}

const query = (usdotNumber: number) => ({
  ...{ usdotNumber, vin: '1XKYDP9X3GJ473982', asOf: null },
  withheld: new Set<never>(),
});

/** Ours and the peer in turns for each carrier; the peer awaits the very same questions one after the other. */
async function together({ services, database }: Service, carriers: number[]): Promise<Ratio[]> {
  const [ours, peer, slowest]: number[][] = [[], [], []];
  const today = services.clock.now().toISOString().slice(0, 10);
  const session = `-c plan_cache_mode=force_generic_plan`;
  const pool = database.beside(2, session);
  const plain = oneAtATime(pool);
  for (const usdotNumber of [...carriers.slice(0, 40), ...carriers]) {
    const startedAt = performance.now();
    const profile = await readProfile(services.profile, query(usdotNumber));
    ours?.push(performance.now() - startedAt);
    const peerAt = performance.now();
    const answer: Record<string, unknown> = {};
    let longest = 0;
    await isKnown(plain, usdotNumber);
    for (const name of SECTION_NAMES) {
      const sectionAt = performance.now();
      const asked = {
        ...{ ...query(usdotNumber), db: plain, today },
        scores: () => latestScores(plain, usdotNumber, { now: new Date(today) }),
        violations: () => readViolations(plain, usdotNumber, null),
      };
      answer[name] = await sections[name](asked);
      longest = Math.max(longest, performance.now() - sectionAt);
    }
    peer?.push(performance.now() - peerAt);
    slowest?.push(longest);
    compare(profile, answer);
  }
  await pool.close();
  // The first forty find their plans.
  const warm = (list: number[] | undefined) => (list ?? []).slice(40);
  const latency = { ours: median(warm(ours)), peer: median(warm(peer)) };
  const tail = { ours: p99(warm(ours)), peer: p99(warm(slowest)) };
  return [
    {
      name: 'all sections at once, against one after the other',
      ...{ ...latency, measuredIn: 'ms', value: latency.peer / latency.ours },
      ...{ goal: 3, unit: 'x', better: 'higher' },
    },
    {
      name: 'p99 of the whole, against p99 of its slowest section alone',
      ...{ ...tail, measuredIn: 'ms', value: tail.ours / tail.peer, goal: 1.3, unit: 'x', better: 'lower' },
    },
  ];
}

/** Every question waits for the one before, as plain awaits do. */
function oneAtATime(db: Db): Db {
  let last: Promise<unknown> = Promise.resolve();
  const after = <T>(ask: () => Promise<T>): Promise<T> => {
    const answer = last.then(ask);
    last = answer.catch(() => undefined);
    return answer;
  };
  return {
    rows: (what, values) => after(() => db.rows(what, values)),
    row: (what, values) => after(() => db.row(what, values)),
    run: (what, values) => after(() => db.run(what, values)),
  };
}

function compare(profile: CarrierProfile, answer: Record<string, unknown>): void {
  for (const name of SECTION_NAMES) {
    if (profile.errors?.[name]?.type === 'TimeoutError') continue;
    if (JSON.stringify(profile[name]) !== JSON.stringify(answer[name])) throw new Error(`${name} differs`);
  }
}

/** The longest of a few profiles while one section waits for a lock that never comes. */
async function hung({ services, database }: Service, carriers: number[]): Promise<Ratio> {
  const blocker = await database.connect();
  const times: number[] = [];
  try {
    await blocker.query(`begin; lock table ${HUNG} in access exclusive mode`);
    for (const usdotNumber of carriers.slice(0, 10)) {
      const startedAt = performance.now();
      const { errors } = await readProfile(services.profile, query(usdotNumber));
      times.push(performance.now() - startedAt);
      if (errors?.insurance?.type !== 'TimeoutError') throw new Error('the section did not hang');
    }
  } finally {
    await blocker.query('rollback');
    await blocker.end();
  }
  const ours = Math.max(...times);
  const figure = { ours, peer: DEADLINE_MS, measuredIn: 'ms', value: ours - DEADLINE_MS };
  return {
    name: 'one section hung: time past its deadline',
    ...{ ...figure, goal: 50, unit: 'ms', better: 'lower' },
  };
}

/** Requests a second of both endpoints beside a bare route that has the same bytes ready. */
async function endpoints(service: Service, carriers: number[], { seconds }: Size): Promise<Ratio[]> {
  const headers = await insurers(service, 4, ['external-api-carrier-iss-score']);
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as AddressInfo;
  const usdot = carriers[0];
  const paths = {
    'carrier-observations': `/visual_sightings/carrier-observations?usdot_number=${usdot}`,
    profile: `/carrier/profile/fmcsa?usdot_number=${usdot}`,
  };
  const ratios: Ratio[] = [];
  for (const [name, path] of Object.entries(paths)) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: headers[0] ?? {} });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const bare = fastify();
    bare.get('/bytes', (_request, reply) => reply.type('application/json').send(bytes));
    await bare.listen({ host: '127.0.0.1', port: 0 });
    const barePort = (bare.server.address() as AddressInfo).port;
    const both = name === 'profile' ? headers.slice(0, 2) : headers.flatMap((each) => [each, each]);
    const ours = await steadyLoad({ port, path, headers: both, seconds });
    const peer = await steadyLoad({ port: barePort, path: '/bytes', headers: both, seconds });
    await bare.close();
    ratios.push({
      name: `${name} (${(bytes.length / 1024).toFixed(0)} KB), against the same bytes from memory`,
      ...{ ours: ours.perSecond, peer: peer.perSecond, measuredIn: 'req/s' },
      ...{ value: ours.perSecond / peer.perSecond, goal: null, unit: 'x', better: 'higher' },
    });
  }
  return ratios;
}
