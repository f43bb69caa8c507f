import type { Actor } from '../domain/identity/actor.ts';
import type { Caller } from './access.ts';

export type RequestActor = Actor & { userId: number; organizationId: number };

/** Administrators of the operator's organization act as operators. */
export function actorOf({ user_id, organization_id, organization_kind, roles }: Caller): RequestActor {
  return {
    userId: user_id,
    organizationId: organization_id,
    isOperator: organization_kind === 'operator' && roles.includes('admin'),
    via: 'api',
  };
}
