import type { Box } from '../../server/src/domain/recognition/recognizer.ts';

/** The measured fields, named as in the label files. */
export const fieldNames = [
  'usdot',
  'mc',
  'vin',
  'cabNumber',
  'trailerNumber',
  'wordmark',
  'plate',
  'kyu',
  'placard',
] as const;
export type FieldName = (typeof fieldNames)[number];
type Truth = Partial<Record<FieldName, string>>;

export type Sample = {
  name: string;
  open(): Promise<Uint8Array>;
  /** The part to read; the whole image without one. */
  box?: Box;
  truth: Truth;
  /** False if the labels cover only some of the fields: the others are not counted. */
  isComplete: boolean;
  /** Fields that the image is known not to show. */
  absent?: FieldName[];
  /** The carrier named on the door, for the registry experiment. */
  carrier?: { name: string; city: string | null; state: string | null };
};

export type SampleSet = { title: string; samples: Sample[] };
