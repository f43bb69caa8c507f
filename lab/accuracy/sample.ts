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
  truth: Truth;
  /** False if the labels cover only some of the fields: the others are not counted. */
  isComplete: boolean;
  /** The carrier named on the door, for the registry experiment. */
  carrier?: { name: string; city: string | null; state: string | null };
};

export type SampleSet = { title: string; samples: Sample[] };
