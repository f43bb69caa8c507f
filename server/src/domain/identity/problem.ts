import type { Problem } from '../../lib/errors.ts';

/** A problem with a field of a change. `input` must not be a secret. */
export function problem(field: string, msg: string, input: unknown): Problem {
  return { type: 'value_error', loc: ['body', field], msg, input };
}
