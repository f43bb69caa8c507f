import type { CorrectableField } from '../../../contract/image.ts';
import type { Problem } from '../../../contract/problem.ts';
import { identifier, logoName, registrationNumber } from '../../../lib/identifiers/comparable.ts';
import { stateCode } from '../../../lib/identifiers/state-code.ts';
import type { Fields, Reading } from '../readings/reading.ts';
import type { StoredReading } from '../sighting/view.ts';

/** What a person says a field of an image should be; an empty value means that the image does not show it. */
export type Label = { field: CorrectableField; value: string; plate_state: string };

type Rule = {
  /** The field of a reading. */
  name: keyof Pick<Fields, 'usdot' | 'mc' | 'vin' | 'cabNumber' | 'trailerNumber' | 'wordmark' | 'plate'>;
  normalize: (text: string) => string;
  isValid: (value: string) => boolean;
  expected: string;
};

const matches = (pattern: RegExp) => (value: string) => pattern.test(value);

const RULES: Record<CorrectableField, Rule> = {
  usdot_number: {
    name: 'usdot',
    normalize: registrationNumber,
    isValid: matches(/^\d{1,8}$/),
    expected: 'a number of up to 8 digits',
  },
  mc_number: {
    name: 'mc',
    normalize: registrationNumber,
    isValid: matches(/^\d{1,8}$/),
    expected: 'a number of up to 8 digits',
  },
  vin: {
    name: 'vin',
    normalize: identifier,
    isValid: matches(/^([A-HJ-NPR-Z0-9]{17}|[A-HJ-NPR-Z0-9]{6,8})$/),
    expected: 'a VIN of 17 characters, or its last 6 to 8',
  },
  cab_number: {
    name: 'cabNumber',
    normalize: identifier,
    isValid: matches(/^[A-Z0-9]{1,12}$/),
    expected: '1 to 12 letters and digits',
  },
  equipment_number: {
    name: 'trailerNumber',
    normalize: identifier,
    isValid: matches(/^[A-Z0-9]{1,20}$/),
    expected: '1 to 20 letters and digits',
  },
  equipment_logo: {
    name: 'wordmark',
    normalize: logoName,
    isValid: matches(/^.{1,100}$/),
    expected: 'a name of up to 100 characters',
  },
  alpr_plate_number: {
    name: 'plate',
    normalize: identifier,
    isValid: matches(/^[A-Z0-9]{1,10}$/),
    expected: '1 to 10 letters and digits',
  },
};

type Given = { field: CorrectableField; value: string | null; plate_state?: string | null | undefined };

export function labelOf({ field, value, plate_state }: Given): Label {
  return {
    field,
    value: value === null ? '' : RULES[field].normalize(value),
    plate_state: field === 'alpr_plate_number' && plate_state ? (stateCode(plate_state) ?? '') : '',
  };
}

export function labelProblems({ field, value = null }: Partial<Given>): Problem[] {
  if (field === undefined || value === null) return [];
  const { normalize, isValid, expected } = RULES[field];
  if (isValid(normalize(value))) return [];
  return [{ type: 'value_error', loc: ['body', 'value'], msg: `Must be ${expected}`, input: value }];
}

/** The name of the field in a reading. */
export function readingName(field: CorrectableField): Rule['name'] {
  return RULES[field].name;
}

/** What was read in the image, before any label. */
export function readingOf(read: StoredReading | null, field: CorrectableField): Reading | null {
  return read?.fields[RULES[field].name] ?? null;
}

/** The reading with the labels in place of what was read. */
export function withLabels(read: StoredReading, labels: readonly Label[]): StoredReading {
  if (labels.length === 0) return read;
  const fields = { ...read.fields };
  for (const label of labels) {
    const { name } = RULES[label.field];
    Object.assign(fields, { [name]: { ...fields[name], ...corrected(fields[name], label) } });
  }
  return { ...read, fields };
}

function corrected(reading: Reading, { field, value, plate_state }: Label): Partial<Fields['plate' | 'vin']> {
  const others = [reading.value, ...reading.alternatives].filter((one) => one !== value && one !== '');
  const common = {
    value,
    raw: value,
    score: value === '' ? ('N/A' as const) : ('High' as const),
    lines: value === reading.value ? reading.lines : [],
    characters: [],
    alternatives: [...new Set(others)],
    isCorrected: true as const,
  };
  if (field === 'vin') return { ...common, isWhole: value.length === 17 };
  if (field !== 'alpr_plate_number') return common;
  const { source, state } = reading as Fields['plate'];
  const hasPlate = value !== '';
  return {
    ...common,
    state: hasPlate ? plate_state || state : '',
    source: hasPlate && source === 'none' ? 'ocr' : source,
    confidence: hasPlate ? 1 : 0,
    own: undefined,
    agreement: undefined,
  } as Partial<Fields['plate']>;
}

/** The fields whose value a person set. */
export function correctedFields(fields: Pick<Fields, Rule['name']>): CorrectableField[] {
  return (Object.keys(RULES) as CorrectableField[]).filter((field) => {
    const { isCorrected, value } = fields[RULES[field].name];
    return isCorrected === true && value !== '';
  });
}
