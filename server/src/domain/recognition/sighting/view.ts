import { type ReadFieldName, readFieldNames } from '../../../contract/truck-fields.ts';
import { byName } from '../../../lib/by-name.ts';
import { isOneConfusion } from '../../../lib/identifiers/one-confusion.ts';
import type { IngestRecord } from '../../images/ingest-record.ts';
import type { OcrScore } from '../../observations/observation.ts';
import {
  type CarrierNumber,
  distinctReadings,
  type Fields,
  lowerScore,
  type MergedFields,
  meanConfidence,
  type PlateReading,
  type Reading,
  SCORES,
  type TruckReadings,
} from '../readings/reading.ts';
import type { ImageQuality, ImageReading, Quad } from '../recognizer.ts';

/** The reading of an image, as far as it is stored: enough to decide the sighting again at any time. */
export type StoredReading = {
  width: number;
  height: number;
  isWhole: boolean;
  lines: { text: string; confidence: number; quad: Quad }[];
  fields: Omit<Fields, 'texts'>;
  /** Stored in columns of its own; absent when it is read back. */
  quality?: ImageQuality;
};

/** One image of a truck: time, place and reading. */
export type View = Pick<
  IngestRecord,
  'source' | 'time_captured' | 'latitude' | 'longitude' | 'city' | 'state' | 'route' | 'traffic_direction'
> & {
  imageId: string;
  receivedAt: Date;
  read: StoredReading;
  /** The id that its sighting has if it has no other image. */
  ownId: number;
};

const MAX_LINES = 200;
/** For cameras that send bursts. */
const MAX_VIEWS = 12;

export function storedReading(reading: ImageReading, { texts: _, ...fields }: Fields): StoredReading {
  const { width, height, isWhole, quality } = reading;
  const lines = reading.lines.slice(0, MAX_LINES).map(({ text, confidence, quad }) => ({
    text,
    confidence: thousandths(confidence),
    quad: quad.map(([x, y]) => [Math.round(x), Math.round(y)]) as Quad,
  }));
  return { width, height, isWhole, lines, fields: withShortNumbers(fields), ...(quality && { quality }) };
}

const thousandths = (confidence: number) => Math.round(confidence * 1_000) / 1_000;

/**
 * The readers return a confidence with 16 digits for each character, which were a quarter of a stored reading. A sighting is decided
 * from the lowest and the mean of a field: the others have their mean. Those of the characters in lists are left out.
 */
function withShortNumbers(fields: StoredReading['fields']): StoredReading['fields'] {
  const short = (one: Reading): Reading => ({ ...one, characters: lowestAndOthers(one.characters) });
  const entries = Object.entries(fields).map(([name, read]) => {
    if (typeof read === 'string') return [name, read];
    return [name, Array.isArray(read) ? read.map((one) => ({ ...one, characters: [] })) : short(read)];
  });
  return Object.fromEntries(entries);
}

