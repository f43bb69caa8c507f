import Type, { type Static } from 'typebox';
import { Pagination, pageQuery } from '../pagination.ts';
import type { Problem } from '../problem.ts';
import { converted, named, nullable, oneOf, StoredTime, Uuid } from '../schema.ts';
import { VERDICTS } from '../signals.ts';

const usdot_number = converted<number>('usdot-number', { minLength: 1, maxLength: 40 });
const decision = nullable(
  oneOf(VERDICTS, { description: 'What your organization decided. Null: only a note.' }),
);

export const DecisionsParams = Type.Object({ usdot_number });
export const DecisionParams = Type.Object({ usdot_number, decision_id: Uuid });
export const DecisionsQuery = Type.Object({ ...pageQuery({ maxPage: 10_000, maxSize: 100, size: 20 }) });

export const CreateCarrierDecision = Type.Object(
  {
    decision: Type.Optional(decision),
    note: Type.Optional(Type.String({ format: 'free-text', maxLength: 4_000, trim: true })),
  },
  { $id: 'CreateCarrierDecision' },
);
export type CreateCarrierDecision = Static<typeof CreateCarrierDecision>;

export const CarrierDecision = named('CarrierDecision', {
  id: Uuid,
  usdot_number: Type.String(),
  decision,
  note: Type.String(),
  created_at: StoredTime,
  created_by: Type.Integer({ description: 'The id of the user.' }),
  author: Type.String({ description: 'The email address of the user. Empty after the user was deleted.' }),
});
export type CarrierDecision = Static<typeof CarrierDecision>;

export const CarrierDecisions = named('CarrierDecisions', {
  current: nullable(CarrierDecision),
  decisions: Type.Array(CarrierDecision, { description: 'Decisions and notes, newest first.' }),
  pagination: Pagination,
});

export function decisionProblems({ decision: decided, note = '' }: CreateCarrierDecision): Problem[] {
  if (decided || note !== '') return [];
  const msg = 'A decision or a note is required';
  return [{ type: 'missing', loc: ['body', 'decision'], msg, input: decided ?? null }];
}
