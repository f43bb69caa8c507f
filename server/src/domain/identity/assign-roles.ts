import { isRestricted, type Role } from '../../contract/roles.ts';
import { invalid } from '../../lib/errors.ts';
import type { Actor } from './actor.ts';
import { problem } from './problem.ts';
import type { Organization, UserKind } from './records.ts';
import { asRoles, roleProblems } from './users.ts';

type Licensed = Pick<Organization, 'licensed_roles'>;

/** Restricted roles are available to an organization only if the operator has licensed them to it. */
export function isAvailable(role: Role, { licensed_roles }: Licensed): boolean {
  return !isRestricted(role) || licensed_roles.includes(role);
}

/**
 * Returns the roles that `actor` may assign, or throws. Administrators cannot assign restricted roles that are not
 * licensed to their organization; a user keeps those that the operator has assigned.
 */
export function assignableRoles(
  actor: Actor,
  organization: Licensed,
  wanted: readonly string[],
  { current = [], kind = 'person' }: { current?: readonly Role[]; kind?: UserKind } = {},
): Role[] {
  const problems = roleProblems(wanted, kind);
  const roles = asRoles(wanted);
  const refused = actor.isOperator
    ? []
    : roles.filter((role) => !isAvailable(role, organization) && !current.includes(role));
  if (refused.length > 0) {
    const msg = `these roles are not licensed to the organization: ${refused.join(', ')}`;
    problems.push(problem('roles', msg, refused));
  }
  if (problems.length > 0) throw invalid(problems);
  return roles;
}
