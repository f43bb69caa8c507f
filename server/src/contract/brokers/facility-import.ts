import Type, { type Static } from 'typebox';
import { converted, MAX_FORMATTED_LENGTH, named, text } from '../schema.ts';

export const MAX_IMPORT_LINES = 20_000;
export const MAX_IMPORT_BYTES = 8_388_608;

const optional = (maxLength: number) => Type.Optional(text({ maxLength }));

/** The columns of a CSV file of facilities, by the names in its header. */
export const FacilityLine = Type.Object({
  name: text({ minLength: 1 }),
  address: optional(200),
  city: optional(100),
  state: Type.Optional(converted<string>('state', { maxLength: 60 })),
  zip: Type.Optional(converted<string>('zip-code', { maxLength: 20 })),
  latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
  longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
  category: optional(100),
  lot_size: optional(50),
  phone: optional(50),
  website: Type.Optional(Type.String({ format: 'website', maxLength: MAX_FORMATTED_LENGTH, trim: true })),
  hours: optional(300),
  equipment: optional(300),
  intermodal_drayage: Type.Optional(converted<boolean>('yes-no', { maxLength: 10 })),
});
export type FacilityLine = Static<typeof FacilityLine>;
export const IMPORT_COLUMNS = Object.keys(FacilityLine.properties);

export const ImportFacilitiesQuery = Type.Object({
  replace: Type.Boolean({
    default: false,
    description: 'true: facilities that are not in the file are deleted.',
  }),
});

export const ImportedFacilities = named('ImportedFacilities', {
  created: Type.Integer(),
  updated: Type.Integer(),
  deleted: Type.Integer(),
});
export type ImportedFacilities = Static<typeof ImportedFacilities>;
