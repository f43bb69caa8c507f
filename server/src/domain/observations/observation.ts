import type { ObservationFields, StoredObservation } from '../../contract/observation.ts';

export type { ObservationFields, ObservationKey, ObservationType } from '../../contract/observation.ts';
export type { OcrScore } from '../../contract/schema.ts';
export type Observation = StoredObservation;

/** The fields that a new observation must have; the others have defaults. */
export type NewObservation = Pick<StoredObservation, 'usdot_number' | 'time_captured' | 'type'> &
  Partial<Omit<ObservationFields, 'type'>>;

/** One carrier's list, filtered. Days are inclusive, UTC, `YYYY-MM-DD`; places are compared without case. */
export type ObservationFilter = {
  usdotNumber: number;
  state?: string | undefined;
  city?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
};
