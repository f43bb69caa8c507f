import type { OcrScore } from '../observations/observation.ts';
import type { Reading } from './readings/reading.ts';
import type { PictureRead } from './sighting/view.ts';

export type ReadingsDescription = {
  width: number;
  height: number;
  is_whole: boolean;
  shows: string;
  lines: PictureRead['lines'];
  fields: {
    field: string;
    value: string;
    raw: string;
    score: OcrScore;
    lines: number[];
    alternatives: string[];
  }[];
};

/** What was read on one picture, field by field under the observation's names; what was not read is left out. */
export function describeReadings(read: PictureRead): ReadingsDescription {
  const { fields } = read;
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
    ...{ width: read.width, height: read.height, is_whole: read.isWhole, shows: fields.view },
    lines: read.lines,
    fields: named.flatMap(([field, { value, raw, score, lines, alternatives }]) =>
      value === '' ? [] : [{ field, value, raw, score, lines, alternatives }],
    ),
  };
}
