import type { Database } from '../../../db/database.ts';
import { readCarrierEvents } from '../run/read-events.ts';
import type { Method } from '../sms/method.ts';
import { type Tally, tallyOf } from '../sms/tally.ts';
import type { TimeWeight } from '../sms/time-weight.ts';
import { carrierRows, type WeightedRows, weightRows } from './carrier-rows.ts';
import { eventsOf } from './score-carrier.ts';

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

/** Reads only the numbers that count, with the code of the monthly run. */
export async function tallyEvents(request: TallyRequest): Promise<TalliedCarrier> {
  const { database, usdotNumber, method, timeWeight, without } = request;
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
    const { all, rest } = await readCarrierEvents(client, usdotNumber, { method, timeWeight }, isRemoved);
    const inspections = all.inspections.size;
    return {
      all: tallyOf(method, all),
      rest: tallyOf(method, rest),
      inspections,
      unknown: [...left],
      rows: null,
    };
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // A connection whose COPY failed is closed.
    client.release(failure);
  }
}
