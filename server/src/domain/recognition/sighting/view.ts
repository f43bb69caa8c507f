import { type ReadFieldName, readFieldNames } from '../../../contract/truck-fields.ts';
import { byName } from '../../../lib/by-name.ts';
import type { IngestRecord } from '../../images/ingest-record.ts';
import {
  distinctReadings,
  type Fields,
  type MergedFields,
  meanConfidence,
  type Reading,
  SCORES,
  type TruckReadings,
} from '../readings/reading.ts';
import type { ImageReading, Quad } from '../recognizer.ts';

/** A reading as stored with its image: enough to decide the sighting again at any time. */
export type StoredReading = {
  width: number;
  height: number;
  isWhole: boolean;
  lines: { text: string; confidence: number; quad: Quad }[];
  fields: Omit<Fields, 'texts'>;
};

/** One image of a truck: time, place and reading. */
export type View = Pick<
  IngestRecord,
  'source' | 'time_captured' | 'latitude' | 'longitude' | 'city' | 'state' | 'route' | 'traffic_direction'
> & { imageId: string; receivedAt: Date; read: StoredReading };

const MAX_LINES = 200;

export function storedReading(reading: ImageReading, { texts: _, ...fields }: Fields): StoredReading {
  const { width, height, isWhole } = reading;
  const lines = reading.lines.slice(0, MAX_LINES).map(({ text, confidence, quad }) => ({
    text,
    confidence: thousandths(confidence),
    quad,
  }));
  return { width, height, isWhole, lines, fields: withShortNumbers(fields) };
}

const thousandths = (confidence: number) => Math.round(confidence * 1_000) / 1_000;

/** The readers return confidences with 16 digits, which were a quarter of a stored reading. */
function withShortNumbers(fields: StoredReading['fields']): StoredReading['fields'] {
  const short = (one: Reading): Reading => ({ ...one, characters: one.characters.map(thousandths) });
  const entries = Object.entries(fields).map(([name, read]) => {
    if (typeof read === 'string') return [name, read];
    return [name, Array.isArray(read) ? read.map(short) : short(read)];
  });
  return Object.fromEntries(entries);
}

/** True when no text was read and the partner sent no plate. */
export function isEmptyReading({ lines, fields }: StoredReading): boolean {
  return fields.alpr_plate_number.value === '' && !lines.some(({ text }) => /[A-Za-z0-9]{2}/.test(text));
}

/** Readings that are preferred to others, whatever their level. */
const PREFERRED: { [Name in ReadFieldName]?: (reading: TruckReadings[Name]) => boolean } = {
  usdot_number: ({ isOperator }) => isOperator === true,
  mc_number: ({ isOperator }) => isOperator === true,
  vin: ({ isWhole }) => isWhole,
  alpr_plate_number: ({ source }) => source === 'alpr',
};
const LISTS = ['placards', 'permits', 'containers', 'chassis', 'names'] as const;

/** The best reading of each field over all images of a truck. */
export function mergeViews(views: readonly View[]): MergedFields {
  const all = views.map(({ read }) => read.fields);
  const merged = {
    ...byName(readFieldNames(), (name) =>
      best(
        all.map((fields): Reading => fields[name]),
        PREFERRED[name] as ((reading: Reading) => boolean) | undefined,
      ),
    ),
    ...byName(LISTS, (name) => distinctReadings(all.flatMap((fields): Reading[] => fields[name]))),
  };
  return merged as MergedFields;
}

/** By correction, preference, level, number of images with the same value, and mean confidence; then the first image. */
function best<R extends Reading>(readings: R[], isPreferred: (reading: R) => boolean = () => false): R {
  const read = readings.filter(({ value }) => value !== '');
  const rank = (reading: R) => [
    Number(reading.isCorrected === true),
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
