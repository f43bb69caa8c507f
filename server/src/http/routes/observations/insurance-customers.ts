import type { Role } from '../../../domain/identity/roles.ts';
import { type Access, type Caller, user } from '../../access.ts';

/** Insurance customers, and the administrators of those who run the service. */
function isInsurance({ organization_kind, roles }: Caller): boolean {
  return organization_kind === 'insurance' || (organization_kind === 'operator' && roles.includes('admin'));
}

export function insuranceCustomers(roles: readonly Role[] | null = null): Access {
  return user({ roles, permits: isInsurance });
}
