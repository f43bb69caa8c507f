import { distinctReadings, type Fields, meanConfidence, type Reading, SCORES } from '../readings/reading.ts';
import type { View } from './view.ts';

export type MergedFields = Omit<Fields, 'view' | 'texts'>;

/** The best reading of each field over all images of a truck. */
export function mergeViews(views: readonly View[]): MergedFields {
  const all = <K extends keyof MergedFields>(name: K) => views.map(({ read }) => read.fields[name]);
  return {
    usdot: best(all('usdot')),
    mc: best(all('mc')),
    vin: best(all('vin'), ({ isWhole }) => isWhole),
    cabNumber: best(all('cabNumber')),
    trailerNumber: best(all('trailerNumber')),
    wordmark: best(all('wordmark')),
    plate: best(all('plate'), ({ source }) => source === 'alpr'),
    placards: distinctReadings(all('placards').flat()),
    permits: distinctReadings(all('permits').flat()),
    names: distinctReadings(all('names').flat()),
  };
}

/** By preference, level, number of images with the same value, and mean confidence; then the first image. */
function best<R extends Reading>(readings: R[], isPreferred: (reading: R) => boolean = () => false): R {
  const read = readings.filter(({ value }) => value !== '');
  const rank = (reading: R) => [
    Number(isPreferred(reading)),
    SCORES.indexOf(reading.score),
    read.filter(({ value }) => value === reading.value).length,
    meanConfidence(reading),
  ];
  const [chosen] = read
    .map((reading) => ({ reading, rank: rank(reading) }))
    .sort((a, b) => compareRanks(b.rank, a.rank));
  if (!chosen) return readings[0] as R;
  const { value, alternatives } = chosen.reading;
  const others = new Set([...alternatives, ...read.map((reading) => reading.value)]);
  others.delete(value);
  return { ...chosen.reading, alternatives: [...others] };
}

function compareRanks(a: number[], b: number[]): number {
  const at = a.findIndex((part, i) => part !== b[i]);
  return at < 0 ? 0 : (a[at] as number) - (b[at] as number);
}
