import type { Database } from '../../../db/database.ts';
import type { Method } from '../sms/method.ts';
import { type Tally, tallyOf } from '../sms/tally.ts';
import type { TimeWeight } from '../sms/time-weight.ts';
import {
  type CarrierRows,
  carrierRows,
  inspectionRows,
  type WeightedRows,
  weightRows,
} from './carrier-rows.ts';
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

type TalliedCarrier = {
  all: Tally;
  /** Without the violations to leave out. */
  rest: Tally;
  inspections: number;
  /** Ids in `without` that are no violations of this carrier. */
  unknown: string[];
  /** The events of the carrier; null if the sums of the run were used instead. */
  rows: WeightedRows | null;
};

/** Reads all events of the carrier. */
export async function tallyCarrier(request: TallyRequest): Promise<TalliedCarrier> {
  return tallyRows(request, await carrierRows(request.database, request.usdotNumber));
}

/**
 * Uses the sums that the run has stored for a carrier with many inspections: only the inspections that lose a violation
 * are read. Reads all events if there are no sums, or if the result does not follow from them.
 */
export async function tallyFromSums(request: TallyRequest, runId: number): Promise<TalliedCarrier> {
  const { database, usdotNumber, method, without } = request;
  const all = await storedTally(database, runId, usdotNumber);
  if (!all) return await tallyCarrier(request);
  const ids = new Set(without.map((id) => Number(id.split('-')[0])).filter(Number.isSafeInteger));
  const changed = tallyRows(request, await inspectionRows(database, usdotNumber, [...ids]));
  const rest = replaceInspections(method, all, changed.all, changed.rest);
  if (!rest) return await tallyCarrier(request);
  return { all, rest, inspections: all.inspections[0] as number, unknown: changed.unknown, rows: null };
}

function tallyRows(request: TallyRequest, read: CarrierRows): TalliedCarrier {
  const { usdotNumber, method, timeWeight, without } = request;
  const rows = weightRows(method, timeWeight, read);
  const known = new Set(rows.violations.map(({ violation_id }) => violation_id));
  return {
    all: tallyOf(method, eventsOf(method, usdotNumber, rows)),
    rest: tallyOf(method, eventsOf(method, usdotNumber, rows, new Set(without))),
    inspections: rows.inspections.length,
    unknown: without.filter((id) => !known.has(id)),
    rows,
  };
}
