import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setQuota } from '../../src/domain/quotas/quota-store.ts';
import { testApi } from '../support/api.ts';
import { seededRandom } from '../support/random.ts';

const api = await testApi();
const { pool } = api.db;
const URL = '/onboarded-carrier/contacts';
const BULK = '/onboarded-carrier/bulk/contacts';
type Method = 'POST' | 'GET' | 'PATCH' | 'DELETE';
const customer = async () => {
  const made = await api.customer(['admin']);
  return { ...made, headers: await api.signIn(made) };
};
const send = (method: Method, url: string, headers: Record<string, string>, payload?: object) =>
  api.app.inject({ method, url, headers, ...(payload && { payload }) });
const stored = async (organizationId: number) =>
  (
    await pool.query(
      'select id, usdot_number, name, phone, email from onboarded_contacts where organization_id = $1 order by position',
      [organizationId],
    )
  ).rows;

suite('a contact', () => {
  test('is stored as sent, and an empty text is no value', async () => {
    const { headers, organizationId } = await customer();
    const payload = { usdot: '0012345', name: ' Ann ', phone: '', email: null };
    const { contact } = (await send('POST', URL, headers, payload)).json();
    assert.deepEqual(contact, { id: contact.id, name: 'Ann', phone: '', email: '' });
    assert.deepEqual(await stored(organizationId), [
      { id: contact.id, usdot_number: 12345, name: 'Ann', phone: null, email: null },
    ]);
  });

  test('is created once for one Idempotency-Key', async () => {
    const { headers, organizationId } = await customer();
    const keyed = { ...headers, 'idempotency-key': 'once' };
    const payload = { usdot: '1', name: 'Ann' };
    const answers = await Promise.all([send('POST', URL, keyed, payload), send('POST', URL, keyed, payload)]);
    assert.equal(answers[0]?.body, answers[1]?.body);
    assert.equal((await stored(organizationId)).length, 1);
  });

  test('keeps a name, a phone number or an email address after every change', async () => {
    const { headers, organizationId } = await customer();
    const { contact } = (await send('POST', URL, headers, { usdot: '1', name: 'Ann', phone: '1' })).json();
    const change = (payload: object) => send('PATCH', `${URL}/${contact.id}`, headers, payload);
    assert.deepEqual((await change({ name: '' })).json().contact, { ...contact, name: '', phone: '1' });
    const refused = await change({ phone: null });
    assert.equal(refused.statusCode, 400, refused.body);
    assert.equal((await change({ phone: null, email: 'ann@example.com' })).statusCode, 200);
    assert.equal((await stored(organizationId))[0].email, 'ann@example.com');
  });

  test('is neither changed nor deleted by another customer', async () => {
    const { headers, organizationId } = await customer();
    const stranger = await customer();
    const { contact } = (await send('POST', URL, headers, { usdot: '1', name: 'Ann' })).json();
    for (const method of ['PATCH', 'DELETE'] as const) {
      const payload = method === 'PATCH' ? { name: 'Bob' } : undefined;
      const refused = await send(method, `${URL}/${contact.id}`, stranger.headers, payload);
      assert.equal(refused.statusCode, 403);
    }
    assert.equal((await stored(organizationId))[0].name, 'Ann');
    assert.deepEqual((await send('GET', URL, stranger.headers)).json().contacts, []);
  });

  test('every problem is in the text of the error', async () => {
    const { headers, organizationId } = await customer();
    const { detail } = (await send('POST', URL, headers, { usdot: 'x', email: 'y', phone: 7 })).json();
    assert.match(detail, /usdot: Must have 1 to 9 digits/);
    assert.match(detail, /email: Must be a valid email address/);
    assert.match(detail, /phone: Input should be a string/);
    const audit = await pool.query(`select outcome from audit_entries where action = 'contact.create'`);
    assert.ok(audit.rows.length > 0);
    assert.deepEqual(await stored(organizationId), []);
  });
});

