/** The fields that are measured, by the names that truth files use. */
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
export type Truth = Partial<Record<FieldName, string>>;

export type Sample = {
  name: string;
  open(): Promise<Uint8Array>;
  truth: Truth;
  /** False for photographs whose truth names only some of what they show: then the rest is not counted. */
  isComplete: boolean;
  /** Who stands on the door, where the catalogue experiment may use it. */
  carrier?: { name: string; city: string | null; state: string | null };
};

export type SampleSet = { title: string; samples: Sample[] };
