import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setQuota } from '../../src/domain/quotas/quota-store.ts';
import { sendDigest } from '../../src/domain/watchlists/send-digests.ts';
import { testApi } from '../support/api.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';
import { compareAll, watchClient } from '../support/watchlists/watch-world.ts';

const api = await testApi();
const { db, services } = api;
const customer = await api.customer(['watchlist-endpoint']);
const headers = await api.signIn(customer);
const client = watchClient(api, headers);
const stranger = watchClient(api, await api.signIn(await api.customer(['admin'])));
await db.pool.query(
  `insert into company_census (usdot_number, legal_name, safety_rating) values (101, 'FIRST, INC', 'S'), (102, 'SECOND', 'S'), (103, '=THIRD', 'S')`,
);
await db.pool.query(
  `insert into federal_loads (dataset, file_name, file_bytes, content_hash, as_of, rows_read, rows_kept, rows_rejected,
     rows_repeated, rows_blank, cells_unread, seconds, is_current)
   values ('company-census', 'a.csv', 1, 'x', '2026-11-01', 3, 3, 0, 0, 0, 0, 1, true)`,
);
const rate = async (usdot: number, rating: string) => {
  await db.pool.query('update company_census set safety_rating = $2 where usdot_number = $1', [
    usdot,
    rating,
  ]);
  await db.pool.query('insert into carrier_news (usdot_number, is_sighting) values ($1, false)', [usdot]);
};
const carriersOf = async (id: string) =>
  (await client.send('GET', `/watchlists/${id}/carriers`))
    .json()
    .carriers.map(({ usdot_number }: { usdot_number: string }) => Number(usdot_number));
const upload = (id: string, text: string, more: Record<string, string> = {}) =>
  api.app.inject({
    method: 'POST',
    url: `/watchlists/${id}/carriers/csv`,
    headers: { ...headers, 'content-type': 'text/csv', ...more },
    payload: text,
  });

