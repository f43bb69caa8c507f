import type { Database } from '../../../db/database.ts';
import { readCarrierEvents } from '../run/read-events.ts';
import type { Events } from '../sms/events.ts';
import type { Method } from '../sms/method.ts';
import { type Tally, tallyOf } from '../sms/tally.ts';
import type { TimeWeight } from '../sms/time-weight.ts';
import { carrierRows, type WeightedRows, weightRows } from './carrier-rows.ts';
import { eventsOf } from './score-carrier.ts';
import { replaceInspections, storedTally } from './tally-sums.ts';

type TallyRequest = {
  database: Database;
  usdotNumber: number;
  method: Method;
  /** If null, the weights of the files are used. */
  timeWeight: TimeWeight | null;
  /** Ids of the violations to leave out. */
  without: string[];
};

export type TalliedCarrier = {
  all: Tally;
  /** Without the violations to leave out. */
  rest: Tally;
  inspections: number;
  /** Ids in `without` that are no violations of this carrier. */
  unknown: string[];
  rows: WeightedRows | null;
};

/** Reads the events with their texts, for a list of them. */
export async function tallyRows(request: TallyRequest): Promise<TalliedCarrier> {
  const { database, usdotNumber, method, timeWeight, without } = request;
  const rows = weightRows(method, timeWeight, await carrierRows(database, usdotNumber));
  const known = new Set(rows.violations.map(({ violation_id }) => violation_id));
  return {
    all: tallyOf(method, eventsOf(method, usdotNumber, rows)),
    rest: tallyOf(method, eventsOf(method, usdotNumber, rows, new Set(without))),
    inspections: rows.inspections.length,
    unknown: without.filter((id) => !known.has(id)),
    rows,
  };
}

/**
 * Reads only the numbers that count, with the code of the monthly run. If the run has stored the sums of the carrier, only
 * the inspections that lose a violation are read.
 */
export async function tallyEvents(request: TallyRequest, runId: number | null): Promise<TalliedCarrier> {
  const stored = runId === null ? null : await storedTally(request.database, runId, request.usdotNumber);
  return (stored && (await tallyChange(request, stored))) ?? (await tallyAll(request));
}

async function tallyAll(request: TallyRequest): Promise<TalliedCarrier> {
  const { method, without } = request;
  const { all, rest, unknown } = await readWithout(request, without, null);
  return {
    all: tallyOf(method, all),
    rest: tallyOf(method, rest),
    inspections: all.inspections.size,
    unknown,
    rows: null,
  };
}

async function tallyChange(request: TallyRequest, all: Tally): Promise<TalliedCarrier | null> {
  const { method, without } = request;
  const inspections = all.inspections[0] as number;
  if (without.length === 0) return { all, rest: all, inspections, unknown: [], rows: null };
  const ids = new Set(without.map((id) => Number(id.split('-')[0])).filter(Number.isSafeInteger));
  if (ids.size === 0) return { all, rest: all, inspections, unknown: without, rows: null };
  const changed = await readWithout(request, without, [...ids]);
  const before = tallyOf(method, changed.all);
  const rest = replaceInspections(method, all, before, tallyOf(method, changed.rest));
  return rest && { all, rest, inspections, unknown: changed.unknown, rows: null };
}

type ReadEvents = { all: Events; rest: Events; unknown: string[] };

async function readWithout(
  { database, usdotNumber, method, timeWeight }: TallyRequest,
  without: string[],
  inspectionIds: number[] | null,
): Promise<ReadEvents> {
  const left = new Set(without);
  const rowsByInspection = new Map<number, Map<number, string>>();
  for (const id of left) {
    const [inspection, row] = id.split('-').map(Number) as [number, number];
    const rows = rowsByInspection.get(inspection) ?? new Map<number, string>();
    rowsByInspection.set(inspection, rows.set(row, id));
  }
  const isRemoved = (inspection: number, row: number) => {
    const id = rowsByInspection.get(inspection)?.get(row);
    if (id !== undefined) left.delete(id);
    return id !== undefined;
  };
  const client = await database.pool.connect();
  let failure: Error | undefined;
  try {
    const weighting = { method, timeWeight };
    const read = await readCarrierEvents(client, usdotNumber, weighting, isRemoved, inspectionIds);
    return { ...read, unknown: [...left] };
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // A connection whose COPY failed is closed.
    client.release(failure);
  }
}
