import { invalid, type Problem } from '../../../lib/errors.ts';

type Days = { startDate: string | undefined; endDate: string | undefined };

/** The two ends of a range of days; empty means not given. All that is wrong with them is told at once. */
export function readDays(start: string | undefined, end: string | undefined): Days {
  const days = { sighting_start_date: start || undefined, sighting_end_date: end || undefined };
  const problems: Problem[] = [];
  for (const [name, day] of Object.entries(days)) {
    if (day !== undefined && !isDay(day)) {
      problems.push({
        type: 'date_type',
        loc: ['query', name],
        msg: 'Must be a day: YYYY-MM-DD',
        input: day,
      });
    }
  }
  const { sighting_start_date: startDate, sighting_end_date: endDate } = days;
  if (problems.length === 0 && startDate && endDate && startDate > endDate) {
    const msg = 'The start must not be after the end';
    problems.push({ type: 'value_error', loc: ['query', 'sighting_start_date'], msg, input: startDate });
  }
  if (problems.length > 0) throw invalid(problems);
  return { startDate, endDate };
}

/** A day that the calendar has. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) && text >= '0001-01-01';
}
