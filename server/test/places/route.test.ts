import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApi } from '../support/api.ts';

const api = await testApi();

test('GET /places has the center of a city, and names similar ones for another', async () => {
  const headers = await api.signIn(await api.customer([]));
  const find = async (query: string) => {
    const response = await api.app.inject({ url: `/places?${query}`, headers });
    return { status: response.statusCode, body: response.json() };
  };
  const { status, body } = await find('city=amarillo&state=Texas');
  assert.equal(status, 200);
  assert.ok(Math.abs(body.latitude - 35.2) < 0.2 && Math.abs(body.longitude + 101.8) < 0.2);
  const unknown = await find('city=Amarilo&state=TX');
  assert.equal(unknown.status, 400);
  assert.match(unknown.body.detail[0].msg, /Amarillo/);
  assert.equal((await find('city=Amarillo')).status, 400);
});