suite('watchlists', () => {
  test('are created, listed, renamed and deleted, and nobody else finds them', async () => {
    const made = await client.send('POST', '/watchlists', { name: ' Core ' });
    assert.equal(made.statusCode, 201, made.body);
    const { id, ...list } = made.json();
    assert.deepEqual(
      { ...list, created_at: '' },
      {
        ...{ name: 'Core', kinds: ['authority', 'insurance', 'order', 'rating'], silence_days: 30 },
        ...{ emails: [], carriers: 0, created_at: '' },
      },
    );
    const changed = await client.send('PATCH', `/watchlists/${id}`, {
      name: 'Core carriers',
      kinds: ['rating'],
    });
    assert.deepEqual([changed.json().name, changed.json().kinds], ['Core carriers', ['rating']]);
    for (const [method, url, body] of [
      ['GET', `/watchlists/${id}`],
      ['PATCH', `/watchlists/${id}`, { name: 'x' }],
      ['DELETE', `/watchlists/${id}`],
      ['GET', `/watchlists/${id}/carriers`],
      ['GET', `/watchlists/${id}/carriers.csv`],
      ['POST', `/watchlists/${id}/carriers`, { usdot_numbers: ['101'] }],
      ['DELETE', `/watchlists/${id}/carriers`, { usdot_numbers: ['101'] }],
      ['DELETE', `/watchlists/${id}/carriers/101`],
      ['GET', `/watchlist-events?watchlist_id=${id}`],
    ] as const)
      assert.equal((await stranger.send(method, url, body)).statusCode, 404, `${method} ${url}`);
    assert.deepEqual((await stranger.send('GET', '/watchlists')).json().watchlists, []);
    assert.equal((await client.send('DELETE', `/watchlists/${id}`)).statusCode, 204);
    assert.equal((await client.send('GET', `/watchlists/${id}`)).statusCode, 404);
  });

  test('take carriers one by one, together and from CSV, and give them back as CSV', async () => {
    const id = await client.list('Three ways', ['rating'], [101]);
    const added = await client.send('POST', `/watchlists/${id}/carriers`, {
      usdot_numbers: ['101', '00102', '999'],
    });
    assert.deepEqual(added.json(), { added: 2, present: 1, unknown: ['999'] });
    const csv = 'name,USDOT Number\r\n"A, B",103\r\nx,nope\r\n\r\ny,USDOT 104\r\nz,123456789\r\n';
    const imported = (await upload(id, csv)).json();
    assert.deepEqual(imported, {
      ...{ added: 2, present: 0, unknown: ['104'] },
      bad_lines: [
        { line: 3, text: 'x,nope', problem: 'Must have a USDOT number: 1 to 8 digits, greater than 0' },
        { line: 6, text: 'z,123456789', problem: 'Must have a USDOT number: 1 to 8 digits, greater than 0' },
      ],
    });
    assert.deepEqual(await carriersOf(id), [101, 102, 103, 104, 999]);
    const exported = await client.send('GET', `/watchlists/${id}/carriers.csv`);
    assert.match(
      exported.body,
      /^usdot_number,legal_name,added_at\r\n101,"FIRST, INC",\d{4}-.*Z\r\n102,SECOND,/,
    );
    assert.match(exported.body, /\n103,'=THIRD,/, 'a name is no formula');
    const other = await client.list('Copy', ['rating'], [101]);
    const copied = (await upload(other, exported.body)).json();
    assert.deepEqual([copied.added, copied.present, copied.bad_lines], [4, 1, []]);
    const removed = await client.send('DELETE', `/watchlists/${id}/carriers`, {
      usdot_numbers: ['999', '104', '5'],
    });
    assert.deepEqual(removed.json(), { removed: 2 });
    assert.equal((await client.send('DELETE', `/watchlists/${id}/carriers/103`)).statusCode, 204);
    assert.equal((await client.send('DELETE', `/watchlists/${id}/carriers/103`)).statusCode, 404);
    assert.deepEqual(await carriersOf(id), [101, 102]);
  });

  test('refuse a file without a usable line, too many carriers and wrong numbers, and store nothing', async () => {
    const id = await client.list('Refusals', ['rating'], [101]);
    const bad = await upload(id, 'usdot\nx\ny\n');
    assert.equal(bad.statusCode, 400);
    assert.deepEqual(
      bad.json().detail.map(({ loc }: { loc: unknown[] }) => loc),
      [
        ['body', 2],
        ['body', 3],
      ],
    );
    assert.equal((await upload(id, '')).statusCode, 400);
    const json = await client.send('POST', `/watchlists/${id}/carriers/csv`, { usdot_numbers: ['102'] });
    assert.equal(json.statusCode, 415);
    for (const usdot_numbers of [
      [],
      ['0'],
      ['x', '102'],
      Array.from({ length: 501 }, (_, i) => String(i + 1)),
    ]) {
      const response = await client.send('POST', `/watchlists/${id}/carriers`, { usdot_numbers });
      assert.equal(response.statusCode, 400, response.body);
    }
    assert.deepEqual(await carriersOf(id), [101]);
  });

  test('an upload with the same Idempotency-Key is stored once, another file with it is refused', async () => {
    const id = await client.list('Keys', ['rating'], [101]);
    const key = { 'idempotency-key': 'upload-1' };
    const first = await upload(id, '102\n', key);
    const second = await upload(id, '102\n', key);
    assert.deepEqual(second.json(), first.json());
    assert.equal(second.headers['idempotent-replayed'], 'true');
    assert.equal((await upload(id, '103\n', key)).statusCode, 400);
  });

  test('stay within the quotas', async () => {
    const owner = await api.customer(['admin']);
    const own = watchClient(api, await api.signIn(owner));
    const limit = (name: 'watchlists' | 'watched_carriers', value: number) =>
      setQuota(db, owner.organizationId, name, value);
    await limit('watchlists', 1);
    await limit('watched_carriers', 2);
    const id = await own.list('Only', ['rating'], [101]);
    assert.equal((await own.send('POST', '/watchlists', { name: 'Second' })).statusCode, 429);
    const over = await own.send('POST', `/watchlists/${id}/carriers`, { usdot_numbers: ['102', '103'] });
    assert.equal(over.statusCode, 429);
    assert.equal((await own.send('GET', `/watchlists/${id}`)).json().carriers, 1);
    assert.equal(
      (await own.send('POST', `/watchlists/${id}/carriers`, { usdot_numbers: ['101', '102'] })).statusCode,
      200,
    );
  });

  test('tell of sightings only with the license for carrier observations', async () => {
    for (const kind of ['silence', 'first_sighting'] as const) {
      const refused = await client.send('POST', '/watchlists', { name: 'Seen', kinds: ['rating', kind] });
      assert.equal(refused.statusCode, 403, refused.body);
    }
  });
});

suite('events', () => {
  test('name every list that tells of a change, and come once although two lists do', async () => {
    const one = await client.list('List one', ['rating'], [101, 102]);
    const two = await client.list('List two', ['rating', 'contact'], [101]);
    const third = await client.list('List three', ['contact'], [101]);
    await compareAll(services);
    const known = (await client.events()).length;
    await rate(101, 'C');
    await rate(102, 'U');
    await compareAll(services);
    assert.equal((await client.events()).length, known + 2);
    const events = await client.events(`&watchlist_id=${one}`);
    const names = (usdot: string) =>
      events
        .filter(({ usdot_number }) => usdot_number === usdot)
        .map(({ watchlists }) => watchlists.map(({ name }) => name));
    assert.ok(names('101')[0]?.includes('List one') && names('101')[0]?.includes('List two'));
    assert.equal(names('101').length, 1);
    assert.ok(!names('101')[0]?.includes('List three'));
    const [event] = await client.events(`&watchlist_id=${two}&kind=rating`);
    assert.equal(event?.summary, 'Safety rating: Satisfactory → Conditional');
    assert.equal(event?.legal_name, 'FIRST, INC');
    assert.deepEqual(await client.events(`&watchlist_id=${third}`), []);
    assert.deepEqual(await stranger.events(), []);
  });

  test('come in pages that leave nothing out', async () => {
    for (const rating of ['S', 'C', 'U', 'S']) {
      await rate(101, rating);
      await compareAll(services);
    }
    const all = await client.events('&usdot_number=101');
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = `usdot_number=101&page_size=2${cursor && `&cursor=${cursor}`}`;
      const page: { events: { id: string }[]; next_cursor: string | null } = (
        await client.send('GET', `/watchlist-events?${query}`)
      ).json();
      paged.push(...page.events.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    assert.deepEqual(
      paged,
      all.map(({ id }) => id),
    );
    assert.ok(all.length >= 4);
  });

  test('a kind that a list adds starts with what is known then', async () => {
    const id = await client.list('Later', ['contact'], [103]);
    await compareAll(services);
    await rate(103, 'U');
    await compareAll(services);
    await client.send('PATCH', `/watchlists/${id}`, { kinds: ['contact', 'rating'] });
    assert.equal(await compareAll(services), 0);
    await rate(103, 'C');
    await compareAll(services);
    assert.deepEqual(
      (await client.events(`&watchlist_id=${id}`)).map(({ before, after }) => [
        before.safety_rating,
        after.safety_rating,
      ]),
      [['Unsatisfactory', 'Conditional']],
    );
  });

  test('a carrier on no list is forgotten', async () => {
    const id = await client.list('Short', ['rating'], [777]);
    const watched = async () =>
      (await db.pool.query('select from watched_carriers where usdot_number = 777')).rowCount;
    assert.equal(await watched(), 1);
    await client.send('DELETE', `/watchlists/${id}`);
    assert.equal(await watched(), 0);
  });
});

suite('digests', () => {
  const world = webhookWorld(api);
  const mails = async () =>
    (
      await db.pool.query(
        `select id, address, subject, content from mails where kind = 'watchlist' order by created_at`,
      )
    ).rows;

  test('carry the events of an hour once to every address, until it unsubscribes', async () => {
    const emails = ['desk@example.com', 'boss@example.com', 'DESK@example.com'];
    const id = await client.list('Mailed', ['rating'], [102], { emails });
    await compareAll(services);
    await rate(102, 'C');
    await compareAll(services);
    await rate(102, 'U');
    await compareAll(services);
    assert.equal(await sendDigest(services.watchlists), false, 'not yet');
    await db.pool.query(`update watchlists set digest_due_at = now() - interval '1 second' where id = $1`, [
      id,
    ]);
    assert.equal(await sendDigest(services.watchlists), true);
    assert.equal(await sendDigest(services.watchlists), false);
    const queued = await mails();
    assert.deepEqual(queued.map(({ address }) => address).sort(), ['DESK@example.com', 'boss@example.com']);
    assert.ok(queued.every(({ subject }) => subject === '2 changes: Mailed'));
    const admin = await api.customer(['admin']);
    await db.pool.query('update mails set organization_id = $1', [admin.organizationId]);
    await world.sendMails();
    const adminHeaders = await api.signIn(admin);
    const boss = queued.find(({ address }) => address === 'boss@example.com');
    const rendered = (
      await api.app.inject({ url: `/mails/${boss?.id}/rendered`, headers: adminHeaders })
    ).json();
    assert.match(rendered.text, /Safety rating: Conditional → Unsatisfactory/);
    assert.match(rendered.text, /SECOND, USDOT 102/);
    const [, link = ''] = /(\/mail\/watchlist\/\S+)/.exec(rendered.text) ?? [];
    assert.equal((await api.app.inject({ url: link })).statusCode, 200);
    const left = await api.app.inject({ method: 'POST', url: link });
    assert.equal(left.statusCode, 200, left.body);
    assert.deepEqual((await client.send('GET', `/watchlists/${id}`)).json().emails, ['DESK@example.com']);
  });
});
