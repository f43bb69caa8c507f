import { daysLater, type FederalMonth, type FederalRow, monthsEarlier, timeWeight } from './federal-rows.ts';

/** Numbers between 0 and 1 that depend only on the seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const BASIC_NAMES = [
  'Unsafe Driving',
  'Hours-of-Service Compliance',
  'Driver Fitness',
  'Controlled Substances/Alcohol',
  'Vehicle Maintenance',
  'Hazardous Materials Compliance',
  'Registration',
];
const FLAGS = [
  'Unsafe_Insp',
  'Fatigued_Insp',
  'Dr_Fitness_Insp',
  'Subt_Alcohol_Insp',
  'Vh_Maint_Insp',
  'HM_Insp',
];
const MONTH_WORDS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');

export type EdgeMonthOptions = { seed: number; carriers: number; smsDay: string; today: string };

/**
 * A month of federal rows with the cases at which figures go wrong: the days around each limit, orders around the day,
 * sentinels, zero units and miles, equal measures, weights without a value, events without their inspection, reports that the
 * daily files have twice or that the monthly ones have too, crashes of other parties and without a flag.
 */
export function edgeMonth({ seed, carriers, smsDay, today }: EdgeMonthOptions): FederalMonth {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const chance = (share: number) => random() < share;
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const worded = (iso: string) =>
    `${iso.slice(8)}-${MONTH_WORDS[Number(iso.slice(5, 7)) - 1]}-${iso.slice(2, 4)}`;
  const plain = (iso: string) => iso.replaceAll('-', '');

  const limits = [0, 6, 12, 24].flatMap((months) =>
    [-1, 0, 1].map((days) => daysLater(monthsEarlier(smsDay, months), days)),
  );
  /** A third of the events lie on the day of a limit or beside it. */
  const eventDay = () => {
    const day = chance(0.33) ? pick(limits) : daysLater(smsDay, -upTo(740));
    return day > smsDay ? smsDay : day;
  };

  const month: FederalMonth = {
    ...{
      smsDay,
      today,
      windowEnd: smsDay,
      smsCensus: [],
      smsInspections: [],
      smsViolations: [],
      smsCrashes: [],
    },
    ...{ companyCensus: [], orders: [], crashFile: [], dailyInspections: [] },
    outputs: { abProperty: [], cProperty: [], abPassenger: [], cPassenger: [] },
  };
  let serial = 1_000;

  function addInspection(usdot: number, badness: number): void {
    const id = ++serial;
    const day = eventDay();
    const weight = timeWeight(smsDay, day);
    const level = chance(0.03) ? pick([4, 7, 99]) : pick([1, 1, 2, 2, 3, 3, 5, 6]);
    const isHazmat = chance(0.15);
    const [driver, vehicle] = [[1, 2, 3, 6].includes(level), [1, 2, 5, 6].includes(level)];
    const flags = [driver, driver, driver, driver, vehicle, vehicle && isHazmat];
    const out = { driver: driver && chance(0.08) ? 1 : 0, vehicle: vehicle && chance(0.2) ? upTo(2) : 0 };
    const hazmatOut = isHazmat && chance(0.1) ? 1 : 0;
    for (let n = chance(badness) ? 1 + upTo(4) : 0; n > 0; n--) {
      const basic = pick([0, 1, 1, 2, 3, 4, 4, 4, 4, 5, 6]);
      // Few different weights, so that many measures are equal.
      const severity = chance(0.05) ? '' : pick([1, 2, 5, 5, 7, 10]);
      const isOut = chance(0.2);
      month.smsViolations.push({
        ...{ Unique_ID: id, Insp_Date: worded(day), DOT_Number: usdot, Viol_Code: `39${basic}1A` },
        ...{ BASIC_Desc: BASIC_NAMES[basic] as string, OOS_Indicator: isOut ? 'true' : 'false' },
        ...{
          OOS_Weight: isOut && ![0, 3].includes(basic) ? 2 : chance(0.1) ? '' : 0,
          Severity_Weight: severity,
        },
        ...{ Time_Weight: weight, Section_Desc: 'About it', Group_Desc: 'Group', Viol_Unit: '1' },
      });
      // FMCSA marks an inspection as relevant if it counts a violation of it.
      if (basic < 6 && chance(0.5)) flags[basic] = true;
    }
    // Some inspections are only in the violation file.
    if (chance(0.02)) return;
    const state = pick(['OH', 'TX']);
    if (chance(0.1)) addDailyInspection(usdot, { state, number: `R${id}`, day });
    month.smsInspections.push({
      ...{ Unique_ID: id, Report_Number: `R${id}`, Report_State: state, DOT_Number: usdot },
      ...{ Insp_Date: worded(day), Insp_level_ID: level, Time_Weight: weight, Driver_OOS_Total: out.driver },
      ...{ Vehicle_OOS_Total: out.vehicle, Total_Hazmat_Sent: isHazmat ? 1 : 0, Hazmat_OOS_Total: hazmatOut },
      ...{ OOS_Total: out.driver + out.vehicle + hazmatOut },
      ...Object.fromEntries(FLAGS.map((flag, i) => [flag, flags[i] ? 'true' : ''])),
    });
  }

  /** Once, or twice with the row that counts before or after the other one. */
  function addDailyInspection(usdot: number, report: { state: string; number: string; day: string }): void {
    const level = pick([1, 2, 3, 5, 6, 7]);
    const isHazmat = chance(0.2);
    const number = chance(0.05) ? '' : `${report.state}${report.number}`;
    const statuses = chance(0.6)
      ? ['C']
      : pick([
          ['C', 'D'],
          ['D', 'C'],
          ['', 'D'],
          ['D', 'D'],
          ['C', ''],
        ]);
    for (const status of statuses) {
      const out = { driver: upTo(1), vehicle: upTo(2), hazmat: isHazmat ? upTo(1) : 0 };
      month.dailyInspections.push({
        ...{ INSPECTION_ID: ++serial, DOT_NUMBER: usdot, REPORT_STATE: report.state, REPORT_NUMBER: number },
        ...{ INSP_DATE: plain(report.day), INSP_LEVEL_ID: level, CI_STATUS_CODE: status },
        ...{ HAZMAT_PLACARD_REQ: isHazmat ? 'Y' : 'N', DRIVER_OOS_TOTAL: out.driver },
        ...{ VEHICLE_OOS_TOTAL: out.vehicle, HAZMAT_OOS_TOTAL: out.hazmat },
        OOS_TOTAL: out.driver + out.vehicle + out.hazmat,
      });
    }
  }

  /** Of the daily file only. */
  function addDailyCrash(usdot: number): void {
    const [state, id] = [pick(['OH', 'TX', 'IN']), ++serial];
    month.crashFile.push({
      ...{ CRASH_ID: id, REPORT_STATE: state, REPORT_NUMBER: `${state}D${id}`, REPORT_SEQ_NO: 1 },
      ...{ REPORT_DATE: plain(eventDay()), DOT_NUMBER: usdot, CI_STATUS_CODE: pick(['', 'C', 'X', 'x']) },
      ...{ FATALITIES: chance(0.1) ? 1 : 0, INJURIES: chance(0.3) ? 2 : '', TOW_AWAY: pick(['Y', 'N', '']) },
      ...{ FEDERAL_RECORDABLE: pick(['Y', 'N', '']), HAZMAT_RELEASED: pick(['Y', 'N', '']) },
    });
  }

  function addCrash(usdot: number): void {
    const [state, number] = [pick(['OH', 'TX', 'IN']), `C${++serial}`];
    const day = eventDay();
    const [fatalities, injuries] = [chance(0.1) ? 1 + upTo(1) : 0, chance(0.4) ? 1 + upTo(2) : 0];
    const [isHazmat, vehicles] = [chance(0.1), chance(0.15) ? 2 : 1];
    const severity = chance(0.1) ? '' : (fatalities + injuries > 0 ? 2 : 1) + (isHazmat ? 1 : 0);
    const isInDaily = chance(0.3);
    for (let n = 1; n <= vehicles; n++) {
      month.smsCrashes.push({
        ...{ Report_number: number, Report_seq_no: n, DOT_Number: usdot, Report_Date: worded(day) },
        ...{ Report_State: state, Fatalities: fatalities, Injuries: injuries, Tow_Away: 'true' },
        ...{ Hazmat_released: isHazmat ? 'true' : '', Severity_Weight: severity },
        ...{ Time_weight: timeWeight(smsDay, day), Not_Preventable: chance(0.15) ? 'true' : '' },
      });
      if (!isInDaily) continue;
      month.crashFile.push({
        ...{ CRASH_ID: serial, REPORT_STATE: state, REPORT_NUMBER: `${state}${number}`, REPORT_SEQ_NO: n },
        ...{ REPORT_DATE: plain(day), DOT_NUMBER: usdot, FATALITIES: fatalities, INJURIES: injuries },
        ...{ TOW_AWAY: 'Y', FEDERAL_RECORDABLE: 'Y', HAZMAT_RELEASED: isHazmat ? 'Y' : 'N' },
      });
    }
  }

  /** Around the day of the run and the day of the request, in force and rescinded. */
  function addOrder(usdot: number): void {
    const near = [smsDay, today].flatMap((day) => [-400, -1, 0, 1, 30].map((days) => daysLater(day, days)));
    const from = pick(near);
    const until = chance(0.5) ? '' : pick([from, ...near.filter((day) => day >= from)]);
    month.orders.push({
      ...{
        DOT_NUMBER: usdot,
        LEGAL_NAME: `CARRIER ${usdot}`,
        OOS_DATE: from,
        OOS_REASON: 'Refusal of audit',
      },
      ...{ STATUS: 'ACTIVE', RESCIND_DATE: until },
    });
  }

  function addOutputs(usdot: number): void {
    const codes = ['UNSAFE_DRIV', 'HOS_DRIV', 'DRIV_FIT', 'CONTR_SUBST', 'VEH_MAINT'];
    const row: FederalRow = {
      ...{ DOT_NUMBER: usdot, INSP_TOTAL: 0, DRIVER_INSP_TOTAL: 0, DRIVER_OOS_INSP_TOTAL: 0 },
      ...{ VEHICLE_INSP_TOTAL: 0, VEHICLE_OOS_INSP_TOTAL: 0 },
    };
    for (const code of codes)
      Object.assign(row, {
        ...{ [`${code}_INSP_W_VIOL`]: 0, [`${code}_MEASURE`]: 0, [`${code}_AC`]: chance(0.2) ? 'Y' : 'N' },
      });
    month.outputs[pick(['abProperty', 'cProperty'] as const)].push(row);
  }

  for (let index = 0; index < carriers; index++) {
    const usdot = 6_000_001 + index * 3;
    const units = pick([0, 1, 1, 2, 3, 6, 7, 15, 16, 40, 64, 200, 201, 1_000, 1_001]);
    const drivers = pick([0, 1, units, units + 1]);
    const milesYear = Number(smsDay.slice(0, 4)) - pick([0, 1, 2, 3]);
    const milesPerUnit = pick([
      0, 19_999, 20_000, 40_000, 60_000, 80_000, 120_000, 160_000, 200_000, 200_001,
    ]);
    const isInSms = chance(0.93);
    if (isInSms)
      month.smsCensus.push({
        ...{
          DOT_NUMBER: usdot,
          LEGAL_NAME: `CARRIER ${usdot}`,
          CARRIER_OPERATION: pick(['A', 'A', 'A', 'B', 'C']),
        },
        ...{ HM_FLAG: chance(0.15) ? 'true' : '', PC_FLAG: chance(0.1) ? 'true' : '', NBR_POWER_UNIT: units },
        ...{ DRIVER_TOTAL: drivers, RECENT_MILEAGE: milesPerUnit * units, RECENT_MILEAGE_YEAR: milesYear },
      });
    if (!isInSms || chance(0.85)) {
      const tractors = pick([0, Math.floor(units * 0.69), Math.ceil(units * 0.7), units]);
      const reviewed = pick([
        smsDay,
        monthsEarlier(smsDay, 24),
        daysLater(monthsEarlier(smsDay, 24), -1),
        '1999-03-01',
      ]);
      month.companyCensus.push({
        ...{
          DOT_NUMBER: usdot,
          LEGAL_NAME: `CARRIER ${usdot}`,
          STATUS_CODE: pick(['A', 'A', 'A', 'A', 'I', 'P']),
        },
        ...{ POWER_UNITS: units, TOTAL_DRIVERS: drivers, OWNTRACT: tractors, CARRIER_OPERATION: 'A' },
        ...{ MCS150_MILEAGE: milesPerUnit * units, MCS150_MILEAGE_YEAR: milesYear, MCS150_DATE: '20250101' },
        ...{
          REVIEW_DATE: plain(reviewed),
          RECORDABLE_CRASH_RATE: pick(['', '000.000', '000.512', '002.500', '999.999']),
        },
      });
    }
    const isLarge = chance(0.15);
    const inspections = chance(0.12) ? 0 : isLarge ? 12 + upTo(40) : upTo(12);
    const badness = pick([0, 0, 0.3, 0.6, 0.9]);
    for (let n = 0; n < inspections; n++) addInspection(usdot, badness);
    for (let n = chance(0.4) ? 1 + upTo(isLarge ? 8 : 3) : 0; n > 0; n--) addCrash(usdot);
    for (let n = chance(0.3) ? 1 + upTo(2) : 0; n > 0; n--)
      addDailyInspection(usdot, { state: pick(['OH', 'TX']), number: `N${++serial}`, day: eventDay() });
    for (let n = chance(0.3) ? 1 + upTo(2) : 0; n > 0; n--) addDailyCrash(usdot);
    if (chance(0.15)) addOrder(usdot);
    if (chance(0.15)) addOutputs(usdot);
  }
  return month;
}
