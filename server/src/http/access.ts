import type { Role } from '../contract/roles.ts';
import type { TokenRow } from '../domain/identity/token-store.ts';

/** The holder of the access token. */
export type Caller = TokenRow;

/** Anyone. `namesViewer`: a request with the session of a user is recorded as theirs; it needs none. */
type PublicAccess = { kind: 'public'; namesViewer?: true };
/** An API key alone; a request without one is rejected the way an API gateway does. */
type ApiKeyAccess = { kind: 'api-key' };
/** An API key alone, or a user; any organization and role. */
type AnyCredentialAccess = { kind: 'any-credential' };
/** The operators of the service: requests from loopback, or with the metrics token. */
type OperationsAccess = { kind: 'operations' };
/** A user of an organization. */
export type UserAccess = {
  kind: 'user';
  /** The header of the access token; `either` on routes beyond the contract that both kinds of client use. */
  token: 'Access-Token' | 'Authorization' | 'either';
  apiKey: 'required' | 'optional';
  /** The status of an expired token, 401 or 403: the contract differs by route. */
  expired: 'unauthenticated' | 'forbidden';
  /** The status of a token that does not exist: 401 unless the contract says 403. */
  wrongToken?: 'forbidden';
  /** The user needs one of these roles; null admits every user. */
  roles: readonly Role[] | null;
  /** Also admits users who must set up one-time codes first, because their organization requires them. */
  duringEnrollment?: boolean;
  /** A further condition on the caller. */
  permits?: (caller: Caller) => boolean;
};

/** Every route declares one of these; `plugins/authentication.ts` enforces it. */
export type Access = PublicAccess | ApiKeyAccess | AnyCredentialAccess | OperationsAccess | UserAccess;

/** What the access rule guarantees about the caller. */
export type CallerOf<Rule extends Access> = Rule extends UserAccess
  ? Caller
  : Rule extends ApiKeyAccess
    ? { organization_id: number; api_key_id: number }
    : null;

export const anyone: PublicAccess = { kind: 'public' };
/** The holder of a signed link, for example the page that shows a thumbnail. */
export const linkHolder: PublicAccess = { kind: 'public', namesViewer: true };
export const apiKeyOnly: ApiKeyAccess = { kind: 'api-key' };
export const anyCredential: AnyCredentialAccess = { kind: 'any-credential' };
export const operations: OperationsAccess = { kind: 'operations' };

/** The usual rule: API key and `Access-Token`, 401 for an expired token. */
export function user(rule: Partial<Omit<UserAccess, 'kind'>> = {}): UserAccess {
  return {
    kind: 'user',
    token: 'Access-Token',
    apiKey: 'required',
    expired: 'unauthenticated',
    roles: null,
    ...rule,
  };
}

/** Partners that submit images. */
export const ingestAccess = user({
  token: 'Authorization',
  expired: 'forbidden',
  roles: ['admin', 'image-ingest-endpoint'],
});

/** Images, what was read in them, and vehicles: `admin` or this role. */
export const IMAGE_READ_ROLES: Role[] = ['admin', 'image-read-endpoint'];

/** Checks of doors against a booking: `admin` or this role. */
export const DOCK_CHECK_ROLES: Role[] = ['admin', 'dock-check-endpoint'];

/** Decisions and notes on carriers: `admin` or this role. */
export const DECISION_ROLES: Role[] = ['admin', 'carrier-decision-endpoint'];

/** The user's own account. The console sends no API key. */
export function ownAccount(): UserAccess {
  return user({ token: 'either', apiKey: 'optional', duringEnrollment: true });
}

/** Users of insurance organizations, and administrators of the operator's own organization. */
export function insuranceUser(roles: readonly Role[] | null = null): UserAccess {
  return user({ roles, permits: seesAllSightings });
}

/** Whether the caller sees sightings of other organizations: the rule of carrier observations. */
export function seesAllSightings({ organization_kind, roles }: Caller): boolean {
  return organization_kind === 'insurance' || (organization_kind === 'operator' && roles.includes('admin'));
}

/** The organization that asks for a check, and whether it may see carrier observations. */
export function askingOf(caller: Caller): { organizationId: number; isLicensed: boolean } {
  return { organizationId: caller.organization_id, isLicensed: seesAllSightings(caller) };
}

/** Administrators of an organization, over their own organization. The console sends no API key. */
export function organizationAdmin(): UserAccess {
  return user({ token: 'either', apiKey: 'optional', roles: ['admin'] });
}

/** Administrators of the operator's own organization, over all organizations. */
export function operatorAdmin(): UserAccess {
  const permits = ({ organization_kind }: Caller) => organization_kind === 'operator';
  return { ...organizationAdmin(), permits };
}
