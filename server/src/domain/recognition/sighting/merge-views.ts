import type { OcrScore } from '../../observations/observation.ts';
import type { Fields, Reading } from '../readings/reading.ts';
import type { View } from './view.ts';

export type MergedFields = Omit<Fields, 'view' | 'texts'>;

const LEVELS: OcrScore[] = ['N/A', 'Low', 'Medium', 'High'];

/** What several pictures say of one truck: for each field the best reading, whichever picture it stands on. */
export function mergeViews(views: readonly View[]): MergedFields {
  const all = views.map(({ read }) => read.fields);
  const of = <K extends keyof MergedFields>(name: K) => all.map((fields) => fields[name]);
  return {
    usdot: best(of('usdot')),
    mc: best(of('mc')),
    vin: best(of('vin'), ({ isWhole }) => (isWhole ? 1 : 0)),
    cabNumber: best(of('cabNumber')),
    trailerNumber: best(of('trailerNumber')),
    wordmark: best(of('wordmark')),
    // The partner's own reading of a plate wins over ours.
    plate: best(of('plate'), ({ source }) => (source === 'alpr' ? 1 : 0)),
    placards: distinct(of('placards').flat()),
    permits: distinct(of('permits').flat()),
    names: distinct(of('names').flat()),
  };
}

/** By preference, level, how many pictures say so, and the mean of the characters; then the first picture. */
function best<R extends Reading>(readings: R[], preference: (reading: R) => number = () => 0): R {
  const read = readings.filter(({ value }) => value !== '');
  const [first] = readings;
  const said = (reading: R) => read.filter(({ value }) => value === reading.value).length;
  const places = (reading: R) => [
    preference(reading),
    LEVELS.indexOf(reading.score),
    said(reading),
    mean(reading.characters),
  ];
  const [chosen] = read
    .map((reading) => ({ reading, places: places(reading) }))
    .sort((a, b) => compare(b.places, a.places));
  if (!chosen) return first as R;
  const { value, alternatives } = chosen.reading;
  const others = new Set([...alternatives, ...read.map((reading) => reading.value)]);
  others.delete(value);
  return { ...chosen.reading, alternatives: [...others] };
}

function compare(a: number[], b: number[]): number {
  const at = a.findIndex((place, i) => place !== b[i]);
  return at < 0 ? 0 : (a[at] as number) - (b[at] as number);
}

function distinct<R extends Reading>(readings: R[]): R[] {
  const known = new Map<string, R>();
  for (const reading of readings) if (!known.has(reading.value)) known.set(reading.value, reading);
  return [...known.values()];
}

function mean(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
