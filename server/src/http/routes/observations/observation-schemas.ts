import Type from 'typebox';
import { nullable } from '../../schemas.ts';

const Score = Type.Union(['High', 'Medium', 'Low', 'N/A'].map((word) => Type.Literal(word)));
const imputed = { description: 'Inferred, not read. Only with `carrier-observations-quality`.' };
const score = { description: 'Only with `carrier-observations-quality`.' };

export const Observation = Type.Object(
  {
    alpr_plate_number: Type.String(),
    usdot_number: Type.String(),
    time_captured: Type.String({ format: 'date-time' }),
    mc_number: Type.String(),
    vin: Type.String(),
    cab_number: Type.String(),
    equipment_type: Type.String({ examples: ['reefer', 'dry van'] }),
    equipment_number: Type.String(),
    equipment_logo: Type.String(),
    location_city: Type.String({ description: 'A county where the record is federal.' }),
    location_state: Type.String(),
    latitude: nullable(Type.Number()),
    longitude: nullable(Type.Number()),
    route: Type.String(),
    source: Type.String(),
    type: Type.Union([Type.Literal('Crash'), Type.Literal('Inspection'), Type.Literal('Detection')]),
    is_usdot_imputed: Type.Optional(Type.Boolean(imputed)),
    is_cab_imputed: Type.Optional(Type.Boolean(imputed)),
    is_mc_imputed: Type.Optional(Type.Boolean(imputed)),
    is_trailer_logo_imputed: Type.Optional(Type.Boolean(imputed)),
    is_vin_imputed: Type.Optional(Type.Boolean(imputed)),
    usdot_number_ocr_score: Type.Optional({ ...Score, ...score }),
    mc_number_ocr_score: Type.Optional({ ...Score, ...score }),
    vin_ocr_score: Type.Optional({ ...Score, ...score }),
    cab_number_ocr_score: Type.Optional({ ...Score, ...score }),
    trailer_number_ocr_score: Type.Optional({ ...Score, ...score }),
    trailer_logo_ocr_score: Type.Optional({ ...Score, ...score }),
  },
  { additionalProperties: false },
);

export const paging = {
  page: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 }),
  page_size: Type.Integer({ minimum: 1, maximum: 200, default: 100 }),
};

export const ShortPagination = Type.Object(
  { page: Type.Integer(), page_size: Type.Integer() },
  { additionalProperties: false },
);
