import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { testApi } from '../support/api.ts';

const api = await testApi();
const headers = await api.signIn(await api.customer(['admin']));
const send = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
  const response = await api.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};
const alert = { email: 'Desk@Example.com', alert_type: 'hot', disabled: false, alert_name: 'Desk' };

suite('GET /alerts', () => {
  test('has all alerts and no pagination by default, one page with page parameters', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 5; i++) ids.unshift((await send('POST', '/alerts', alert)).body.id);
    const all = (await send('GET', '/alerts')).body;
    assert.deepEqual(Object.keys(all), ['alerts']);
    assert.deepEqual(
      all.alerts.map(({ id }: { id: number }) => id),
      ids,
    );
    assert.deepEqual(Object.keys((await send('GET', '/alerts?page=&page_size=')).body), ['alerts']);
    const { alerts, pagination } = (await send('GET', '/alerts?page=2&page_size=2')).body;
    assert.deepEqual(
      alerts.map(({ id }: { id: number }) => id),
      ids.slice(2, 4),
    );
    const counts = { page: 2, page_size: 2, results_returned: 2, has_more: true, total: 5, total_pages: 3 };
    assert.deepEqual(pagination, counts);
    assert.equal((await send('GET', '/alerts?page=2')).body.alerts.length, 0);
    for (const query of ['page=0', 'page_size=0', 'page_size=1001', 'page=x'])
      assert.equal((await send('GET', `/alerts?${query}`)).status, 400, query);
  });
});

suite('POST /alerts/preview', () => {
  test('lists the keys that it ignores, as a create request does', async () => {
    const body = { trailer_number: 'T1001', start_date: '2026-01-01', trailer_no: '53' };
    const { status, body: preview } = await send('POST', '/alerts/preview', body);
    assert.equal(status, 200);
    assert.deepEqual(preview.warnings, ['start_date', 'trailer_no']);
    assert.equal('warnings' in (await send('POST', '/alerts/preview', { trailer_number: 'T1' })).body, false);
  });
});

suite('recipients', () => {
  test('that equal the address or each other but for their case are stored once', async () => {
    const cc_emails = ['desk@example.com', 'a@example.com', 'A@EXAMPLE.COM'];
    const { body } = await send('POST', '/alerts', { ...alert, cc_emails });
    assert.deepEqual(body.cc_emails, ['a@example.com']);
    const edited = await send('PATCH', `/alerts/${body.id}`, {
      cc_emails: ['DESK@example.com', 'b@example.com'],
    });
    assert.deepEqual(edited.body.cc_emails, ['b@example.com']);
  });
  test('with other than ASCII characters are rejected', async () => {
    for (const email of ['jörg@example.com', '用户@example.com'])
      assert.equal((await send('POST', '/alerts', { ...alert, email })).status, 400, email);
  });
});

test('a USDOT number of an alert has at most 8 digits', async () => {
  for (const [usdot_number, expected] of [
    ['12345678', 200],
    ['USDOT 0012345678', 200],
    ['123456789', 400],
    ['999999999999', 400],
  ] as const)
    assert.equal((await send('POST', '/alerts', { ...alert, usdot_number })).status, expected, usdot_number);
});
