import { daysBetween, type LoadedFiles } from './signal.ts';
import type { SignalName } from './signal-rules.ts';

type FileGroup = {
  words: string;
  /** One of them is enough. The newest day counts: Motus has what happened after the legacy files were frozen. */
  datasets: readonly string[];
  /** An older file says too little about the day of the request. Null: the rule is applied to the day of the file. */
  maxDays: number | null;
};

/** The licensing files and the orders are published every day. */
export const REGISTER_DAYS = 62;
/** The census and the inspections are also published in a monthly file, some weeks after its day. */
export const MONTHLY_DAYS = 100;

const fileGroups = {
  census: {
    ...{ words: 'company census', datasets: ['company-census', 'sms-census'] },
    maxDays: MONTHLY_DAYS,
  },
  daily_census: { words: 'daily company census', datasets: ['company-census'], maxDays: MONTHLY_DAYS },
  /** For a rule that is applied to the day of the file. */
  dated_census: { words: 'company census', datasets: ['company-census', 'sms-census'], maxDays: null },
  authority: {
    ...{ words: 'register of authorities', datasets: ['motus-carrier', 'legacy-carrier'] },
    maxDays: REGISTER_DAYS,
  },
  authority_history: {
    ...{ words: 'authority history', datasets: ['motus-auth-hist', 'legacy-auth-hist'] },
    maxDays: REGISTER_DAYS,
  },
  /** Frozen. Without it, an authority that was moved to Motus looks as if it had been granted then. */
  former_authority: { words: 'legacy authority history', datasets: ['legacy-auth-hist'], maxDays: null },
  revocations: {
    ...{ words: 'revocation file', datasets: ['motus-revoke-suspend', 'legacy-revocation'] },
    maxDays: REGISTER_DAYS,
  },
  insurance: {
    ...{ words: 'insurance file', datasets: ['motus-insur', 'legacy-act-pend-insur', 'legacy-insur'] },
    maxDays: REGISTER_DAYS,
  },
  insurance_history: {
    ...{ words: 'insurance history', datasets: ['motus-ins-hist', 'legacy-ins-hist'] },
    maxDays: REGISTER_DAYS,
  },
  orders: {
    ...{ words: 'list of out-of-service orders', datasets: ['out-of-service-orders'] },
    maxDays: REGISTER_DAYS,
  },
  inspections: {
    ...{ words: 'inspection file', datasets: ['vehicle-inspection', 'sms-inspection'] },
    maxDays: MONTHLY_DAYS,
  },
} satisfies Record<string, FileGroup>;
export type FileGroupName = keyof typeof fileGroups;

const licensed: FileGroupName[] = ['authority', 'insurance', 'insurance_history'];
const lost: FileGroupName[] = ['daily_census', 'authority', 'revocations', 'orders'];

/** The files that each signal rests on. A signal whose files are not all loaded and recent is not judged. */
export const signalFiles: Record<SignalName, readonly FileGroupName[]> = {
  vin_under_several_carriers: [],
  plate_under_several_carriers: [],
  vehicle_in_two_places: [],
  number_in_two_places: ['census'],
  name_or_mc_mismatch: ['daily_census'],
  young_authority_old_equipment: ['authority_history', 'former_authority'],
  far_from_registration: ['census'],
  seen_out_of_service: ['orders'],
  seen_without_authority: ['authority', 'revocations', 'census'],
  authority_revoked: ['authority', 'revocations', 'census'],
  pending_suspension: ['revocations', 'authority_history'],
  authority_reinstated: ['authority_history', 'former_authority'],
  contact_changed: ['census'],
  dormant_number_active: ['daily_census', 'authority', 'inspections'],
  fleet_larger_than_declared: ['census'],
  never_seen: ['daily_census', 'authority', 'inspections'],
  vin_from_revoked_carrier: lost,
  shared_with_revoked_carrier: lost,
  new_authority_after_order: ['daily_census', 'orders', 'authority_history', 'former_authority'],
  numbers_registered_together: ['daily_census'],
  address_of_many_numbers: ['daily_census'],
  insurance_lapse_while_moving: licensed,
  liability_cancellation_announced: licensed,
  security_cancellation_announced: licensed,
  bipd_below_required: ['authority', 'insurance'],
  broker_security_below_required: licensed,
  holds_broker_authority: ['authority'],
  mcs150_overdue: ['dated_census'],
};

/** The newest day of the loaded files of a group; null if none is loaded. */
export function fileDay(loaded: LoadedFiles, group: FileGroupName): string | null {
  const days = fileGroups[group].datasets.flatMap((dataset) => loaded.get(dataset) ?? []);
  return days.length === 0 ? null : days.reduce((a, b) => (a > b ? a : b));
}

/** The last day that a file can judge: its own day, or an earlier day that was asked for. */
export function lastJudgedDay(loaded: LoadedFiles, group: FileGroupName, today: string): string {
  const day = fileDay(loaded, group);
  return day !== null && day < today ? day : today;
}

/** Why the loaded files of a group are too old for a day; null if they are not, or if none is loaded. */
export function oldFile(loaded: LoadedFiles, group: FileGroupName, today: string): string | null {
  const { words, maxDays } = fileGroups[group];
  const day = fileDay(loaded, group);
  return day !== null && maxDays !== null && daysBetween(day, today) > maxDays
    ? `The ${words} is of ${day}, more than ${maxDays} days before ${today}.`
    : null;
}

/** Why the files are not enough for a signal; null if they are. */
export function missingFile(name: SignalName, loaded: LoadedFiles, today: string): string | null {
  for (const group of signalFiles[name]) {
    if (fileDay(loaded, group) === null) return `No ${fileGroups[group].words} is loaded.`;
    const old = oldFile(loaded, group, today);
    if (old !== null) return old;
  }
  return null;
}

/** ", as of the company census of 2026-10-30". Empty for a day before the file: the archive answers for that. */
export function asOfFile(loaded: LoadedFiles, group: FileGroupName, today: string): string {
  const day = fileDay(loaded, group);
  return day === null || day > today ? '' : `, as of the ${fileGroups[group].words} of ${day}`;
}

/** The oldest day of the files that a signal rests on, without frozen ones; null if it rests on sightings only. */
export function registerDay(name: SignalName, loaded: LoadedFiles): string | null {
  const days = signalFiles[name]
    .filter((group) => group !== 'former_authority')
    .flatMap((group) => fileDay(loaded, group) ?? []);
  return days.length === 0 ? null : days.reduce((a, b) => (a < b ? a : b));
}

/** Signals that rest on federal registers alone. The others tell where cameras saw trucks, which is licensed. */
const OF_REGISTERS: ReadonlySet<SignalName> = new Set([
  ...([
    'authority_revoked',
    'pending_suspension',
    'authority_reinstated',
    'new_authority_after_order',
  ] as const),
  ...(['shared_with_revoked_carrier', 'numbers_registered_together', 'address_of_many_numbers'] as const),
  ...(['liability_cancellation_announced', 'security_cancellation_announced', 'mcs150_overdue'] as const),
  ...(['bipd_below_required', 'broker_security_below_required', 'holds_broker_authority'] as const),
]);

export const isOfRegisters = (name: SignalName): boolean => OF_REGISTERS.has(name);
