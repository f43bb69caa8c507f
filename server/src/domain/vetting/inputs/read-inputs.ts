import { type Db, readRow, statement } from '../../../db/database.ts';
import { mapConcurrent } from '../../../lib/async/map-concurrent.ts';
import { isKnown, MAX_USDOT } from '../../carriers/records/census.ts';
import { readFilingArchive, readFilingsOf } from '../../carriers/records/filings.ts';
import type { SignalName } from '../../carriers/signals/signal-rules.ts';
import { currentLoads } from '../../federal/loads.ts';
import { type CarrierScores, scoreReader } from '../../safety/read-scores.ts';
import { listEntriesOf } from '../list-entries.ts';
import { clearancesOf } from '../objections/objection-store.ts';
import type { Evaluating } from '../vetting-service.ts';
import type { Common, Inputs, OrderInput, Part, ScoresInput } from './inputs.ts';
import { type OfCarrier, readAuthorities } from './read-authorities.ts';
import { readCensus, readCensusOn } from './read-census.ts';
import { readInspections } from './read-inspections.ts';
import { readLastSeen, readSightings } from './read-sightings.ts';
import { readAskedSignals } from './read-signals.ts';

export type InputRequest = {
  organizationId: number;
  usdotNumbers: number[];
  today: string;
  /** An earlier day to check for. */
  asOf: string | null;
  parts: ReadonlySet<Part>;
  signals: readonly SignalName[];
  /** Whether the organization may see carrier observations. */
  isLicensed: boolean;
  /** Reads every row that a kept file needs, not only what decides. */
  forFile: boolean;
};
export type ReadInputs = { common: Common; carriers: Map<number, Inputs> };

const windowOf = statement(
  'vetting.window',
  `select federal_window_end($1)::date as window_end, (federal_window_end($1) - interval '24 months')::date as window_start,
     (select case when count(*) = 2 then max(since) end from carrier_history_sources
      where source in ('motus-carrier', 'legacy-carrier')) as registers_since`,
);
const orders = statement(
  'vetting.orders',
  `select usdot_number, oos_date, rescind_date, oos_reason, row_hash::text, 'out-of-service-orders' as source_dataset,
     federal_file_date('out-of-service-orders') as source_date
   from out_of_service_orders where usdot_number = any($1::integer[]) order by usdot_number, oos_date, row_hash`,
);

const CONCURRENT_CARRIERS = 4;
const EMPTY_COUNTS = {
  ...{ inspections: 0, any_oos: 0, driver: 0, driver_oos: 0 },
  ...{ vehicle: 0, vehicle_oos: 0, hazmat: 0, hazmat_oos: 0 },
};

async function readCommon(db: Db, { today, asOf }: InputRequest): Promise<Common> {
  const [loads, archive, window] = await Promise.all([
    currentLoads(db),
    readFilingArchive(db),
    readRow<Pick<Common, 'window_start' | 'window_end' | 'registers_since'>>(db, windowOf, [asOf]),
  ]);
  return {
    ...{ day: asOf ?? today, as_of: asOf, ...archive, ...window },
    files: loads.map(({ dataset, file_name, as_of, content_hash }) => ({
      ...{ dataset, file_name, file_date: as_of, sha256: content_hash },
    })),
  };
}

/**
 * Reads everything that the rules need of several carriers, with a few statements for all of them. Carriers that no federal
 * register has are absent.
 */
export async function readInputs(
  { db: own, reader: db, profile }: Evaluating,
  request: InputRequest,
): Promise<ReadInputs> {
  const { today, asOf, parts, forFile } = request;
  const day = asOf ?? today;
  const numbers = request.usdotNumbers.filter((one) => one <= MAX_USDOT);
  const common = await readCommon(db, request);
  const window: [string, string] = [common.window_start, common.window_end];
  const [census, held, filings, orderRows, list, clearances, inspections, lastSeen, scores] =
    await Promise.all([
      readCensus(db, numbers),
      readAuthorities(db, numbers, day, asOf),
      readFilingsOf(db, numbers),
      db.rows<OfCarrier<OrderInput>>(orders, [numbers]),
      listEntriesOf(own, request.organizationId, numbers),
      clearancesOf(own, request.organizationId, numbers),
      parts.has('inspections') ? readInspections(db, numbers, window, forFile) : null,
      parts.has('sightings') && !forFile ? readLastSeen(db, numbers, day) : null,
      parts.has('scores') ? scoreReader(db, { asOf, today }) : null,
    ]);
  const of = {
    authorities: byCarrier(held.authorities),
    changes: byCarrier(held.changes),
    requirements: byCarrier(held.requirements),
    filings: byCarrier(filings),
    orders: byCarrier(orderRows),
  };
  const read = async (usdotNumber: number): Promise<Inputs | null> => {
    const rows = census.get(usdotNumber) ?? [];
    const authorities = of.authorities.get(usdotNumber) ?? [];
    if (rows.length === 0 && authorities.length === 0 && !(await isKnown(db, usdotNumber))) return null;
    const [censusRows, scored, sightings, signals] = await Promise.all([
      asOf === null ? rows : readCensusOn(db, usdotNumber, asOf, rows),
      scores === null ? null : scores(usdotNumber),
      parts.has('sightings') && forFile
        ? readSightings(db, usdotNumber, day)
        : (lastSeen?.get(usdotNumber) ?? []),
      parts.has('signals') && request.signals.length > 0
        ? readAskedSignals(profile, usdotNumber, common, { ...request, asked: request.signals })
        : null,
    ]);
    return {
      usdot_number: usdotNumber,
      census: censusRows,
      authorities,
      authority_changes: of.changes.get(usdotNumber) ?? [],
      requirements: of.requirements.get(usdotNumber) ?? [],
      filings: of.filings.get(usdotNumber) ?? [],
      orders: of.orders.get(usdotNumber) ?? [],
      inspections: inspections?.get(usdotNumber) ?? { rows: null, counts: EMPTY_COUNTS, published: null },
      scores: scored && scoresInput(scored),
      sightings,
      signals,
      list: list.get(usdotNumber) ?? null,
      clearances: clearances.get(usdotNumber) ?? [],
    };
  };
  const found = await mapConcurrent(CONCURRENT_CARRIERS, numbers, read);
  return {
    common,
    carriers: new Map(found.flatMap((one) => (one === null ? [] : [[one.usdot_number, one] as const]))),
  };
}

function byCarrier<T extends { usdot_number: number }>(rows: T[]): Map<number, Omit<T, 'usdot_number'>[]> {
  const found = new Map<number, Omit<T, 'usdot_number'>[]>();
  for (const { usdot_number, ...row } of rows) {
    const list = found.get(usdot_number);
    if (list) list.push(row);
    else found.set(usdot_number, [row]);
  }
  return found;
}

function scoresInput({ run, published_on, basics, iss, unknown }: CarrierScores): ScoresInput {
  return {
    ...{ run, published_on, unknown },
    basics: basics.map(({ basic, title, percentile, is_alert, threshold, status }) => ({
      ...{ basic, title, percentile, is_alert, threshold, status },
    })),
    iss: iss && { score: iss.score, basis: iss.basis, reason: iss.reason },
  };
}
