import type pg from 'pg';
import { type CopiedRow, copyOut } from '../../../db/copy-out.ts';
import { type Block, type InputColumns, Labels, selectOf } from '../columns/column-block.ts';
import {
  inspectionColumns,
  NO_DAY,
  ungroupedViolationColumns,
  violationColumns,
} from '../columns/input-columns.ts';
import { readColumns, readQuery } from '../columns/read-columns.ts';
import { CRASH_WEIGHT_SQL } from '../severity.ts';
import { Events } from '../sms/events.ts';
import type { Charge, Method } from '../sms/method.ts';
import type { TimeWeight } from '../sms/time-weight.ts';
import { IS_COUNTED_CRASH } from '../sms-sql.ts';

type Weighting = {
  method: Method;
  /** If null, the weights of the file are used. */
  timeWeight: TimeWeight | null;
};

type EventReading = Weighting & {
  expectedInspections: number;
  onRows(rows: number): void;
};

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

/** Reads inspections, violations and crashes of all carriers. */
export async function readEvents(clients: pg.ClientBase[], reading: EventReading): Promise<Events> {
  const events = new Events(reading.method, reading.expectedInspections);
  let rows = 0;
  const counted = (take: (block: Block) => void) => (block: Block) => {
    take(block);
    rows += block.rows;
    reading.onRows(rows);
  };
  const takeViolations = violationTaker(reading, (usdotNumber, id, charge, group) => {
    if (charge !== null) events.addViolation(usdotNumber, id, charge, group);
  });
  await readColumns(clients, inspectionColumns, counted(inspectionTaker([events], reading)));
  await readColumns(
    clients,
    violationColumns,
    counted(takeViolations),
    reading.method.readsGroups ? violationColumns : ungroupedViolationColumns,
  );
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
  const labels = new Labels();
  const readOwn = (columns: InputColumns, take: (block: Block) => void) =>
    readQuery(client, columns, `${selectOf(columns)} and ${own}`, labels, take);
  await readOwn(inspectionColumns, inspectionTaker(both, weighting));
  const numbered = withRowNumbers(
    weighting.method.readsGroups ? violationColumns : ungroupedViolationColumns,
  );
  const rowNumbers = numbered.columns.length - 1;
  const takeViolations = violationTaker(weighting, (carrier, id, charge, group, block, i) => {
    const isGone = isRemoved(id, block.values[rowNumbers]?.[i] as number);
    if (charge === null) return;
    read.all.addViolation(carrier, id, charge, group);
    if (!isGone) read.rest.addViolation(carrier, id, charge, group);
  });
  await readOwn(numbered, takeViolations);
  if (read.all.addedByViolation > 0)
    await copyOut(client, unlistedInspectionsOf(own), unlistedTaker(both, weighting));
  if (inspectionIds === null) await copyOut(client, crashesOf(own), crashTaker(both, weighting));
  for (const events of both) events.finish();
  return read;
}

function withRowNumbers(violations: InputColumns): InputColumns {
  return { ...violations, columns: [...violations.columns, { sql: 'row_no', type: 'integer' }] };
}

function inspectionTaker(targets: Events[], { timeWeight }: Weighting): (block: Block) => void {
  return ({ rows, values: [ids, carriers, days, marks] }) => {
    for (let i = 0; i < rows; i++) {
      const day = days?.[i] as number;
      const packed = marks?.[i] as number;
      const weight = timeWeight ? timeWeight(day) : packed >> 8;
      for (const events of targets)
        events.addInspection(carriers?.[i] as number, ids?.[i] as number, day, weight, packed & 255);
    }
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

type AddViolation = (
  usdotNumber: number,
  id: number,
  charge: Charge,
  group: string,
  block: Block,
  i: number,
) => void;

/** The charges of a method are computed once for each combination of values. */
function violationTaker({ method }: Weighting, add: AddViolation): (block: Block) => void {
  const chargesByGroup: Map<number, Charge>[] = [];
  return (block) => {
    const { rows, labels } = block;
    const [ids, carriers, weights, basics, outOfService, groups] = block.values;
    for (let i = 0; i < rows; i++) {
      const severityWeight = weights?.[i] as number;
      const basic = basics?.[i] as number;
      const isOutOfService = method.readsGroups && outOfService?.[i] === 1;
      const groupLabel = method.readsGroups ? (groups?.[i] as number) : 0;
      const group = method.readsGroups ? (labels.texts[groupLabel] as string) : '';
      let charges = chargesByGroup[groupLabel];
      if (charges === undefined) chargesByGroup[groupLabel] = charges = new Map();
      const key = basic * 131_072 + (severityWeight & 65_535) * 2 + (isOutOfService ? 1 : 0);
      let charge = charges.get(key);
      if (charge === undefined) {
        charge = method.charge({
          basic: (labels.texts[basic] as string).slice(0, 2),
          group,
          code: '',
          severityWeight,
          outOfServiceWeight: 0,
          isOutOfService,
        });
        charges.set(key, charge);
      }
      add(carriers?.[i] as number, ids?.[i] as number, charge, group, block, i);
    }
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
