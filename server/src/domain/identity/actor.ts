import { AppError, invalid } from '../../lib/errors.ts';

/** Who makes a change. The CLI acts as the operator. */
export type Actor = {
  /** Null for the CLI. */
  userId: number | null;
  organizationId: number | null;
  /** Operators reach all organizations, other administrators only their own. */
  isOperator: boolean;
  via: 'api' | 'cli';
};

export const cliActor: Actor = { userId: null, organizationId: null, isOperator: true, via: 'cli' };

/** Other organizations do not exist for an administrator who is not an operator. */
export function requireReach(actor: Actor, organizationId: number, what = 'organization'): void {
  if (!actor.isOperator && actor.organizationId !== organizationId) throw notFound(what);
}

export function requireOperator(actor: Actor): void {
  if (!actor.isOperator) throw new AppError('forbidden', 'Only the operator can do this.');
}

export function notFound(what: string): AppError {
  return new AppError('not_found', `There is no such ${what}.`);
}

/** A problem that the schemas cannot express, in the form of theirs. `input` must not be a secret. */
export function invalidField(field: string, msg: string, input: unknown): AppError {
  return invalid([{ type: 'value_error', loc: ['body', field], msg, input }]);
}
