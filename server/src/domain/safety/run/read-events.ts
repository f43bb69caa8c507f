import type pg from 'pg';
import { type CopiedRow, copyOut, word } from '../../../db/copy-out.ts';
import { CRASH_WEIGHT_SQL } from '../severity.ts';
import { Events } from '../sms/events.ts';
import type { Charge, Method } from '../sms/method.ts';
import type { TimeWeight } from '../sms/time-weight.ts';
import { INSPECTION_MARKS, IS_COUNTED_CRASH } from '../sms-sql.ts';

type Weighting = {
  method: Method;
  /** If null, the weights of the file are used. */
  timeWeight: TimeWeight | null;
};

type EventReading = Weighting & {
  expectedInspections: number;
  onRows(rows: number): void;
};

const NO_DAY = -40_000;
const REPORT_EVERY = 50_000;
/** Weight and flags are packed into one number, because each field of six million rows costs transfer time. */
const INSPECTIONS = `select usdot_number, unique_id, insp_date, coalesce(time_weight, 0) * 256 + ${INSPECTION_MARKS}
  from sms_inspections`;
/** Date and time weight are taken from the inspection: fewer fields halve the cost. */
const VIOLATIONS = `select usdot_number, unique_id, coalesce(severity_weight, 0::smallint)
  + coalesce(oos_weight, 0::smallint), basic_desc`;
/** Inspections that are only in the violation file. They are rare, so they are read separately. */
const unlistedInspectionsOf = (
  carriers: string,
) => `select v.usdot_number, v.unique_id, max(v.insp_date), max(v.time_weight)
  from sms_violations v left join sms_inspections i using (usdot_number, unique_id)
  where i.unique_id is null and ${carriers} group by 1, 2`;
/** One row per report, which can have several vehicles. */
const crashesOf = (carriers: string) => `select usdot_number, max(report_date), max(time_weight),
    ${CRASH_WEIGHT_SQL}
  from sms_crashes where ${carriers} and ${IS_COUNTED_CRASH}
  group by usdot_number, report_state, report_number`;
const EVERY_CARRIER = 'usdot_number > 0';

/** Reads inspections, violations and crashes of all carriers, in parallel on the given connections. */
export async function readEvents(clients: pg.ClientBase[], reading: EventReading): Promise<Events> {
  const events = new Events(reading.method, reading.expectedInspections);
  let rows = 0;
  const counted = (take: (row: CopiedRow) => void) => (row: CopiedRow) => {
    take(row);
    if (++rows % REPORT_EVERY === 0) reading.onRows(rows);
  };
  const takeViolation = violationTaker(reading, (usdotNumber, id, charge, group) => {
    if (charge !== null) events.addViolation(usdotNumber, id, charge, group);
  });
  await readParts(clients, 'sms_inspections', INSPECTIONS, counted(inspectionTaker([events], reading)));
  await readParts(clients, 'sms_violations', violationQuery(reading), counted(takeViolation));
  const [client] = clients;
  if (client && events.addedByViolation > 0)
    await copyOut(client, unlistedInspectionsOf(EVERY_CARRIER), unlistedTaker([events], reading));
  if (client) await copyOut(client, crashesOf(EVERY_CARRIER), crashTaker([events], reading));
  events.finish();
  return events;
}

/** `rest` is without the removed violations. */
export type CarrierEvents = { all: Events; rest: Events };

/**
 * Reads one carrier as the run does, without the texts of its violations. If `inspectionIds` is given, it reads only these
 * inspections and no crashes.
 */
export async function readCarrierEvents(
  client: pg.ClientBase,
  usdotNumber: number,
  weighting: Weighting,
  isRemoved: (inspectionId: number, rowNumber: number) => boolean,
  inspectionIds: number[] | null = null,
): Promise<CarrierEvents> {
  const read = { all: new Events(weighting.method), rest: new Events(weighting.method) };
  const both = [read.all, read.rest];
  for (const events of both) events.carriers.findOrAdd(usdotNumber);
  // COPY has no parameters.
  const carrier = `usdot_number = ${Number(usdotNumber)}`;
  const own = inspectionIds
    ? `${carrier} and unique_id in (${inspectionIds.map(Number).join(', ')})`
    : carrier;
  await copyOut(client, `${INSPECTIONS} where ${own}`, inspectionTaker(both, weighting));
  const takeViolation = violationTaker(weighting, (carrier, id, charge, group, row) => {
    const isGone = isRemoved(id, row.number(0));
    if (charge === null) return;
    read.all.addViolation(carrier, id, charge, group);
    if (!isGone) read.rest.addViolation(carrier, id, charge, group);
  });
  await copyOut(client, `${violationQuery(weighting, ', row_no')} where ${own}`, takeViolation);
  if (read.all.addedByViolation > 0)
    await copyOut(client, unlistedInspectionsOf(own), unlistedTaker(both, weighting));
  if (inspectionIds === null) await copyOut(client, crashesOf(own), crashTaker(both, weighting));
  for (const events of both) events.finish();
  return read;
}

