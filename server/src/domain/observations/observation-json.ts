/**
 * How an observation is shown, as select lists on `o`. PostgreSQL writes the JSON itself: a page passes through
 * without becoming thousands of values in between, which is most of what a page costs otherwise.
 */
const shown = [
  'alpr_plate_number',
  'usdot_number::text as usdot_number',
  `to_char(o.time_captured at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time_captured`,
  ...['mc_number', 'vin', 'cab_number', 'equipment_type', 'equipment_number', 'equipment_logo'],
  ...['location_city', 'location_state', 'latitude', 'longitude', 'route', 'source', 'type'],
];

/** How sure the readings are: for those who have the permission. */
const quality = [
  ...['is_usdot_imputed', 'is_cab_imputed', 'is_mc_imputed', 'is_trailer_logo_imputed', 'is_vin_imputed'],
  ...[
    'usdot_number_ocr_score',
    'mc_number_ocr_score',
    'vin_ocr_score',
    'cab_number_ocr_score',
    'trailer_number_ocr_score',
    'trailer_logo_ocr_score',
  ].map((name) => `coalesce(o.${name}, 'N/A') as ${name}`),
];

const select = (fields: string[]) =>
  fields.map((field) => (field.includes('o.') ? field : `o.${field}`)).join(', ');

export const plainFields = select(shown);
export const qualityFields = select([...shown, ...quality]);
