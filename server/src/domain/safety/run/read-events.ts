import type pg from 'pg';
import { type CopiedRow, copyOut } from '../../../db/copy-out.ts';
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
const INSPECTIONS = `select usdot_number, unique_id, insp_date, time_weight, unsafe_insp, fatigued_insp,
  dr_fitness_insp, subt_alcohol_insp, vh_maint_insp, hm_insp from sms_inspections`;
const VIOLATIONS = `usdot_number, unique_id, insp_date, time_weight, severity_weight, oos_weight, basic_desc`;
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

function inspectionTaker(events: Events, { weigh }: EventReading): (row: CopiedRow) => void {
  return (row) => {
    const usdotNumber = row.number(0);
    const id = row.number(0);
    const day = row.number(NO_DAY);
    const filed = row.number(0);
    let relevant = 0;
    for (let category = 0; category < 6; category++) relevant |= row.number(0) << category;
    events.addInspection(usdotNumber, id, day, weigh ? weigh(day) : filed, relevant);
  };
}

function violationQuery({ method }: EventReading): string {
  const more = method.readsGroups ? ', oos_indicator, group_desc' : '';
  return `select ${VIOLATIONS}${more} from sms_violations`;
}

function violationTaker(events: Events, { method, weigh }: EventReading): (row: CopiedRow) => void {
  const charges = new Map<string | number, Charge>();
  return (row) => {
    const usdotNumber = row.number(0);
    const id = row.number(0);
    const day = row.number(NO_DAY);
    const filed = row.number(0);
    const severityWeight = row.number(0);
    const outOfServiceWeight = row.number(0);
    const letters = row.twoLetters();
    const isOutOfService = method.readsGroups && row.number(0) === 1;
    const group = method.readsGroups ? row.text() : '';
    const plain = (letters * 256 + severityWeight) * 256 + outOfServiceWeight;
    const key = method.readsGroups ? `${plain} ${isOutOfService} ${group}` : plain;
    let charge = charges.get(key);
    if (charge === undefined) {
      const basic = String.fromCharCode(letters >> 8, letters & 255);
      charge = method.charge({ basic, group, code: '', severityWeight, outOfServiceWeight, isOutOfService });
      charges.set(key, charge);
    }
    if (charge !== null) events.addViolation(usdotNumber, id, day, weigh ? weigh(day) : filed, charge, group);
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
