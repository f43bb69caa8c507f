import type { UnknownField } from '../../../contract/carrier.ts';
import type { StoredLoad } from '../../federal/loads.ts';
import type { CrashRate } from '../../safety/published-rates.ts';
import type { CarrierScores } from '../../safety/read-scores.ts';
import { monthsBefore } from '../../safety/sms/time-weight.ts';

export type Loads = ReadonlyMap<string, Pick<StoredLoad, 'as_of' | 'rows_kept'>>;

type Known = {
  /** Null without a requested day. */
  asOf: string | null;
  scores: CarrierScores;
  loads: Loads;
  window_start: string | null;
  /** Whether the inspection counts are those of FMCSA's output files. */
  isPublished: boolean;
  crashRate: CrashRate | null;
};

export const ISS_FIELDS = [
  'oos.iss_score',
  ...['score', 'status', 'recommendation'].map((name) => `iss_basics.header.${name}`),
];
const LEADING = ['iss_basics.header.measure', 'iss_basics.chart'];
const OF_INSPECTIONS = [
  'oos.oos_scores',
  'oos.major_and_severe_violations',
  'violations',
  'iss_basics.violation_summary',
  'iss_basics.violation_history',
  'iss_basics.current_fleet_vins',
  'fleet_and_drivers.fleet_age',
];
const OF_CRASHES = ['oos.crash_information', 'crashes'];
const OF_THE_CENSUS = [
  'fleet_and_drivers.fleet_overview.tractors',
  'fleet_and_drivers.fleet_overview.trailers',
  'fleet_and_drivers.cargo_carried',
];
/** FMCSA's output files count neither all out-of-service inspections nor those with hazmat. */
const NOT_IN_OUTPUTS = [
  'oos.oos_scores.overall.percent_oos',
  'oos.oos_scores.overall.total_oos',
  'oos.oos_scores.hazmat',
];

/** The fields of a profile whose value is not known, each with the reason. */
export function unknownFields(known: Known): UnknownField[] {
  const { asOf, scores, loads, isPublished, crashRate } = known;
  const found: UnknownField[] = [...unknownScores(scores)];
  const add = (fields: string[], reason: string | null) => {
    if (reason !== null) found.push(...fields.map((field) => ({ field, reason })));
  };
  add(OF_INSPECTIONS, isPublished ? null : gapOf(INSPECTION_FILES, known));
  add(OF_CRASHES, gapOf(CRASH_FILES, known));
  add(
    NOT_IN_OUTPUTS,
    isPublished ? "FMCSA's output files do not have it, and no inspection is loaded." : null,
  );
  const later = (dataset: string) => {
    const day = loads.get(dataset)?.as_of;
    return asOf !== null && day !== undefined && day > asOf ? day : null;
  };
  const decided = later('sms-crash');
  add(
    ['crashes.rows.preventable'],
    decided && `The crash file is of ${decided}. Which crashes FMCSA had reviewed by ${asOf} is not known.`,
  );
  const census = later('company-census');
  add(OF_THE_CENSUS, census && `Only the census of ${census} is loaded.`);
  add(
    ['fmcsa_detail.recordable_crash_rate'],
    crashRate === null
      ? asOf === null
        ? 'There is no review of the last two years, and no mileage of the last two years or no crash file.'
        : 'It is computed for the present only.'
      : null,
  );
  return found;
}

function unknownScores({ unknown, basics }: CarrierScores): UnknownField[] {
  const { iss, ...categories } = unknown;
  const found = (iss === undefined ? [] : ISS_FIELDS).map((field) => ({ field, reason: iss ?? '' }));
  for (const [basic, reason] of Object.entries(categories))
    for (const field of [`oos.basic_scores.${basic}`, `iss_basics.tab_summary.${basic}`])
      found.push({ field, reason });
  const [reason] = Object.values(categories);
  if (reason !== undefined && Object.keys(categories).length === basics.length)
    found.push(...LEADING.map((field) => ({ field, reason })));
  return found;
}

/**
 * Files of events: the monthly one of SMS has 24 months. A daily file reaches further back, but it may be an excerpt; it
 * counts if it has at least as many rows.
 */
type EventFiles = { monthly: string; daily: string; dailyMonths: number; events: string };
const INSPECTION_FILES: EventFiles = {
  ...{ monthly: 'sms-inspection', daily: 'vehicle-inspection', dailyMonths: 36, events: 'inspections' },
};
const CRASH_FILES: EventFiles = {
  ...{ monthly: 'sms-crash', daily: 'crash-file', dailyMonths: 120, events: 'crashes' },
};
const MONTHS_OF_SMS = 24;

/** Why the events of the 24 months are not complete; null if they are. */
function gapOf(
  { monthly, daily, dailyMonths, events }: EventFiles,
  { loads, window_start }: Known,
): string | null {
  const [sms, own] = [loads.get(monthly), loads.get(daily)];
  if (sms === undefined && own === undefined) return `No file of ${events} is loaded.`;
  if (window_start === null) return null;
  const starts = [
    ...(sms ? [monthsBefore(sms.as_of, MONTHS_OF_SMS)] : []),
    ...(own && own.rows_kept >= (sms?.rows_kept ?? 0) ? [monthsBefore(own.as_of, dailyMonths)] : []),
  ].sort();
  const [start] = starts;
  if (start === undefined || start <= window_start) return null;
  return `The loaded files have ${events} from ${start} on. The 24 months begin on ${window_start}.`;
}
