import Type, { type Static } from 'typebox';
import { Pagination, pageQuery } from '../pagination.ts';
import {
  converted,
  MAX_FORMATTED_LENGTH,
  named,
  nullable,
  oneOf,
  StoredTime,
  text,
  Uuid,
} from '../schema.ts';
import { FILE_KINDS } from './vehicle-file.ts';

const time = (description: string) =>
  converted<Date>('date-time', { minLength: 1, trim: true, description, examples: ['2026-11-01T00:00:00Z'] });

export const CreateCase = Type.Object(
  {
    kind: oneOf(FILE_KINDS),
    value: converted<string>('vehicle-value', {
      minLength: 1,
      maxLength: 60,
      description: 'The complete number. Spaces, dots and dashes are ignored.',
    }),
    plate_state: Type.Optional(
      nullable(
        converted<string>('state', {
          minLength: 1,
          maxLength: MAX_FORMATTED_LENGTH,
          description: 'State of the plate.',
        }),
      ),
    ),
    usdot_number: Type.Optional(
      nullable(
        converted<number>('usdot-number', {
          minLength: 1,
          maxLength: MAX_FORMATTED_LENGTH,
          description: 'Only sightings with this carrier. Cab and trailer numbers repeat between carriers.',
        }),
      ),
    ),
    start: time('First time, inclusive. ISO 8601.'),
    end: time('Last time, exclusive. ISO 8601.'),
    title: text({ minLength: 1, maxLength: 200 }),
    note: Type.Optional(Type.String({ format: 'free-text', maxLength: 4_000, trim: true })),
  },
  { $id: 'CreateCase' },
);
export type CreateCase = Static<typeof CreateCase>;

export const Case = named('Case', {
  id: Uuid,
  kind: oneOf(FILE_KINDS),
  value: Type.String({ description: 'Letters and digits, in upper case.' }),
  plate_state: nullable(Type.String()),
  usdot_number: nullable(Type.String()),
  start: StoredTime,
  end: StoredTime,
  title: Type.String(),
  note: Type.String(),
  created_at: StoredTime,
  created_by: nullable(Type.Integer({ description: 'The id of the user.' })),
});
export const Cases = named('Cases', { cases: Type.Array(Case), pagination: Pagination });

export const CasesQuery = Type.Object({ ...pageQuery({ maxPage: 100_000, maxSize: 200, size: 50 }) });
export const CaseParams = Type.Object({ case_id: Uuid });