suite('a bulk request', () => {
  test('stores the valid contacts and names the position of each other one', async () => {
    const { headers, organizationId } = await customer();
    const contacts = [
      { usdot: '1', name: 'Ann' },
      { usdot: '0', name: 'x' },
      null,
      { usdot: '2', phone: '1' },
    ];
    const answer = (await send('POST', BULK, headers, { contacts })).json();
    const rows = await stored(organizationId);
    assert.deepEqual(
      answer.created_contacts,
      rows.map(({ id, usdot_number, name }) => ({ id, usdot: String(usdot_number), name: name ?? '' })),
    );
    assert.deepEqual(
      rows.map(({ usdot_number }) => usdot_number),
      [1, 2],
    );
    assert.deepEqual(
      answer.failed_contacts.map(({ index }: { index: number }) => index),
      [1, 2],
    );
    assert.match(answer.failed_contacts[0].error, /usdot/);
  });

  test('above the quota stores nothing, and the rest of the quota can still be used', async () => {
    const { headers, organizationId } = await customer();
    await setQuota(api.db, organizationId, 'carrier_contacts', 3);
    const contacts = (n: number) => Array.from({ length: n }, () => ({ usdot: '1', name: 'Ann' }));
    const refused = await send('POST', BULK, headers, { contacts: contacts(4) });
    assert.equal(refused.statusCode, 429, refused.body);
    assert.equal(refused.json().quota, 'carrier_contacts');
    assert.deepEqual(await stored(organizationId), []);
    assert.equal((await send('POST', BULK, headers, { contacts: contacts(3) })).statusCode, 200);
    assert.equal((await send('POST', URL, headers, contacts(1)[0])).statusCode, 429);
    const used = (await send('GET', '/quotas', headers)).json();
    assert.equal(used.quotas.find(({ name }: { name: string }) => name === 'carrier_contacts').used, 3);
  });

  test('of deletions deletes all or none', async () => {
    const { headers, organizationId } = await customer();
    const stranger = await customer();
    const create = async (who: typeof stranger) =>
      (await send('POST', URL, who.headers, { usdot: '1', name: 'Ann' })).json().contact.id as string;
    const own = [await create({ ...stranger, headers }), await create({ ...stranger, headers })];
    const foreign = await create(stranger);
    const refused = await send('DELETE', BULK, headers, { contact_ids: [...own, foreign] });
    assert.equal(refused.statusCode, 404);
    assert.equal((await stored(organizationId)).length, 2);
    const twice = [...own, own[0]?.toUpperCase()];
    const { contacts } = (await send('DELETE', BULK, headers, { contact_ids: twice })).json();
    assert.deepEqual(
      contacts,
      own.map((id) => ({ id, deleted: true })),
    );
    assert.deepEqual(await stored(organizationId), []);
  });
});

test('every page of every list is that of plain SQL', async () => {
  const { headers, organizationId } = await customer();
  const random = seededRandom(7);
  const contacts = Array.from({ length: 137 }, (_, n) => ({
    usdot: String(1 + Math.floor(random() * 9)),
    name: `n${n}`,
  }));
  await send('POST', BULK, headers, { contacts });
  for (let round = 0; round < 60; round++) {
    const size = 1 + Math.floor(random() * 60);
    const page = 1 + Math.floor(random() * 4);
    const numbers = Array.from({ length: Math.floor(random() * 4) }, () => 1 + Math.floor(random() * 10));
    const query = `page=${page}&page_size=${size}&usdot_number=${numbers.join(',')}`;
    const answer = (await send('GET', `${URL}?${query}`, headers)).json();
    const all = (
      await pool.query('select * from onboarded_contacts where organization_id = $1', [organizationId])
    ).rows
      .filter(({ usdot_number }) => numbers.length === 0 || numbers.includes(usdot_number))
      .sort((a, b) => b.position - a.position);
    assert.deepEqual(
      answer.contacts.map(({ contact_id }: { contact_id: string }) => contact_id),
      all.slice((page - 1) * size, page * size).map(({ id }) => id),
      query,
    );
    assert.deepEqual(answer.pagination, {
      ...{ page_size: size, current_page: page, total_pages: Math.ceil(all.length / size) },
    });
  }
});
