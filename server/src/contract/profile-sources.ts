import Type, { type Static } from 'typebox';
import { named } from './schema.ts';

export const UnknownField = named('UnknownField', {
  field: Type.String({
    description:
      'The path of a field of the profile whose value is not known, with everything below it. Its 0, `""` or null is not a fact.',
    examples: ['oos.iss_score'],
  }),
  reason: Type.String({ examples: ['No score run of 2026-09-30 or before is stored.'] }),
});
export type UnknownField = Static<typeof UnknownField>;
