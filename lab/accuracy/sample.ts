import { readFieldNames } from '../../server/src/contract/truck-fields.ts';
import type { Box } from '../../server/src/domain/recognition/recognizer.ts';
import type { SceneTruth } from '../scenes/scene.ts';

/** The measured fields: those of a truck, the permit and the placard. */
export const fieldNames = [...readFieldNames(), 'kyu', 'placard'] as const;
export type FieldName = (typeof fieldNames)[number];
type Truth = Partial<Record<FieldName, string | undefined>>;

/** What a drawn scene shows, by field. */
export function sceneTruth(scene: Partial<Omit<SceneTruth, 'kind' | 'variant'>>): Truth {
  const { usdot, mc, vin, cabNumber, trailerNumber, wordmark, plate, kyu, placard } = scene;
  return {
    usdot_number: usdot,
    mc_number: mc,
    vin,
    cab_number: cabNumber,
    equipment_number: trailerNumber,
    equipment_logo: wordmark,
    alpr_plate_number: plate,
    kyu,
    placard,
  };
}

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
