import { type DayFormat, dayFormats } from '../../server/src/demo/day-formats.ts';

/** Writes a day, counted from 1970-01-01, in each format of the federal files. */
export type DayWriters = Record<DayFormat, (day: number) => string>;

const formats = Object.keys(dayFormats) as DayFormat[];

const writersFor = (writer: (format: DayFormat) => (day: number) => string) =>
  Object.fromEntries(formats.map((format) => [format, writer(format)])) as DayWriters;

/** Each day is formatted once: a large country writes the same few thousand days millions of times. */
export const calendarDays = writersFor((format) => {
  const cache = new Map<number, string>();
  return (day) => {
    let text = cache.get(day);
    if (text === undefined) {
      text = dayFormats[format](day);
      cache.set(day, text);
    }
    return text;
  };
});
