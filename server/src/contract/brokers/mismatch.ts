import Type, { type Static } from 'typebox';
import { logoName, registrationNumber } from '../../lib/identifiers/comparable.ts';
import type { Problem } from '../problem.ts';
import { closed, named, nullable, StoredTime, text, Uuid } from '../schema.ts';

/** Most numbers and pairs of one request. */
const MAX_VALUES = 200;
const MAX_LOGOS = 50;

const usdotNumber = (description?: string) =>
  text({ format: 'usdot-criterion', maxLength: 40, minLength: 1, ...(description && { description }) });
const mcNumber = (description?: string) =>
  text({ format: 'docket-criterion', maxLength: 40, minLength: 1, ...(description && { description }) });
const list = <S extends ReturnType<typeof text> | ReturnType<typeof Type.Object>>(
  items: S,
  description: string,
) => Type.Optional(Type.Array(items, { maxItems: MAX_VALUES, description }));
const logos = Type.Array(text({ minLength: 1, maxLength: 100 }), {
  maxItems: MAX_LOGOS,
  dropsBlankItems: true,
  description:
    'The logos of the carrier: another logo on its equipment is a mismatch. Upper and lower case are equal.',
});
const name = nullable(text({ description: 'The name in notifications.' }));

export const CreateMismatches = named('CreateMismatches', {
  usdots: list(usdotNumber(), 'USDOT numbers: one observation each.'),
  mcs: list(mcNumber(), 'MC numbers: one observation each.'),
  pairs: list(
    closed({ mc: mcNumber(), usdot: usdotNumber() }),
    'Numbers that belong together: one observation each.',
  ),
  logos: Type.Optional(logos),
  alert_name: Type.Optional(name),
});
type Given = Static<typeof CreateMismatches>;

export const UpdateMismatch = named('UpdateMismatch', {
  usdot: Type.Optional(nullable(text({ format: 'usdot-criterion', maxLength: 40 }))),
  mc: Type.Optional(nullable(text({ format: 'docket-criterion', maxLength: 40 }))),
  logos: Type.Optional(logos),
  alert_name: Type.Optional(name),
  is_disabled: Type.Optional(Type.Boolean({ description: 'true: nothing is compared.' })),
});
export type MismatchEdit = Static<typeof UpdateMismatch>;

export const MismatchParams = Type.Object({ observation_id: Uuid });
export const MismatchesQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  page_size: Type.Integer({ minimum: 1, maximum: 500, default: 50 }),
});

export const CreatedMismatches = named('CreatedMismatches', {
  message: Type.String(),
  data: closed({ created: Type.Integer() }),
});

const number = (kind: string) => Type.String({ description: `The ${kind} number; empty without one.` });
export const MismatchObservation = named('MismatchObservation', {
  id: Uuid,
  alert_name: Type.String({ description: 'Empty without a name.' }),
  usdot: number('USDOT'),
  mc: number('MC'),
  logos: Type.Array(Type.String()),
  is_disabled: Type.Boolean(),
  created_at: StoredTime,
  last_run_at: Type.Optional(StoredTime),
});
export const MismatchObservations = named('MismatchObservations', {
  mismatch_observations: Type.Array(MismatchObservation),
  page: Type.Integer(),
  page_size: Type.Integer(),
  total: Type.Integer(),
});

/** What an observation watches, as it is stored and compared. */
export type Watched = { usdot: string; mc: string; logos: string[] };

const lowerCase = (given: string[]) => [...new Set(given.map(logoName))];

/** One observation for each number and each pair of a request; what is given twice counts once. */
export function watchedIn({ usdots = [], mcs = [], pairs = [], logos: given = [] }: Given): Watched[] {
  const watched = [
    ...usdots.map((usdot) => ({ usdot: registrationNumber(usdot), mc: '' })),
    ...mcs.map((mc) => ({ usdot: '', mc: registrationNumber(mc) })),
    ...pairs.map(({ usdot, mc }) => ({ usdot: registrationNumber(usdot), mc: registrationNumber(mc) })),
  ];
  const distinct = new Map(watched.map((one) => [`${one.usdot} ${one.mc}`, one]));
  return [...distinct.values()].map((one) => ({ ...one, logos: lowerCase(given) }));
}

/** The stored values of a change, with only the given fields. */
export function changedValues({ usdot, mc, logos: given, alert_name, is_disabled }: MismatchEdit) {
  return {
    ...(usdot !== undefined && { usdot: registrationNumber(usdot ?? '') }),
    ...(mc !== undefined && { mc: registrationNumber(mc ?? '') }),
    ...(given !== undefined && { logos: lowerCase(given) }),
    ...(alert_name !== undefined && { alert_name: alert_name || null }),
    ...(is_disabled !== undefined && { is_disabled }),
  };
}

const problem = (field: string, msg: string): Problem => ({
  ...{ type: 'missing', loc: ['body', field], msg, input: null },
});

export function createMismatchProblems({ usdots = [], mcs = [], pairs = [] }: Given): Problem[] {
  const count = usdots.length + mcs.length + pairs.length;
  if (count === 0) return [problem('usdots', 'usdots, mcs or pairs must have a number')];
  if (count <= MAX_VALUES) return [];
  const msg = `At most ${MAX_VALUES} numbers and pairs in one request, not ${count}`;
  return [{ ...problem('usdots', msg), type: 'too_long' }];
}

export function mismatchEditProblems(change: MismatchEdit): Problem[] {
  if (Object.keys(change).length > 0) return [];
  return [problem('usdot', 'At least one of usdot, mc, logos, alert_name and is_disabled is required')];
}
