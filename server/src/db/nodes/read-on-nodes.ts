import { columnsOf } from '../../lib/columns-of.ts';
import type { Database, Statement } from '../database.ts';
import { isCluster } from './bucket-ranges.ts';
import { nodesOfCarriers } from './carrier-nodes.ts';

/** The key of an observation. */
type Key = { usdot_number: number; time_captured: Date; id: number };

/** The first six parameters of a statement that reads observations by their keys: the keys, the period and the carriers. */
export function keyValues(keys: readonly Key[]): unknown[] {
  const times = keys.map(({ time_captured }) => time_captured.getTime()).sort((a, b) => a - b);
  const [first, last] = [times[0], times.at(-1)].map((time) => (time === undefined ? null : new Date(time)));
  const carriers = [...new Set(keys.map(({ usdot_number }) => usdot_number))];
  return [...columnsOf(keys, 'usdot_number', 'time_captured', 'id'), first, last, carriers];
}
const OF_KEYS = 6;

/** A statement with the values of its rows on one server. */
export type Part = { on: Database; values: unknown[] };

/**
 * Where a read runs. A statement about one carrier runs on the node of the carrier, which keeps its plan, and one by keys runs on the node
 * of each key. Through the coordinator, both servers would plan it again for every call. All others run on the coordinator.
 */
export async function partsOf(database: Database, read: Statement, values: unknown[]): Promise<Part[]> {
  const whole = [{ on: database, values }];
  const { isOfCarrier, isOfOneTable } = placeOf(read);
  const carriers = read.isByKeys ? (values[0] as number[]) : isOfCarrier ? [Number(values[0])] : [];
  if (carriers.length === 0 || !(await isCluster(database))) return whole;
  const nodes = await nodesOf(database, carriers);
  const on = (usdotNumber: number) => {
    const node = nodes.get(usdotNumber);
    return node === undefined ? null : database.onNode(node, isOfOneTable ? ONE_PLAN : '');
  };
  if (!read.isByKeys) return [{ on: on(carriers[0] ?? 0) ?? database, values }];
  const [, times, ids] = values as [number[], Date[], number[]];
  const keys = carriers.map((usdot_number, i) => ({
    usdot_number,
    time_captured: times[i] as Date,
    id: ids[i] as number,
  }));
  return [...Map.groupBy(keys, ({ usdot_number }) => on(usdot_number) ?? database)].map(([node, own]) => ({
    on: node,
    values: [...keyValues(own), ...values.slice(OF_KEYS)],
  }));
}

/**
 * Citus finds the shard of a statement on one table when it runs, so that a plan for all values can be kept. Any other statement it can
 * only plan with its values.
 */
const ONE_PLAN = '-c plan_cache_mode=force_generic_plan';

type Place = { isOfCarrier: boolean; isOfOneTable: boolean };
const known = new WeakMap<Statement, Place>();

/** Whether it reads observations or counts of the carrier $1 only; each statement that does not is declared (`allShards`). */
function placeOf(read: Statement): Place {
  const last = known.get(read);
  if (last !== undefined) return last;
  const { text, allShards } = read;
  const isOfCarrier =
    allShards === undefined &&
    /\b(from|join)\s+(observations|observation_counts)\b/.test(text) &&
    /\busdot_number = \$1\b/.test(text);
  const isOfOneTable =
    isOfCarrier && text.match(/\b(select|join|unnest|from\s+[a-z_]+\s+\w*,)\b/g)?.length === 1;
  const place = { isOfCarrier, isOfOneTable };
  known.set(read, place);
  return place;
}

/** A stale entry is harmless: a node that no longer has the shard forwards the query to the node that has it. */
const KNOWN_FOR_MS = 60_000;
const MOST_KNOWN = 50_000;
type Known = { until: number; nodes: Map<number, string> };
const knownNodes = new WeakMap<Database, Known>();

async function nodesOf(database: Database, carriers: number[]): Promise<Map<number, string>> {
  const now = performance.now();
  const last = knownNodes.get(database);
  const isOld = !last || now > last.until || last.nodes.size > MOST_KNOWN;
  const kept = isOld ? { until: now + KNOWN_FOR_MS, nodes: new Map<number, string>() } : last;
  knownNodes.set(database, kept);
  const missing = [...new Set(carriers)].filter((one) => !kept.nodes.has(one));
  if (missing.length > 0) {
    for (const [carrier, node] of await nodesOfCarriers(database, missing)) kept.nodes.set(carrier, node);
  }
  return kept.nodes;
}

/** Runs a read on the servers that have its rows. */
export async function readOnNodes<Row extends object>(
  database: Database,
  read: Statement,
  values: unknown[],
  run: (on: Database, values: unknown[]) => Promise<Row[]>,
): Promise<Row[]> {
  const parts = await partsOf(database, read, values);
  return (await Promise.all(parts.map((part) => run(part.on, part.values)))).flat();
}
