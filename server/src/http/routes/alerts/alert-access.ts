import type { Scope } from '../../../domain/alerts/store.ts';
import type { Role } from '../../../domain/identity/roles.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Caller } from '../../access.ts';

export const CREATE_ROLES: Role[] = ['admin', 'create-alert-endpoint'];
export const READ_ROLES: Role[] = [
  'admin',
  'external-api-get-alerts-endpoint',
  'external-api-get-all-company-alerts',
];
export const EDIT_ROLES: Role[] = ['admin', 'edit-alert-endpoint'];
export const RUN_ROLES: Role[] = ['admin', 'run-summary-alert'];

/** Everybody works on their own alerts; on the whole company's who may read them all. */
export function scopeOf(caller: Caller | null): Scope {
  const { organization_id, user_id, roles } = callerOf(caller);
  const all = roles.includes('admin') || roles.includes('external-api-get-all-company-alerts');
  return { organizationId: organization_id, userId: all ? null : user_id };
}

/** The access rule has let the request through, so there is one. */
export function callerOf(caller: Caller | null): Caller {
  if (!caller) throw new AppError('unauthenticated', 'Credentials are missing or incorrect.');
  return caller;
}
