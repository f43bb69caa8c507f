import type { Problem } from '../../../contract/problem.ts';
import {
  type CorrectableFieldName,
  correctableFieldNames,
  TRUCK_FIELDS,
} from '../../../contract/truck-fields.ts';
import { stateCode } from '../../../lib/identifiers/state-code.ts';
import type { McReading, PlateReading, Reading, TruckReadings, VinReading } from '../readings/reading.ts';
import type { StoredReading } from '../sighting/view.ts';

/** What a person says a field of an image should be; an empty value means that the image does not show it. */
export type Label = { field: CorrectableFieldName; value: string; plate_state: string };

type Given = { field: CorrectableFieldName; value: string | null; plate_state?: string | null | undefined };

export function labelOf({ field, value, plate_state }: Given): Label {
  return {
    field,
    value: value === null ? '' : TRUCK_FIELDS[field].correction.normalize(value),
    plate_state: field === 'alpr_plate_number' && plate_state ? (stateCode(plate_state) ?? '') : '',
  };
}

export function labelProblems({ field, value = null }: Partial<Given>): Problem[] {
  if (field === undefined || value === null) return [];
  const { normalize, pattern, expected } = TRUCK_FIELDS[field].correction;
  if (pattern.test(normalize(value))) return [];
  return [{ type: 'value_error', loc: ['body', 'value'], msg: `Must be ${expected}`, input: value }];
}

/** What was read in the image, before any label. */
export function readingOf(read: StoredReading | null, field: CorrectableFieldName): Reading | null {
  return read?.fields[field] ?? null;
}

/** The reading with the labels in place of what was read. */
export function withLabels(read: StoredReading, labels: readonly Label[]): StoredReading {
  if (labels.length === 0) return read;
  const fields = { ...read.fields };
  for (const label of labels) {
    const reading = fields[label.field];
    Object.assign(fields, { [label.field]: { ...reading, ...corrected(reading, label) } });
  }
  return { ...read, fields };
}

function corrected(
  reading: Reading,
  { field, value, plate_state }: Label,
): Partial<PlateReading | VinReading | McReading> {
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
  // The field holds MC numbers, whatever prefix was read.
  if (field === 'mc_number') return { ...common, docket: 'MC' };
  if (field !== 'alpr_plate_number') return common;
  const { source, state } = reading as PlateReading;
  const hasPlate = value !== '';
  return {
    ...common,
    state: hasPlate ? plate_state || state : '',
    source: hasPlate && source === 'none' ? 'ocr' : source,
    confidence: hasPlate ? 1 : 0,
    own: undefined,
    agreement: undefined,
  } as Partial<PlateReading>;
}

/** The fields whose value a person set. */
export function correctedFields(fields: TruckReadings): CorrectableFieldName[] {
  return correctableFieldNames().filter((field) => {
    const { isCorrected, value } = fields[field];
    return isCorrected === true && value !== '';
  });
}