function lowestAndOthers(characters: readonly number[]): number[] {
  const [lowest, ...others] = characters.toSorted((a, b) => a - b);
  if (lowest === undefined) return [];
  const mean = others.reduce((sum, one) => sum + one, 0) / others.length;
  return [thousandths(lowest), ...others.map(() => thousandths(mean))];
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
const isPreferredIn = (name: ReadFieldName) =>
  (PREFERRED[name] ?? (() => false)) as (reading: Reading) => boolean;
const LISTS = ['placards', 'permits', 'containers', 'chassis', 'names'] as const;

/** The best reading of each field over all images of a truck. */
export function mergeViews(views: readonly View[]): MergedFields {
  const all = views.map(({ read }) => read.fields);
  const merged = {
    ...byName(readFieldNames(), (name) =>
      best(
        all.map((fields): Reading => fields[name]),
        isPreferredIn(name),
      ),
    ),
    ...byName(LISTS, (name) => distinctReadings(all.flatMap((fields): Reading[] => fields[name]))),
    alpr_plate_number: votedPlate(all.map(({ alpr_plate_number }) => alpr_plate_number)),
  };
  const { usdot_number, mc_number } = merged as MergedFields;
  const usdots = all.map((fields) => fields.usdot_number);
  const mcs = all.map((fields) => fields.mc_number);
  const ofDoor = {
    usdot_number: limitedIfMisread(withNumbersOfDoor(usdot_number, usdots), usdots),
    mc_number: limitedIfMisread(withNumbersOfDoor(mc_number, mcs), mcs),
  };
  return { ...(merged as MergedFields), ...ofDoor };
}

/** One image may show both numbers of a door, and another only one: it is one of two there too. */
function withNumbersOfDoor<R extends CarrierNumber>(chosen: R, readings: readonly R[]): R {
  if (chosen.isOperator || chosen.isCorrected) return chosen;
  const doors = readings
    .filter(({ others = [] }) => others.length > 0)
    .map(({ value, others = [] }) => [value, ...others])
    .filter((numbers) => numbers.includes(chosen.value));
  if (doors.length === 0) return chosen;
  const others = [...new Set(doors.flat())].filter((number) => number !== chosen.value);
  const alternatives = [...new Set([...others, ...chosen.alternatives])];
  return { ...chosen, others, alternatives, score: lowerScore(chosen.score, 'Medium') };
}

/** Two images of the truck have similar numbers with High, so one of them was misread: Medium, unless a witness tells which. */
function limitedIfMisread<R extends CarrierNumber>(chosen: R, readings: readonly R[]): R {
  if (chosen.isCorrected) return chosen;
  const isRead = readings.some(({ value, score }) => score === 'High' && isOneConfusion(value, chosen.value));
  return isRead ? { ...chosen, score: lowerScore(chosen.score, 'Medium') } : chosen;
}

const VOTES: Record<OcrScore, number> = { High: 4, Medium: 2, Low: 1, 'N/A': 0 };
/** How much of its votes an image gives to its second choice. */
const SECOND_CHOICE = 0.25;

/**
 * Below High, the images vote: a plate that several of them read is more likely than one that a single image shows a little
 * more clearly. The state is that of the clearest image of the plate that shows one.
 */
function votedPlate(plates: PlateReading[]): PlateReading {
  const isPreferred = isPreferredIn('alpr_plate_number');
  const votes = (value: string) =>
    plates.reduce((sum, plate) => {
      if (plate.value === value) return sum + VOTES[plate.score];
      return plate.alternatives[0] === value ? sum + SECOND_CHOICE * VOTES[plate.score] : sum;
    }, 0);
  const isOutvoted = ({ value, score, isCorrected, ...plate }: PlateReading) =>
    score !== 'High' &&
    !isCorrected &&
    plates.some(
      (other) =>
        other.source === plate.source &&
        !other.isCorrected &&
        other.value !== '' &&
        votes(other.value) > votes(value),
    );
  const standing = plates.filter((plate) => plate.value === '' || !isOutvoted(plate));
  const chosen = best(standing, isPreferred);
  const others = new Set([...chosen.alternatives, ...plates.map(({ value }) => value)]);
  for (const value of ['', chosen.value]) others.delete(value);
  const shown = plates
    .filter(({ value, stateScore }) => value === chosen.value && stateScore !== undefined)
    .toSorted(
      (a, b) => SCORES.indexOf(b.stateScore as OcrScore) - SCORES.indexOf(a.stateScore as OcrScore),
    )[0];
  const state =
    chosen.state === '' && shown ? { state: shown.state, stateScore: shown.stateScore as OcrScore } : {};
  return { ...chosen, ...state, alternatives: [...others] };
}

/**
 * The images that a sighting is decided from, in the order of their time: the first twelve, and each later one that has
 * the best reading of a field.
 */
export function viewsThatCount(views: readonly [View, ...View[]]): [View, ...View[]] {
  if (views.length <= MAX_VIEWS) return [...views];
  const kept = new Set(views.slice(0, MAX_VIEWS));
  for (const name of readFieldNames()) {
    const read = views.filter((view) => view.read.fields[name].value !== '');
    const rank = ({ read }: View) => levelRank(read.fields[name], isPreferredIn(name));
    const [best] = read.toSorted((a, b) => compareRanks(rank(b), rank(a)));
    if (best) kept.add(best);
  }
  return views.filter((view) => kept.has(view)) as [View, ...View[]];
}

/** By correction, preference, level, number of images with the same value, and mean confidence; then the first image. */
function best<R extends Reading>(readings: R[], isPreferred: (reading: R) => boolean): R {
  const read = readings.filter(({ value }) => value !== '');
  const rank = (reading: R) => [
    ...levelRank(reading, isPreferred),
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

function levelRank<R extends Reading>(reading: R, isPreferred: (reading: R) => boolean): number[] {
  const { isCorrected, score } = reading;
  return [Number(isCorrected === true), Number(isPreferred(reading)), SCORES.indexOf(score)];
}

function compareRanks(a: number[], b: number[]): number {
  const at = a.findIndex((part, i) => part !== b[i]);
  return at < 0 ? 0 : (a[at] as number) - (b[at] as number);
}
