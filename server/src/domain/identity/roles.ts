import type { Organization } from '../../contract/admin/organization.ts';
import type { User } from '../../contract/admin/user.ts';
import { isRestricted, type Role } from '../../contract/roles.ts';
import { type Actor, invalidField } from './actor.ts';

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
  wanted: readonly Role[],
  { roles: current, kind }: Pick<User, 'roles' | 'kind'> = { roles: [], kind: 'person' },
): Role[] {
  if (kind === 'service' && wanted.includes('admin'))
    throw invalidField('roles', 'A service user cannot have the role admin', 'admin');
  const refused = wanted.filter((role) => !isAvailable(role, organization) && !current.includes(role));
  if (refused.length > 0 && !actor.isOperator) {
    const msg = `These roles are not licensed to the organization: ${refused.join(', ')}`;
    throw invalidField('roles', msg, refused);
  }
  return [...new Set(wanted)];
}
