import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import { cliActor } from '../../src/domain/identity/actor.ts';
import { revokeApiKey } from '../../src/domain/identity/manage-api-keys.ts';
import { changeOrganization, changeSignInRules } from '../../src/domain/identity/manage-organizations.ts';
import { changeUser, revokeUserTokens } from '../../src/domain/identity/manage-users.ts';
import { type Customer, testApi } from '../support/api.ts';
import { type Headers, requester } from '../support/identity/requests.ts';

const api = await testApi();
const send = requester(api);
await api.app.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;

async function open(headers: Headers) {
  const response = await fetch(`${origin}/events`, { headers });
  assert.equal(response.status, 200);
  const reader = response.body?.getReader();
  await reader?.read();
  let isOpen = true;
  const ended = (async () => {
    while (!(await reader?.read())?.done);
    isOpen = false;
  })();
  return { ended, isOpen: () => isOpen, close: () => reader?.cancel() };
}

async function keyOf({ organizationId }: Customer): Promise<number> {
  const { rows } = await api.db.pool.query('select id from api_keys where organization_id = $1', [
    organizationId,
  ]);
  return rows[0].id;
}

type Change = (customer: Customer, headers: Headers) => Promise<unknown>;
const changes: Record<string, Change> = {
  'disabling the user': ({ userId }) => changeUser(api.db, cliActor, userId, { disabled: true }),
  'removing the role': ({ userId }) => changeUser(api.db, cliActor, userId, { roles: [] }),
  'revoking all tokens of the user': ({ userId }) => revokeUserTokens(api.db, cliActor, userId),
  'signing out': (_customer, headers) => send('POST', '/auth/logout', headers),
  'disabling the organization': ({ organizationId }) =>
    changeOrganization(api.db, cliActor, organizationId, { disabled: true }),
  'requiring one-time codes': ({ organizationId }) =>
    changeSignInRules(api.db, cliActor, organizationId, { require_totp: true }),
  'revoking the API key': async (customer) =>
    revokeApiKey(api.db, cliActor, customer.organizationId, await keyOf(customer)),
};

suite('ends the open event stream of the user, and no other', () => {
  for (const [name, change] of Object.entries(changes)) {
    test(name, async () => {
      const [customer, other] = [await api.customer(['admin']), await api.customer(['admin'])];
      const headers = await api.signIn(customer);
      const [stream, unaffected] = [await open(headers), await open(await api.signIn(other))];
      await change(customer, headers);
      await stream.ended;
      assert.equal(unaffected.isOpen(), true);
      await unaffected.close();
    });
  }
});
