import type { Database, Db, Statement, Transaction } from '../database.ts';
import { plannedForAll, plannedOnce } from '../planned-once.ts';
import { bucketRanges, type Shard } from './bucket-ranges.ts';
import { nodesOfCarriers } from './carrier-nodes.ts';

/** Where a transaction sends statements about a bucket or a carrier. */
export type Places = {
  /** Whether these are connections to nodes: a statement then names one bucket or carrier. Otherwise it is the transaction itself. */
  areNodes: boolean;
  /** The tables of cameras, where they are on nodes. */
  cameraTables: string[];
  ofBucket(bucket: number): Db;
  ofCarrier(usdotNumber: number): Db;
  /** Puts rows of carriers into groups by node. All transactions must lock the nodes in this order. */
  byNode<Row extends { usdot_number: number }>(rows: readonly Row[]): Row[][];
};

type Wanted = { buckets: readonly number[]; carriers?: readonly number[] };

/** The transaction itself, for all. */
export function allIn(tx: Db): Places {
  return {
    areNodes: false,
    cameraTables: [],
    ofBucket: () => tx,
    ofCarrier: () => tx,
    byNode: (rows) => [[...rows]],
  };
}

/**
 * A transaction on this server, and on a cluster one on each node that has these rows: the coordinator neither plans nor carries their
 * statements. The nodes commit first, one after the other, and this server last. If it or this process ends in between, what the nodes
 * wrote stays: the caller must be able to repeat the work. `settings`: used only if there is one server.
 */
export async function acrossNodes<T>(
  database: Database,
  wanted: Wanted,
  work: (tx: Transaction, places: Places) => Promise<T>,
  settings: readonly string[] = [],
): Promise<T> {
  const shards = await bucketRanges(database);
  const find = shards && (await nodesOf(database, shards, wanted));
  if (!find) return plannedOnce(database, (tx) => work(tx, allIn(tx)), settings);
  // The first node in this list commits last. A transaction that waited for a row of a camera then sees what was written on the other nodes.
  const names = [
    ...new Set([
      ...wanted.buckets.map(find.ofBucket).sort(),
      ...(wanted.carriers ?? []).map(find.ofCarrier).sort(),
    ]),
  ];
  return plannedForAll(database, (tx) => {
    const own = { ...tx, commitWith: <L>(last: Promise<L>) => last };
    const opened = new Map<string, Db>();
    const on = (name: string) => opened.get(name) ?? own;
    const places: Places = {
      areNodes: true,
      cameraTables: Object.keys(shards?.[0]?.tables ?? {}),
      ofBucket: (bucket) => on(find.ofBucket(bucket)),
      ofCarrier: (usdotNumber) => on(find.ofCarrier(usdotNumber)),
      byNode: (rows) =>
        [...Map.groupBy(rows, ({ usdot_number }) => find.ofCarrier(usdot_number))]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([, group]) => group),
    };
    const open = ([name, ...others]: string[]): Promise<T> => {
      const node = name === undefined ? null : database.onNode(name);
      if (name === undefined || node === null) return work(own, places);
      return node.transaction((one) => {
        opened.set(name, one);
        return open(others);
      });
    };
    return open(names);
  });
}

/** The same for one camera: each statement on a table of cameras goes to the node of the bucket, the others to this server. */
export function onCameraNode<T>(
  database: Database,
  bucket: number,
  work: (tx: Transaction, areNodes: boolean) => Promise<T>,
  settings: readonly string[] = [],
): Promise<T> {
  const run = (tx: Transaction, { areNodes, ofBucket, cameraTables }: Places) => {
    if (!areNodes) return work(tx, false);
    const tables = new RegExp(`\\b(from|join|into|update)\\s+(${cameraTables.join('|')})\\b`);
    const on = ({ text }: Statement) => (tables.test(text) ? ofBucket(bucket) : tx);
    const routed: Transaction = {
      ...tx,
      rows: (one, values) => on(one).rows(one, values),
      row: (one, values) => on(one).row(one, values),
      run: (one, values) => on(one).run(one, values),
    };
    return work(routed, true);
  };
  return acrossNodes(database, { buckets: [bucket] }, run, settings);
}

/** Where a statement about a bucket is planned once and run. */
export async function atBucket(database: Database, bucket: number): Promise<Db> {
  const shard = (await bucketRanges(database))?.find(({ buckets }) => buckets.includes(bucket));
  return (shard?.node && database.onNode(shard.node)) || database;
}

/** The nodes of these rows; null if one of them is to be asked through the coordinator. */
async function nodesOf(database: Database, shards: Shard[], { buckets, carriers = [] }: Wanted) {
  const ofBuckets = new Map(shards.flatMap(({ node, buckets: own }) => own.map((bucket) => [bucket, node])));
  const ofCarriers = await nodesOfCarriers(database, carriers);
  const names = [...buckets.map((one) => ofBuckets.get(one)), ...carriers.map((one) => ofCarriers.get(one))];
  if (names.some((name) => !name || database.onNode(name) === null)) return null;
  return {
    ofBucket: (bucket: number) => ofBuckets.get(bucket) ?? '',
    ofCarrier: (usdotNumber: number) => ofCarriers.get(usdotNumber) ?? '',
  };
}
