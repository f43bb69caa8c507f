import type { Role } from '../domain/identity/roles.ts';
import type { TokenRow } from '../domain/identity/tokens-store.ts';

/** Who makes the request: the holder of the access token. */
export type Caller = TokenRow;

/** Every route declares one of these; `plugins/authentication.ts` enforces it. */
export type Access =
  /** Anybody. */
  | { kind: 'public' }
  /** An API key alone; refused as the gateway does. */
  | { kind: 'api-key' }
  /** People who run the service: loopback, or the metrics token. */
  | { kind: 'operations' }
  /** A user of an organization. */
  | {
      kind: 'user';
      /** Where the access token stands; `either` for routes beyond the contract that both kinds of client use. */
      token: 'Access-Token' | 'Authorization' | 'either';
      apiKey: 'required' | 'optional';
      /** What an expired token means here: the contract differs from route to route. */
      expired: 'unauthenticated' | 'forbidden';
      /** One of these opens the route; null opens it to every user. */
      roles: readonly Role[] | null;
      /** A further condition on the caller. */
      permits?: (caller: Caller) => boolean;
    };

type UserAccess = Extract<Access, { kind: 'user' }>;

export const anybody: Access = { kind: 'public' };
export const apiKeyOnly: Access = { kind: 'api-key' };
export const operations: Access = { kind: 'operations' };

/** The usual rule: key and `Access-Token`, expired is 401. Differences are given by name. */
export function user(rule: Partial<Omit<UserAccess, 'kind'>> = {}): Access {
  return {
    kind: 'user',
    token: 'Access-Token',
    apiKey: 'required',
    expired: 'unauthenticated',
    roles: null,
    ...rule,
  };
}
