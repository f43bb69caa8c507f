import { readFieldNames } from '../../../contract/truck-fields.ts';
import { byName } from '../../../lib/by-name.ts';
import { type PackedLine, packLine, unpackLine } from '../../observations/read-lines.ts';
import { nothingRead, type Reading } from '../readings/reading.ts';
import type { StoredReading } from './view.ts';

/**
 * A reading as `images.readings` holds it: a third of its size. Values that most fields have are left out, confidences are
 * thousandths, and a line is one array.
 */
export type PackedReading = {
  width: number;
  height: number;
  isWhole?: boolean;
  view: string;
  lines: PackedLine[];
  fields: Record<string, PackedField | PackedField[]>;
};
type PackedField = Partial<Reading>;

const LISTS = ['placards', 'permits', 'containers', 'chassis', 'names'] as const;
/** What a field has that was not read. */
const NOT_READ: Record<string, Record<string, unknown>> = {
  mc_number: { docket: 'MC' },
  vin: { isWhole: false },
  alpr_plate_number: { state: '', source: 'none' },
};
const emptyField = (name: string): Record<string, unknown> => ({ ...nothingRead, ...NOT_READ[name] });

export function packReading({ width, height, isWhole, lines, fields }: StoredReading): PackedReading {
  const texts = lines.map(({ text }) => text);
  const packed: PackedReading['fields'] = {};
  for (const name of readFieldNames()) {
    const field = packField(name, fields[name], texts);
    if (Object.keys(field).length > 0) packed[name] = field;
  }
  for (const name of LISTS) {
    const list = fields[name].map((reading) => packField(name, reading, texts));
    if (list.length > 0) packed[name] = list;
  }
  const { view } = fields;
  return { width, height, ...(isWhole && { isWhole }), view, lines: lines.map(packLine), fields: packed };
}

export function unpackReading({ width, height, isWhole = false, ...packed }: PackedReading): StoredReading {
  const lines = packed.lines.map(unpackLine);
  const texts = lines.map(({ text }) => text);
  const one = (name: string) => unpackField(name, packed.fields[name] as PackedField | undefined, texts);
  const list = (name: string) =>
    ((packed.fields[name] ?? []) as PackedField[]).map((field) => unpackField(name, field, texts));
  const fields = { ...byName(readFieldNames(), one), ...byName(LISTS, list), view: packed.view };
  return { width, height, isWhole, lines, fields: fields as unknown as StoredReading['fields'] };
}

function packField(name: string, reading: Reading, texts: string[]): PackedField {
  const empty: Record<string, unknown> = { ...emptyField(name), raw: rawOf(reading, texts) };
  const entries = Object.entries({ ...reading, characters: reading.characters.map(toThousandths) });
  return Object.fromEntries(
    entries.filter(
      ([key, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(empty[key]),
    ),
  );
}

function unpackField(name: string, field: PackedField = {}, texts: string[]): Reading {
  const raw = rawOf(field, texts);
  const characters = (field.characters ?? []).map((one) => one / 1_000);
  return { ...emptyField(name), raw, ...field, characters } as Reading;
}

/** Mostly the first line that the value was read from. A partner's value has none. */
function rawOf({ value = '', lines: [first] = [] }: PackedField, texts: string[]): string {
  return first === undefined ? value : (texts[first] ?? '');
}

const toThousandths = (confidence: number) => Math.round(confidence * 1_000);
