import type { AlertType } from '../../../contract/alert.ts';

const QUARTER_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

/** Time zone of an organization, and the minute of the day when its daily alerts fire. */
export type Mornings = { timezone: string; morning_minute: number };

/** The state that decides when an alert fires next. */
export type FiringState = Mornings & {
  alert_type: AlertType;
  /** The scheduled time of the last firing; null before the first. */
  fired_for: Date | null;
  /** The calendar day of the last firing, and the number of firings on it. */
  fired_day: string | null;
  fired_count: number;
  cooldown_minutes: number | null;
  daily_cap: number | null;
  /** When the oldest waiting match was found. */
  waiting_since: Date;
};

/**
 * The scheduled time for which an alert fires now; null when it must wait. After downtime the last missed time counts:
 * the alert fires once, late, with all waiting matches.
 */
export function dueMoment(state: FiringState, now: Date): Date | null {
  const moment = state.alert_type === 'hot' ? lastQuarter(now) : lastMorning(state, now);
  if (state.waiting_since >= moment) return null;
  const { fired_for, cooldown_minutes, daily_cap } = state;
  if (fired_for !== null) {
    if (fired_for >= moment) return null;
    if (moment.getTime() < fired_for.getTime() + (cooldown_minutes ?? 0) * 60_000) return null;
  }
  if (daily_cap !== null && firingsOn(state, localDay(moment, state.timezone)) >= daily_cap) return null;
  return moment;
}

/** Number of firings on a calendar day. */
export function firingsOn(
  { fired_day, fired_count }: Pick<FiringState, 'fired_day' | 'fired_count'>,
  day: string,
): number {
  return fired_day === day ? fired_count : 0;
}

/** All time zones in use differ from UTC by multiples of 15 minutes. */
export function lastQuarter(now: Date): Date {
  return new Date(Math.floor(now.getTime() / QUARTER_MS) * QUARTER_MS);
}

/** The last time, not after now, at which local clocks showed the morning minute. */
export function lastMorning({ timezone, morning_minute }: Mornings, now: Date): Date {
  const today = Date.parse(localDay(now, timezone));
  for (let day = today; ; day -= DAY_MS) {
    const morning = fromLocal(day + morning_minute * 60_000, timezone);
    if (morning <= now.getTime()) return new Date(morning);
  }
}

/** The local date, `YYYY-MM-DD`. */
export function localDay(at: Date, timezone: string): string {
  return new Date(at.getTime() + offsetMs(at.getTime(), timezone)).toISOString().slice(0, 10);
}

/**
 * The time at which local clocks show `local` (encoded as if it were UTC). Of a time that occurs twice when clocks go
 * back, the first. A time that is skipped when clocks go forward moves by the same amount.
 */
function fromLocal(local: number, timezone: string): number {
  const before = offsetMs(local - DAY_MS, timezone);
  const after = offsetMs(local + DAY_MS, timezone);
  const fits = [before, after].filter((offset) => offsetMs(local - offset, timezone) === offset);
  return local - (fits.length > 0 ? Math.max(...fits) : before);
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** Offsets change only at multiples of 15 minutes, so each interval is cached once. */
const offsets = new Map<string, number>();
const MOST_OFFSETS = 10_000;

function offsetMs(at: number, timezone: string): number {
  const quarter = Math.floor(at / QUARTER_MS);
  const key = `${timezone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size >= MOST_OFFSETS) offsets.clear();
  const offset = readOffsetMs(quarter * QUARTER_MS, timezone);
  offsets.set(key, offset);
  return offset;
}

function readOffsetMs(at: number, timezone: string): number {
  let format = formats.get(timezone);
  if (!format) {
    const number = '2-digit' as const;
    const fields = { year: 'numeric' as const, month: number, day: number, hour: number };
    const options = { timeZone: timezone, hourCycle: 'h23' as const, minute: number, second: number };
    format = new Intl.DateTimeFormat('en-US', { ...fields, ...options });
    formats.set(timezone, format);
  }
  const parts: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - at;
}
