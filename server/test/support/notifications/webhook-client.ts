import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestApi } from '../api.ts';
import { SECRET } from './start-receiver.ts';

export type Headers = Record<string, string>;
export const UNKNOWN = '0190b3a0-0000-7000-8000-000000000000';

/** A URL that is not registered yet. */
export const fresh = () => `https://customer.example/${randomUUID()}`;

/** Calls the webhook routes. `headers` belong to an administrator, `foreign` to one of another organization. */
export async function webhookClient(api: TestApi) {
  const headers = await api.signIn(await api.customer(['admin']));
  const foreign = await api.signIn(await api.customer(['admin']));
  const call = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    payload?: unknown,
    given: Headers = headers,
  ) => {
    const body = payload === undefined ? {} : { payload: payload as object };
    return api.app.inject({ method, url: `/alerts/webhook${path}`, headers: given, ...body });
  };
  const create = (body: unknown, given?: Headers) => call('POST', '', body, given);
  return {
    headers,
    foreign,
    call,
    create,
    /** Creates a webhook and returns its id. */
    async created(given?: Headers): Promise<string> {
      const response = await create({ webhook_url: fresh(), secret: SECRET }, given);
      assert.equal(response.statusCode, 201, response.body);
      return response.json().id;
    },
  };
}
