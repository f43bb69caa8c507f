import assert from 'node:assert/strict';
import type { Role } from '../../../src/contract/roles.ts';
import { createUser } from '../../../src/domain/identity/manage-users.ts';
import { type Customer, PASSWORD, type TestApi } from '../api.ts';

export type Headers = Record<string, string>;
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export const OWN_ALERTS = [
  'create-alert-endpoint',
  'edit-alert-endpoint',
  'external-api-get-alerts-endpoint',
  'run-summary-alert',
];
export const minimal = {
  email: 'desk@example.com',
  alert_type: 'hot' as const,
  disabled: false,
  alert_name: 'Corridor',
};

/** Speaks to the routes of alerts as one customer, or as whoever's headers are given. */
export async function alertClient(api: TestApi, customer: Customer) {
  const headers: Headers = await api.signIn(customer);
  const send = (method: Method, url: string, payload?: unknown, given: Headers = headers) =>
    api.app.inject({
      method,
      url,
      headers: given,
      ...(payload === undefined ? {} : { payload: payload as object }),
    });
  return {
    headers,
    send,
    async create(more: object = {}) {
      const answer = await send('POST', '/alerts', { ...minimal, ...more });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    },
    /** Headers of another user of the same organization. */
    async colleague(roles: string[]): Promise<Headers> {
      const email = `c${Math.random().toString(36).slice(2)}@example.com`;
      const { organizationId, apiKey } = customer;
      const user = { organizationId, email, password: PASSWORD, roles: roles as Role[] };
      const made = await createUser(api.db, api.services.identity.passwords, user);
      return api.signIn({ organizationId, apiKey, email, password: PASSWORD, userId: made.user_id });
    },
  };
}
