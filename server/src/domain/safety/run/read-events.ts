import type pg from 'pg';
import { copyOut } from '../../../db/copy-out.ts';
import { BASIC_LETTERS } from '../../federal/catalog/basics.ts';
import { CRASH_WEIGHT_SQL } from '../severity.ts';
import { Events } from '../sms/events.ts';
import type { Charge, Method } from '../sms/method.ts';
import type { TimeWeight } from '../sms/time-weight.ts';
import { dayNumberSql, INSPECTION_MARKS, IS_COUNTED_CRASH } from '../sms-sql.ts';

type EventReading = {
  method: Method;
  /** If null, the weights of the file are used. */
  timeWeight: TimeWeight | null;
  expectedInspections: number;
  /** Called now and then with the number of inspections and violations that were read. */
  onRows(rows: number): void;
};

const KNOWN_CARRIER = 'usdot_number > 0';
const ROWS_PER_REPORT = 16_384;

/** Reads inspections, violations and crashes of all carriers. */
export async function readEvents(client: pg.ClientBase, reading: EventReading): Promise<Events> {
  const events = new Events(reading.method, reading.expectedInspections);
  const weightOf = ({ day, time_weight }: { day: number; time_weight: number }) =>
    reading.timeWeight ? reading.timeWeight(day) : time_weight;
  let rows = 0;
  const countRow = () => {
    if (++rows % ROWS_PER_REPORT === 0) reading.onRows(rows);
  };

  await copyOut(client, inspections, (row) => {
    events.addInspection(row.usdot_number, row.unique_id, row.day, weightOf(row), row.marks);
    countRow();
  });
  const chargeOf = chargesOf(reading.method);
  await copyOut(client, violationsFor(reading.method), (row) => {
    events.addViolation(row.usdot_number, row.unique_id, chargeOf(row), row.group);
    countRow();
  });
  if (events.addedByViolation > 0)
    await copyOut(client, unlistedInspections, (row) =>
      events.addInspection(row.usdot_number, row.unique_id, row.day, weightOf(row), 0),
    );
  await copyOut(client, crashes, (row) => events.addCrash(row.usdot_number, row.severity, weightOf(row)));
  events.finish();
  return events;
}

const inspections = {
  numbers: {
    unique_id: 'unique_id',
    usdot_number: 'usdot_number',
    day: dayNumberSql('insp_date'),
    time_weight: 'coalesce(time_weight, 0)',
    marks: INSPECTION_MARKS,
  },
  from: `sms_inspections where ${KNOWN_CARRIER}`,
};

/** Day and time weight are those of the inspection. Columns that the method does not use are not read. */
function violationsFor({ readsGroups }: Method) {
  return {
    numbers: {
      unique_id: 'unique_id',
      usdot_number: 'usdot_number',
      weight: 'coalesce(severity_weight, 0) + coalesce(oos_weight, 0)',
      is_out_of_service: readsGroups ? 'coalesce(oos_indicator, false)::integer' : '0',
    },
    texts: {
      basic: `coalesce(left(basic_desc, ${BASIC_LETTERS}), '')`,
      group: readsGroups ? `coalesce(group_desc, '')` : `''`,
    },
    from: `sms_violations where ${KNOWN_CARRIER}`,
  };
}

/** Inspections that are only in the violation file. They are rare, so they are read separately. */
const unlistedInspections = {
  numbers: {
    usdot_number: 'v.usdot_number',
    unique_id: 'v.unique_id',
    day: dayNumberSql('max(v.insp_date)'),
    time_weight: 'coalesce(max(v.time_weight), 0)',
  },
  from: `sms_violations v left join sms_inspections i using (usdot_number, unique_id)
    where i.unique_id is null and ${KNOWN_CARRIER} group by v.usdot_number, v.unique_id`,
};

/** One row per report, which can have several vehicles. */
const crashes = {
  numbers: {
    usdot_number: 'usdot_number',
    day: dayNumberSql('max(report_date)'),
    time_weight: 'coalesce(max(time_weight), 0)',
    severity: CRASH_WEIGHT_SQL,
  },
  from: `sms_crashes where ${KNOWN_CARRIER} and ${IS_COUNTED_CRASH}
    group by usdot_number, report_state, report_number`,
};

type ViolationRow = { weight: number; is_out_of_service: number; basic: string; group: string };

/** Charges are computed once for each combination of values: there are millions of rows and some thousand combinations. */
function chargesOf(method: Method): (row: ViolationRow) => Charge {
  const charges = new Map<string, Charge>();
  return ({ weight, is_out_of_service, basic, group }) => {
    const key = `${weight} ${is_out_of_service} ${basic} ${group}`;
    let charge = charges.get(key);
    if (charge === undefined) {
      charge = method.charge({
        basic,
        group,
        code: '',
        severityWeight: weight,
        outOfServiceWeight: 0,
        isOutOfService: is_out_of_service === 1,
      });
      charges.set(key, charge);
    }
    return charge;
  };
}
