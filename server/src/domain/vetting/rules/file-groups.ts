import { daysBetween } from '../../carriers/signals/signal.ts';
import { MONTHLY_DAYS, REGISTER_DAYS } from '../../carriers/signals/signal-files.ts';
import type { Common } from '../inputs/inputs.ts';

type FileGroup = {
  words: string;
  /** Each of these is needed; of several datasets in one item, any. */
  needs: readonly (readonly string[])[];
  /** The newest of the files may be older than the day of the check by this many days. */
  maxDays: number;
};

/** The files that rules rest on. The legacy registers are frozen, so the newest file of a group counts. */
const fileGroups = {
  census: { words: 'company census', needs: [['company-census', 'sms-census']], maxDays: MONTHLY_DAYS },
  daily_census: { words: 'daily company census', needs: [['company-census']], maxDays: MONTHLY_DAYS },
  authority: {
    ...{ words: 'registers of authorities', needs: [['motus-carrier'], ['legacy-carrier']] },
    maxDays: REGISTER_DAYS,
  },
  authority_history: {
    ...{ words: 'authority histories', needs: [['motus-auth-hist'], ['legacy-auth-hist']] },
    maxDays: REGISTER_DAYS,
  },
  insurance: {
    words: 'insurance files',
    needs: [['motus-insur'], ['legacy-act-pend-insur', 'legacy-insur']],
    maxDays: REGISTER_DAYS,
  },
  /** Announced ends of Motus filings are in its history only. */
  insurance_history: { words: 'insurance history', needs: [['motus-ins-hist']], maxDays: REGISTER_DAYS },
  orders: {
    ...{ words: 'list of out-of-service orders', needs: [['out-of-service-orders']] },
    maxDays: REGISTER_DAYS,
  },
  inspections: {
    words: 'inspection file',
    needs: [
      [
        ...['vehicle-inspection', 'sms-inspection', 'sms-ab-property', 'sms-c-property'],
        ...['sms-ab-passenger', 'sms-c-passenger'],
      ],
    ],
    maxDays: MONTHLY_DAYS,
  },
} as const satisfies Record<string, FileGroup>;
export type GroupName = keyof typeof fileGroups;

function newestOf({ files }: Common, datasets: readonly string[]): string | undefined {
  const days = files.filter(({ dataset }) => datasets.includes(dataset)).map(({ file_date }) => file_date);
  return days.sort().at(-1);
}

/** A newer file still has the events of the two years up to an earlier day, except for those of the first days. */
const KEPT_EVENT_DAYS = 31;

/** Why the loaded inspections are not those of the two years up to an earlier day; null if they are. */
export function missingEvents(common: Common): string | null {
  const newest = newestOf(common, fileGroups.inspections.needs.flat());
  if (common.as_of === null || newest === undefined) return null;
  if (daysBetween(common.as_of, newest) <= KEPT_EVENT_DAYS) return null;
  return `The loaded inspections are those of the two years up to ${newest}.`;
}

/** "As of the company census of 2026-10-30." Empty for a day before the files: the archive answers for that. */
export function daysOfFiles(common: Common, groups: readonly GroupName[]): string {
  const named = groups.flatMap((group) => {
    const { words, needs }: FileGroup = fileGroups[group];
    const newest = newestOf(common, needs.flat());
    return newest === undefined || newest > common.day ? [] : [`the ${words} of ${newest}`];
  });
  return named.length === 0 ? '' : `As of ${named.join(' and ')}.`;
}

/** Why scores of a run are too old for the day of the check; null if they are not. */
export function oldScores({ day }: Common, runDay: string): string | null {
  const isOld = daysBetween(runDay, day) > MONTHLY_DAYS;
  return isOld ? `The scores of ${runDay} are more than ${MONTHLY_DAYS} days older than ${day}.` : null;
}

/** Why the files of these groups are not enough; null if they are. */
export function missingFiles(common: Common, groups: readonly GroupName[]): string | null {
  for (const group of groups) {
    const { words, needs, maxDays }: FileGroup = fileGroups[group];
    const missing = needs.filter((datasets) => newestOf(common, datasets) === undefined);
    if (missing.length > 0) return `Not loaded: ${missing.map((names) => names.join(' or ')).join(', ')}.`;
    const newest = newestOf(common, needs.flat()) ?? '';
    if (daysBetween(newest, common.day) > maxDays)
      return `The ${words} of ${newest} is more than ${maxDays} days older than ${common.day}.`;
  }
  return null;
}
