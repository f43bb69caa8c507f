import type pg from 'pg';
import { type CopiedRow, copyOut, word } from '../../../db/copy-out.ts';
import { Events } from '../sms/events.ts';
import type { Charge, Method } from '../sms/method.ts';
import type { Weigh } from '../sms/time-weight.ts';
import { blockRanges } from './block-ranges.ts';

export type EventReading = {
  method: Method;
  /** Null: the weights of the file are those of the day. */
  weigh: Weigh | null;
  expectedInspections: number;
  onRows(rows: number): void;
};

const NO_DAY = -40_000;
const REPORT_EVERY = 50_000;
const FLAGS = ['unsafe', 'fatigued', 'dr_fitness', 'subt_alcohol', 'vh_maint', 'hm'];
/** Weight and flags in one number: what a field costs is its way here, and there are six million rows. */
const INSPECTIONS = `select usdot_number, unique_id, insp_date, coalesce(time_weight, 0) * 64
  ${FLAGS.map((flag, i) => `+ case when ${flag}_insp then ${1 << i} else 0 end`).join(' ')} from sms_inspections`;
/** Day and weight stand with the inspection. Fewer fields are half of the cost here. */
const VIOLATIONS = `select usdot_number, unique_id, coalesce(severity_weight, 0::smallint)
  + coalesce(oos_weight, 0::smallint), basic_desc`;
/** The violation file may tell of inspections that the other lacks; hardly ever, so they are fetched apart. */
const UNANNOUNCED = `select v.usdot_number, v.unique_id, max(v.insp_date), max(v.time_weight)
  from sms_violations v left join sms_inspections i using (usdot_number, unique_id)
  where i.unique_id is null and usdot_number > 0 group by 1, 2`;
/** A crash is a report, not a row; the gravest row tells. */
const CRASHES = `select usdot_number, max(report_date), max(time_weight),
    max(case when fatalities > 0 or injuries > 0 then 2 else 1 end)
      + max(case when hazmat_released then 1 else 0 end)
  from sms_crashes where usdot_number > 0 and not coalesce(not_preventable, false)
  group by usdot_number, report_state, report_number`;

/** Inspections, violations and crashes of everybody, over as many connections as are given. */
export async function readEvents(clients: pg.ClientBase[], reading: EventReading): Promise<Events> {
  const events = new Events(reading.method, reading.expectedInspections);
  let rows = 0;
  const counted = (take: (row: CopiedRow) => void) => (row: CopiedRow) => {
    take(row);
    if (++rows % REPORT_EVERY === 0) reading.onRows(rows);
  };
  await readParts(clients, 'sms_inspections', INSPECTIONS, counted(inspectionTaker(events, reading)));
  await readParts(
    clients,
    'sms_violations',
    violationQuery(reading),
    counted(violationTaker(events, reading)),
  );
  const [client] = clients;
  if (client && events.unannounced > 0) await copyOut(client, UNANNOUNCED, unannouncedTaker(events, reading));
  if (client) await copyOut(client, CRASHES, crashTaker(events, reading));
  events.finish();
  return events;
}

async function readParts(
  clients: pg.ClientBase[],
  table: string,
  query: string,
  take: (row: CopiedRow) => void,
): Promise<void> {
  const ranges = await blockRanges(clients, table);
  const parts = ranges.map((range, i) =>
    copyOut(clients[i] as pg.ClientBase, `${query} where usdot_number > 0${range}`, take),
  );
  // Both must have come to their end before a failure of one may be told: they share the connections.
  const ended = await Promise.allSettled(parts);
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}

/** As long as this when no field is null: then every field has its place. */
const WHOLE_INSPECTION = 36;

function inspectionTaker(events: Events, { weigh }: EventReading): (row: CopiedRow) => void {
  const add = (usdotNumber: number, id: number, day: number, filed: number, relevant: number) =>
    events.addInspection(usdotNumber, id, day, weigh ? weigh(day) : filed, relevant);
  return (row) => {
    const { bytes, at } = row;
    if (row.end - at === WHOLE_INSPECTION) {
      const id = word(bytes, at + 12) * 4_294_967_296 + (word(bytes, at + 16) >>> 0);
      const marks = word(bytes, at + 32);
      add(word(bytes, at + 4), id, word(bytes, at + 24), marks >> 6, marks & 63);
      return;
    }
    const usdotNumber = row.number(0);
    const id = row.number(0);
    const day = row.number(NO_DAY);
    const marks = row.number(0);
    add(usdotNumber, id, day, marks >> 6, marks & 63);
  };
}

function unannouncedTaker(events: Events, { weigh }: EventReading): (row: CopiedRow) => void {
  return (row) => {
    const usdotNumber = row.number(0);
    const id = row.number(0);
    const day = row.number(NO_DAY);
    const filed = row.number(0);
    events.addInspection(usdotNumber, id, day, weigh ? weigh(day) : filed, 0);
  };
}

function violationQuery({ method }: EventReading): string {
  const more = method.readsGroups ? ', oos_indicator, group_desc' : '';
  return `${VIOLATIONS}${more} from sms_violations`;
}

function violationTaker(events: Events, { method }: EventReading): (row: CopiedRow) => void {
  const charges = new Map<string | number, Charge>();
  return (row) => {
    const usdotNumber = row.number(0);
    const id = row.number(0);
    const severityWeight = row.number(0);
    const letters = row.twoLetters();
    const isOutOfService = method.readsGroups && row.number(0) === 1;
    const group = method.readsGroups ? row.text() : '';
    const plain = letters * 256 + severityWeight;
    const key = method.readsGroups ? `${plain} ${isOutOfService} ${group}` : plain;
    let charge = charges.get(key);
    if (charge === undefined) {
      const basic = String.fromCharCode(letters >> 8, letters & 255);
      const row = { basic, group, code: '', severityWeight, outOfServiceWeight: 0, isOutOfService };
      charge = method.charge(row);
      charges.set(key, charge);
    }
    if (charge !== null) events.addViolation(usdotNumber, id, charge, group);
  };
}

function crashTaker(events: Events, { weigh }: EventReading): (row: CopiedRow) => void {
  return (row) => {
    const usdotNumber = row.number(0);
    const day = row.number(NO_DAY);
    const filed = row.number(0);
    events.addCrash(usdotNumber, row.number(1), weigh ? weigh(day) : filed);
  };
}
