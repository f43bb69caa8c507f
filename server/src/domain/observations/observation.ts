export type ObservationType = 'Crash' | 'Inspection' | 'Detection';
export type OcrScore = 'High' | 'Medium' | 'Low' | 'N/A';

/** What finds one observation: the primary key. */
export type ObservationKey = { usdot_number: number; time_captured: Date; id: number };

/** The fields of an observation beside its key; unknown text is empty, an unknown place has no coordinates. */
export type ObservationFields = {
  type: ObservationType;
  source: string;
  alpr_plate_number: string;
  plate_state: string;
  mc_number: string;
  vin: string;
  cab_number: string;
  equipment_type: string;
  equipment_number: string;
  equipment_logo: string;
  location_state: string;
  location_city: string;
  latitude: number | null;
  longitude: number | null;
  route: string;
  is_usdot_imputed: boolean;
  is_cab_imputed: boolean;
  is_mc_imputed: boolean;
  is_trailer_logo_imputed: boolean;
  is_vin_imputed: boolean;
  usdot_number_ocr_score: OcrScore;
  mc_number_ocr_score: OcrScore;
  vin_ocr_score: OcrScore;
  cab_number_ocr_score: OcrScore;
  trailer_number_ocr_score: OcrScore;
  trailer_logo_ocr_score: OcrScore;
  image_id: string | null;
  view_image_ids: string[] | null;
  readings: unknown;
};

export type Observation = ObservationKey & ObservationFields;

/** What a sighting must say; the rest has defaults. */
export type NewObservation = { usdot_number: number; time_captured: Date; type: ObservationType } & Partial<
  Omit<ObservationFields, 'type'>
>;

/** One carrier's list, narrowed. Days are inclusive and in UTC, `YYYY-MM-DD`; places are compared without case. */
export type ObservationFilter = {
  usdotNumber: number;
  state?: string | undefined;
  city?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
};

/** Column and type of every field, in one order, for statements that take or give whole rows. */
export const observationColumns = {
  usdot_number: 'bigint',
  time_captured: 'timestamptz',
  id: 'bigint',
  type: 'text',
  source: 'text',
  alpr_plate_number: 'text',
  plate_state: 'text',
  mc_number: 'text',
  vin: 'text',
  cab_number: 'text',
  equipment_type: 'text',
  equipment_number: 'text',
  equipment_logo: 'text',
  location_state: 'text',
  location_city: 'text',
  latitude: 'float8',
  longitude: 'float8',
  route: 'text',
  is_usdot_imputed: 'boolean',
  is_cab_imputed: 'boolean',
  is_mc_imputed: 'boolean',
  is_trailer_logo_imputed: 'boolean',
  is_vin_imputed: 'boolean',
  usdot_number_ocr_score: 'text',
  mc_number_ocr_score: 'text',
  vin_ocr_score: 'text',
  cab_number_ocr_score: 'text',
  trailer_number_ocr_score: 'text',
  trailer_logo_ocr_score: 'text',
  image_id: 'uuid',
  view_image_ids: 'uuid[]',
  readings: 'jsonb',
} as const satisfies Record<keyof Observation, string>;
