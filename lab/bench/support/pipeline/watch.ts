import type { Database } from '../../../../server/src/db/database.ts';
import { textTable } from '../../../../server/src/lib/text-table.ts';
import { median, sleep } from '../bench.ts';
import { memoryBytes, postmasterOf, processorSeconds, processorSecondsOfFamily } from '../processes.ts';
import { grownSince, type Relation, relationsOf } from './relations.ts';

export type PipelineProcesses = Record<'serve' | 'work' | 'stand-ins', number[]>;

type Counts = {
  images: number;
  matches: number;
  /** Of all tables with their indexes. */
  bytes: number;
  dead: number;
  connections: number;
};
type Sample = Counts & { at: number; waiting: number; memoryMb: number };

/** Samples memory, connections, table sizes and dead rows while the pipeline runs. */
export class PipelineWatch {
  readonly #database: Database;
  readonly #processes: PipelineProcesses;
  readonly #postmaster: number;
  readonly #samples: Sample[] = [];
  #startedAt = 0;
  #first: Counts | null = null;
  #relations: Relation[] = [];
  #processorBefore: Record<string, number> = {};

  private constructor(database: Database, processes: PipelineProcesses, postmaster: number) {
    this.#database = database;
    this.#processes = processes;
    this.#postmaster = postmaster;
  }

  static async open(database: Database, processes: PipelineProcesses): Promise<PipelineWatch> {
    return new PipelineWatch(database, processes, await postmasterOf(database));
  }

  async start(): Promise<void> {
    this.#startedAt = performance.now();
    this.#first = await this.#counts();
    this.#relations = await relationsOf(this.#database);
    this.#processorBefore = this.#processor();
  }

  /** Images that wait for recognition or matching. */
  async waiting(): Promise<number> {
    const { rows } = await this.#database.pool.query(
      `select (select count(*) from image_queue) + (select count(*) from unmatched_sightings) as waiting`,
    );
    return Number(rows[0].waiting);
  }

  async caughtUp(): Promise<void> {
    while ((await this.waiting()) > 0) await sleep(50);
  }

  async sample(): Promise<void> {
    const { serve, work } = this.#processes;
    const memoryMb = [...serve, ...work].reduce((sum, pid) => sum + memoryBytes(pid, 'VmRSS') / 2 ** 20, 0);
    const at = (performance.now() - this.#startedAt) / 1_000;
    this.#samples.push({ at, waiting: await this.waiting(), memoryMb, ...(await this.#counts()) });
  }

  async finish() {
    const seconds = (performance.now() - this.#startedAt) / 1_000;
    const processor = this.#processor();
    await this.sample();
    const last = this.#samples.at(-1) as Sample;
    const first = this.#first as Counts;
    const half = Math.floor(this.#samples.length / 2);
    const growth = (of: (sample: Sample) => number) =>
      median(this.#samples.slice(half).map(of)) / Math.max(1, median(this.#samples.slice(1, half).map(of)));
    const rates = this.#samples.slice(1).map(({ at, images }, i): [number, number] => {
      const before = this.#samples[i] as Sample;
      return [at, (images - before.images) / (at - before.at)];
    });
    return {
      seconds,
      rates,
      images: last.images - first.images,
      matches: last.matches - first.matches,
      /** Bytes per image of each table and index. */
      grown: grownSince(this.#relations, await relationsOf(this.#database), last.images - first.images),
      connections: Math.max(...this.#samples.map(({ connections }) => connections)),
      memoryGrowth: growth(({ memoryMb }) => memoryMb),
      deadGrowth: growth(({ dead }) => dead),
      processorSeconds: Object.fromEntries(
        Object.entries(processor).map(([name, spent]) => [name, spent - (this.#processorBefore[name] ?? 0)]),
      ),
    };
  }

  table(): string {
    const heads = [
      'seconds',
      'images',
      'waiting',
      'matches',
      'memory MB',
      'connections',
      'MB stored',
      'dead rows',
    ];
    const rows = this.#samples.map((sample) => {
      const { at, images, waiting, matches, memoryMb, connections, bytes, dead } = sample;
      return [at, images, waiting, matches, memoryMb, connections, bytes / 1e6, dead].map(Math.round);
    });
    return textTable(heads, rows);
  }

  #processor(): Record<string, number> {
    const sum = (pids: number[]) => pids.reduce((total, pid) => total + processorSeconds(pid), 0);
    const { serve, work, 'stand-ins': standIns } = this.#processes;
    return {
      'serve (accept, store)': sum(serve),
      'work (recognize, record, match, deliver)': sum(work),
      PostgreSQL: processorSecondsOfFamily(this.#postmaster),
      'stand-ins (load, images, readings)': sum(standIns),
    };
  }

  async #counts(): Promise<Counts> {
    const { rows } = await this.#database.pool.query<Counts>(
      `select (select count(*) from sightings)::float8 as images,
         (select count(*) from alert_matches)::float8 as matches,
         (select count(*) from pg_stat_activity where backend_type = 'client backend')::float8 as connections,
         sum(n_dead_tup)::float8 as dead, sum(pg_total_relation_size(relid))::float8 as bytes
       from pg_stat_user_tables`,
    );
    return rows[0] as Counts;
  }
}
