import { type ReadFieldName, readFieldNames, truckField } from '../../../contract/truck-fields.ts';
import { byName } from '../../../lib/by-name.ts';
import { type PackedLine, packLine, unpackLine } from '../../observations/read-lines.ts';
import { nothingRead, type Reading, SCORES } from '../readings/reading.ts';
import type { StoredReading } from './view.ts';

/**
 * A reading as `images.readings` holds it: width, height, view, lines and fields, in a quarter of its size. What most readings have
 * is left out. Lines are in observations/read-lines.ts.
 */
export type PackedReading = {
  w: number;
  h: number;
  /** The whole image was read. */
  a?: 1;
  v: string;
  l: PackedLine[];
  /** By their codes. */
  f: Record<string, PackedField | PackedField[]>;
};
/**
 * Value, level as its place in `SCORES`, lines, characters, and all else by its code. What is empty at the end is left out. A
 * value that is a number is that many characters at the end of its first line. The characters are what their confidences lack to
 * 1, in thousandths: two for the lowest and all others, otherwise one for each.
 */
type PackedField = [
  value?: string | number,
  score?: number,
  lines?: number | number[],
  characters?: number[],
  rest?: Record<string, unknown>,
];

const LISTS = ['placards', 'permits', 'containers', 'chassis', 'names'] as const;
/** Those of fields are in contract/truck-fields.ts. `erase` reads some of them in SQL. */
const LIST_CODES = { placards: 'P', permits: 'K', containers: 'C', chassis: 'H', names: 'N' } as const;
const CODES: Record<string, string> = {
  ...{ raw: 'r', alternatives: 'a', others: 'o', isOperator: 'i', docket: 'd', isWhole: 'w', kind: 'k' },
  ...{ state: 's', stateScore: 'S', source: 'f', confidence: 'c', own: 'O', agreement: 'g' },
};
const NAMES = Object.fromEntries(Object.entries(CODES).map(([name, code]) => [code, name]));
/** Values that an erasure compares whole. */
const NEVER_SHORTENED = ['vin', 'alpr_plate_number'];
/** What a field has that was not read. */
const NOT_READ: Record<string, Record<string, unknown>> = {
  mc_number: { docket: 'MC' },
  vin: { isWhole: false },
  alpr_plate_number: { state: '', source: 'none' },
};

const codeOf = (name: ReadFieldName) => truckField(name).code ?? name;

export function packReading({ width, height, isWhole, lines, fields }: StoredReading): PackedReading {
  const texts = lines.map(({ text }) => text);
  const packed: PackedReading['f'] = {};
  for (const name of readFieldNames()) {
    const field = packField(name, fields[name], texts);
    if (field.length > 0) packed[codeOf(name)] = field;
  }
  for (const name of LISTS) {
    const list = fields[name].map((reading) => packField(name, reading, texts));
    if (list.length > 0) packed[LIST_CODES[name]] = list;
  }
  return {
    ...{ w: width, h: height, ...(isWhole && { a: 1 as const }), v: fields.view },
    l: lines.map(packLine),
    f: packed,
  };
}

export function unpackReading({ w, h, a, v, l, f }: PackedReading): StoredReading {
  const lines = l.map(unpackLine);
  const texts = lines.map(({ text }) => text);
  const one = (name: ReadFieldName) => unpackField(name, f[codeOf(name)] as PackedField | undefined, texts);
  const list = (name: keyof typeof LIST_CODES) =>
    ((f[LIST_CODES[name]] ?? []) as PackedField[]).map((field) => unpackField(name, field, texts));
  const fields = { ...byName(readFieldNames(), one), ...byName(LISTS, list), view: v };
  return {
    ...{ width: w, height: h, isWhole: a === 1, lines },
    fields: fields as unknown as StoredReading['fields'],
  };
}

function packField(name: string, reading: Reading, texts: string[]): PackedField {
  const { value, score, lines, characters, ...others } = reading;
  const [first] = lines;
  const text = first === undefined ? '' : (texts[first] ?? '');
  const isEnd = value !== '' && text.endsWith(value) && !NEVER_SHORTENED.includes(name);
  const missing = packCharacters(characters, value);
  const empty: Record<string, unknown> = {
    ...nothingRead,
    ...NOT_READ[name],
    raw: rawOf(value, lines, texts),
  };
  const rest = Object.entries({ ...others, ...(missing === null && { characters }) }).filter(
    ([key, one]) => one !== undefined && JSON.stringify(one) !== JSON.stringify(empty[key]),
  );
  const packed = [
    isEnd ? value.length : value,
    SCORES.indexOf(score),
    lines.length === 1 ? (first as number) : lines,
    missing ?? [],
    Object.fromEntries(rest.map(([key, one]) => [CODES[key] ?? key, one])),
  ];
  const isEmpty = [
    packed[0] === '',
    packed[1] === 0,
    lines.length === 0,
    !missing?.length,
    rest.length === 0,
  ];
  return packed.slice(0, isEmpty.lastIndexOf(false) + 1) as PackedField;
}

function unpackField(name: string, field: PackedField = [], texts: string[]): Reading {
  const [end = '', level = 0, at = [], missing = [], packedRest = {}] = field;
  const lines = typeof at === 'number' ? [at] : at;
  const value = typeof end === 'number' ? (texts[lines[0] ?? 0] ?? '').slice(-end) : end;
  const rest = Object.fromEntries(
    Object.entries(packedRest).map(([code, one]) => [NAMES[code] ?? code, one]),
  );
  return {
    ...{ ...nothingRead, ...NOT_READ[name], raw: rawOf(value, lines, texts) },
    ...{ value, score: SCORES[level], lines, characters: unpackCharacters(missing, value), ...rest },
  } as Reading;
}

/** Null when the list would not be read back as it is. */
function packCharacters(characters: readonly number[], value: string): number[] | null {
  const missing = characters.map((one) => 1_000 - Math.round(one * 1_000));
  const [lowest, other, ...others] = missing;
  if (lowest === undefined || other === undefined) return missing;
  const areAlike = missing.length === value.length && others.every((one) => one === other);
  if (areAlike) return [lowest, other];
  return missing.length === 2 ? null : missing;
}

function unpackCharacters(missing: readonly number[], value: string): number[] {
  const [lowest = 0, other = 0] = missing;
  const all =
    missing.length === 2
      ? Array.from({ length: value.length }, (_, i) => (i === 0 ? lowest : other))
      : missing;
  return all.map((one) => (1_000 - one) / 1_000);
}

/** Mostly the first line that the value was read from. A partner's value has none. */
function rawOf(value: string, [first]: readonly number[], texts: readonly string[]): string {
  return first === undefined ? value : (texts[first] ?? '');
}
