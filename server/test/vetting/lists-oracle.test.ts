import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { testApi } from '../support/api.ts';
import { seededRandom } from '../support/random.ts';

const REQUESTS = 150;
const api = await testApi({ env: { RATE_LIMIT_READS: '0' } });
const { pool } = api.db;
const random = seededRandom(33);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const numbers = [101, 102, 103];
const RESULTS = ['PASS', 'REVIEW', 'FAIL', 'INCOMPLETE'];
const STATES = ['open', 'accepted', 'rejected'];

const customers = [await api.customer(['admin']), await api.customer(['external-api-compliance-rules'])];
const headers = await Promise.all(customers.map((one) => api.signIn(one)));

/** Rows of both organizations, in one order. */
for (let i = 0; i < 240; i++) {
  const { organizationId } = pick(customers);
  const [usdot, link] = [pick(numbers), randomUUID()];
  await pool.query(
    `insert into vetting_checks (id, organization_id, usdot_number, day, legal_name, result, reference, rules_version, results, file, created_at)
     values ($1, $2, $3, '2026-11-01', 'X', $4, $5, '1', '[]', '', $6)`,
    [
      randomUUID(),
      organizationId,
      usdot,
      pick(RESULTS),
      pick([null, 'Load 1', 'load 1', 'Load 2']),
      new Date(),
    ],
  );
  await pool.query(
    `insert into carrier_links (id, organization_id, usdot_number, token_hash, created_at, expires_at)
     values ($1, $2, $3, $4, now(), now())`,
    [link, organizationId, usdot, Buffer.from(link)],
  );
  await pool.query(
    `insert into carrier_objections (id, organization_id, link_id, usdot_number, message, contact, state, created_at, reason, decided_at)
     values ($1, $2, $3, $4, 'Wrong', 'Pat', $5::text, now(), case when $5 <> 'open' then 'Because' end, case when $5 <> 'open' then now() end)`,
    [randomUUID(), organizationId, link, usdot, pick(STATES)],
  );
  await pool.query(
    `insert into vetting_list (organization_id, usdot_number, list, note) values ($1, $2, $3, '')`,
    [organizationId, 1_000 + i, pick(['allow', 'block'])],
  );
}

type Row = Record<string, unknown> & { organization_id: number };
type List = {
  /** Where the rows are in the response, and by what they are identified. */
  key: string;
  id: string;
  table: string;
  filters: Record<string, readonly unknown[]>;
  order: (a: Row, b: Row) => number;
};
const newest = (a: Row, b: Row) => Number(b.position) - Number(a.position);
const LISTS: Record<string, List> = {
  '/checks': {
    ...{ key: 'checks', id: 'id', table: 'vetting_checks', order: newest },
    filters: { usdot_number: [...numbers, 104], result: RESULTS, reference: ['Load 1', 'Load 2', 'Load'] },
  },
  '/objections': {
    ...{ key: 'objections', id: 'id', table: 'carrier_objections', order: newest },
    filters: { usdot_number: [...numbers, 104], state: STATES },
  },
  '/carrier-links': {
    ...{ key: 'links', id: 'id', table: 'carrier_links', order: newest },
    filters: { usdot_number: [...numbers, 104] },
  },
  '/vetting/carriers': {
    ...{ key: 'carriers', id: 'usdot_number', table: 'vetting_list' },
    filters: { list: ['allow', 'block'] },
    order: (a, b) => Number(a.usdot_number) - Number(b.usdot_number),
  },
};

for (const [url, { key, id, table, filters, order }] of Object.entries(LISTS))
  test(`GET ${url} returns what a plain search of all rows returns, by every filter, page and organization`, async () => {
    const { rows } = await pool.query<Row>(`select * from ${table}`);
    let full = 0;
    for (let i = 0; i < REQUESTS; i++) {
      const who = Math.floor(random() * customers.length);
      const asked = Object.entries(filters).flatMap(([name, values]) =>
        random() < 0.4 ? [[name, String(pick(values))] as [string, string]] : [],
      );
      const [page, size] = [1 + Math.floor(random() * 4), pick([1, 7, 50, 200])];
      const matching = rows
        .filter((row) => row.organization_id === customers[who]?.organizationId)
        .filter((row) => asked.every(([name, value]) => String(row[name]) === value))
        .sort(order);
      const expected = matching.slice((page - 1) * size, page * size);
      const query = new URLSearchParams([...asked, ['page', String(page)], ['page_size', String(size)]]);
      const response = await api.app.inject({ url: `${url}?${query}`, headers: headers[who] ?? {} });
      assert.equal(response.statusCode, 200, response.body);
      const body = response.json();
      assert.deepEqual(
        body[key].map((one: Row) => String(one[id])),
        expected.map((row) => String(row[id])),
        `${query}`,
      );
      assert.deepEqual(body.pagination, {
        ...{ page, page_size: size, results_returned: expected.length, total: matching.length },
        ...{ has_more: page * size < matching.length, total_pages: Math.ceil(matching.length / size) },
      });
      if (expected.length === size) full++;
    }
    assert.ok(full > REQUESTS / 10, `${full} full pages`);
    const stranger = await api.signIn(await api.customer(['admin']));
    const [none] = [(await api.app.inject({ url, headers: stranger })).json()];
    assert.deepEqual([none[key], none.pagination.total], [[], 0]);
    const denied = await api.signIn(await api.customer(['external-api-carrier-profile']));
    assert.equal((await api.app.inject({ url, headers: denied })).statusCode, 403);
  });
