import type { OcrScore } from '../observations/observation.ts';
import type { Reading } from './readings/reading.ts';
import type { StoredReading } from './sighting/view.ts';

export type ReadingsDescription = {
  width: number;
  height: number;
  is_whole: boolean;
  shows: string;
  lines: StoredReading['lines'];
  fields: {
    field: string;
    value: string;
    raw: string;
    score: OcrScore;
    lines: number[];
    alternatives: string[];
  }[];
};

/** The reading of one image, with the field names of the observation. Fields that were not read are left out. */
export function describeReadings({
  width,
  height,
  isWhole,
  lines,
  fields,
}: StoredReading): ReadingsDescription {
  const named: [string, Reading][] = [
    ['usdot_number', fields.usdot],
    [`${fields.mc.docket.toLowerCase()}_number`, fields.mc],
    ['vin', fields.vin],
    ['cab_number', fields.cabNumber],
    ['equipment_number', fields.trailerNumber],
    ['equipment_logo', fields.wordmark],
    ['alpr_plate_number', fields.plate],
    ...fields.placards.map((reading): [string, Reading] => ['un_number', reading]),
    ...fields.permits.map((reading): [string, Reading] => [`${reading.kind.toLowerCase()}_permit`, reading]),
    ...fields.names.map((reading): [string, Reading] => ['name', reading]),
  ];
  return {
    width,
    height,
    is_whole: isWhole,
    shows: fields.view,
    lines,
    fields: named.flatMap(([field, { value, raw, score, lines, alternatives }]) =>
      value === '' ? [] : [{ field, value, raw, score, lines, alternatives }],
    ),
  };
}