async function readParts(
  clients: pg.ClientBase[],
  table: string,
  query: string,
  take: (row: CopiedRow) => void,
): Promise<void> {
  const ranges = await blockRanges(clients, table);
  const parts = ranges.map((range, i) =>
    copyOut(clients[i] as pg.ClientBase, `${query} where ${EVERY_CARRIER}${range}`, take),
  );
  // Wait for all parts before throwing: the connections are reused.
  const settled = await Promise.allSettled(parts);
  for (const part of settled) if (part.status === 'rejected') throw part.reason;
}

/**
 * SQL conditions that divide a table by blocks into one part per connection. A distributed table has no blocks on this
 * server and is read by one connection.
 */
async function blockRanges(clients: pg.ClientBase[], table: string): Promise<string[]> {
  const [client] = clients;
  if (!client) return [];
  const { rows } = await client.query<{ blocks: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::integer)::integer as blocks`,
    [table],
  );
  const blocks = rows[0]?.blocks ?? 0;
  if (blocks < clients.length * 2 || clients.length === 1) return [''];
  const edges = clients.map((_, i) => Math.floor((blocks * i) / clients.length));
  return edges.map((from, i) => {
    const to = edges[i + 1];
    const end = to === undefined ? '' : ` and ctid < '(${to},0)'`;
    return ` and ctid >= '(${from},0)'${end}`;
  });
}

/** Length of a row without nulls. Its fields have fixed offsets. */
const FULL_INSPECTION_BYTES = 36;

function inspectionTaker(targets: Events[], { timeWeight }: Weighting): (row: CopiedRow) => void {
  const add = (usdotNumber: number, id: number, day: number, filed: number, relevant: number) => {
    const weight = timeWeight ? timeWeight(day) : filed;
    for (const events of targets) events.addInspection(usdotNumber, id, day, weight, relevant);
  };
  return (row) => {
    const { bytes, at } = row;
    if (row.end - at === FULL_INSPECTION_BYTES) {
      const id = word(bytes, at + 12) * 4_294_967_296 + (word(bytes, at + 16) >>> 0);
      const marks = word(bytes, at + 32);
      add(word(bytes, at + 4), id, word(bytes, at + 24), marks >> 8, marks & 255);
      return;
    }
    const usdotNumber = row.number(0);
    const id = row.number(0);
    const day = row.number(NO_DAY);
    const marks = row.number(0);
    add(usdotNumber, id, day, marks >> 8, marks & 255);
  };
}

function unlistedTaker(targets: Events[], { timeWeight }: Weighting): (row: CopiedRow) => void {
  return (row) => {
    const usdotNumber = row.number(0);
    const id = row.number(0);
    const day = row.number(NO_DAY);
    const filed = row.number(0);
    const weight = timeWeight ? timeWeight(day) : filed;
    for (const events of targets) events.addInspection(usdotNumber, id, day, weight, 0);
  };
}

function violationQuery({ method }: Weighting, moreColumns = ''): string {
  const groups = method.readsGroups ? ', oos_indicator, group_desc' : '';
  return `${VIOLATIONS}${groups}${moreColumns} from sms_violations`;
}

/** `add` may read further columns from the row. */
function violationTaker(
  { method }: Weighting,
  add: (usdotNumber: number, id: number, charge: Charge, group: string, row: CopiedRow) => void,
): (row: CopiedRow) => void {
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
      charge = method.charge({
        basic,
        group,
        code: '',
        severityWeight,
        outOfServiceWeight: 0,
        isOutOfService,
      });
      charges.set(key, charge);
    }
    add(usdotNumber, id, charge, group, row);
  };
}

function crashTaker(targets: Events[], { timeWeight }: Weighting): (row: CopiedRow) => void {
  return (row) => {
    const usdotNumber = row.number(0);
    const day = row.number(NO_DAY);
    const filed = row.number(0);
    const severity = row.number(1);
    for (const events of targets)
      events.addCrash(usdotNumber, severity, timeWeight ? timeWeight(day) : filed);
  };
}
