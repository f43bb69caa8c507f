import type { Identity } from '@milepost/sdk';
import { useCustomer } from './api.tsx';

/** What the user manages: all organizations, the own organization, or nothing. */
export type Scope = 'operator' | 'organization' | null;

export function scopeOf({ roles, organization_kind }: Identity): Scope {
  if (!roles.includes('admin')) return null;
  return organization_kind === 'operator' ? 'operator' : 'organization';
}

export function useScope(): Scope {
  return scopeOf(useCustomer().identity);
}
