import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { storeHistory } from '../../src/domain/alerts/preview/store-history.ts';
import { setQuota } from '../../src/domain/quotas/quota-store.ts';
import { alertClient, type Headers } from '../support/alerts/alert-client.ts';
import { testApi } from '../support/api.ts';

const now = new Date('2026-11-18T03:00:00Z');
const api = await testApi({ clock: { now: () => now } });
const customer = await api.customer(['admin']);
const { send, headers, create, colleague } = await alertClient(api, customer);

async function importCsv(text: string | Buffer, as: Headers = headers) {
  const response = await api.app.inject({
    method: 'POST',
    url: '/alerts/import',
    headers: { ...as, 'content-type': 'text/csv' },
    payload: text,
  });
  return { status: response.statusCode, body: response.json() };
}
type Listed = { id: number; alert_name: string } & Record<string, unknown>;
const listed = async (query = '', as: Headers = headers): Promise<Listed[]> =>
  (await send('GET', `/alerts${query}`, undefined, as)).json().alerts;
const names = async (query: string) => (await listed(query)).map(({ alert_name }) => alert_name);

suite('importing a hot list', () => {
  test('stores an alert per line, with names, the address of the caller and other defaults', async () => {
    const importer = await api.customer(['admin']);
    const as = await api.signIn(importer);
    const file = [
      '\ufeffLicense_Plate,license_plate_state,trailer_number,exact_match_trailer_number,tolerance,cc_emails,end_date,daily_cap,alert_name,location_state',
      '"ABC 123",TX,,,yes,a@example.com;b@example.com,2026-12-31,3,,',
      ',,T-77,true,,,,,"Stolen, claim 9",Texas',
      '',
    ].join('\r\n');
    assert.deepEqual(await importCsv(file, as), { status: 200, body: { created: 2, duplicates: [] } });
    const [trailer, plate] = await listed('', as);
    assert.deepEqual(
      ['alert_name', 'trailer_number', 'exact_match_trailer_number', 'location_state', 'alert_type'].map(
        (name) => trailer?.[name],
      ),
      ['Stolen, claim 9', 'T-77', true, 'TX', 'hot'],
    );
    assert.deepEqual(
      [
        'alert_name',
        'license_plate',
        'license_plate_state',
        'tolerance',
        'cc_emails',
        'end_date',
        'daily_cap',
        'email',
        'disabled',
      ].map((name) => plate?.[name]),
      [
        'Plate ABC 123',
        'ABC 123',
        'TX',
        true,
        ['a@example.com', 'b@example.com'],
        '2026-12-31',
        3,
        importer.email,
        false,
      ],
    );
    // The stage of histories finds what was imported.
    assert.equal(await storeHistory({ db: api.db, clock: { now: () => now } }, plate?.id ?? 0), 0);
    const { rows } = await api.db.pool.query('select is_history_due as due from alerts where id = $1', [
      plate?.id,
    ]);
    assert.equal(rows[0].due, false);
  });

  test('with one bad line stores nothing and reports every problem with its line', async () => {
    const before = (await listed()).length;
    const { status, body } = await importCsv(
      'trailer_number,vin,trailer_logo,email,tolerance,start_date,end_date,daily_cap\n' +
        'T1,,,,,,,\n' +
        'T2,12,,,,,,\n' +
        ',,,,,,,\n' +
        'T3,,No such logo,nobody,perhaps,,,few\n' +
        'T4,,,,,2026-02-02,2026-02-01,\n' +
        'T5,,\n',
    );
    assert.equal(status, 400);
    const found = body.detail.map(({ loc }: { loc: unknown[] }) => loc.slice(1).join(' '));
    assert.deepEqual(found.sort(), [
      '3 vin',
      '4',
      '5 daily_cap',
      '5 email',
      '5 tolerance',
      '6 end_date',
      '7',
    ]);
    const logo = await importCsv('trailer_logo\nNo such logo\nswift\n');
    assert.deepEqual(
      logo.body.detail.map(({ loc, msg }: { loc: unknown[]; msg: string }) => [...loc, msg]),
      [['body', 2, 'trailer_logo', 'Must be one of GET /logos']],
    );
    assert.equal((await listed()).length, before);
  });

  test('leaves out lines that watch the same as an earlier line or alert, and reports them', async () => {
    const { id } = await create({ license_plate: 'dup-1' });
    const { body } = await importCsv('license_plate,end_date\nDUP 1,\nDUP2,\nd.u.p-2,\nDUP2,2026-12-31\n');
    assert.equal(body.created, 2);
    assert.deepEqual(body.duplicates, [
      { line: 2, alert_name: 'Plate DUP 1', of_line: null, of_alert: id },
      { line: 4, alert_name: 'Plate d.u.p-2', of_line: 3, of_alert: null },
    ]);
    assert.equal((await importCsv('license_plate\nDUP2\n')).body.created, 0);
    // The alerts of others are not told to a user who does not see them.
    const other = await colleague(['create-alert-endpoint', 'external-api-get-alerts-endpoint']);
    assert.deepEqual((await importCsv('license_plate\nDUP2\n', other)).body, { created: 1, duplicates: [] });
  });

  test('sent twice at once stores each alert once', async () => {
    const file = `trailer_number\n${Array.from({ length: 50 }, (_, i) => `TWICE${i}\n`).join('')}`;
    const both = await Promise.all([importCsv(file), importCsv(file)]);
    assert.deepEqual(both.map(({ body }) => body.created).sort(), [0, 50]);
  });

  test('is limited in lines, bytes, and by the quotas of alerts and recipients', async () => {
    const plates = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => `P${from + i}\n`).join('');
    assert.equal((await importCsv(`license_plate\n${plates(0, 5_001)}`)).status, 413);
    assert.equal((await importCsv(Buffer.alloc(2_097_153, 'a'))).status, 413);
    assert.equal((await importCsv('color\nred\n')).status, 400);
    assert.equal((await importCsv('')).status, 400);
    const small = await api.customer(['admin']);
    const as = await api.signIn(small);
    await setQuota(api.db, small.organizationId, 'alerts', 3);
    await setQuota(api.db, small.organizationId, 'email_recipients_per_alert', 2);
    assert.equal((await importCsv(`license_plate\n${plates(0, 4)}`, as)).status, 429);
    assert.equal(
      (await importCsv('license_plate,cc_emails\nA,a@example.com b@example.com\n', as)).status,
      429,
    );
    assert.equal((await listed('', as)).length, 0, 'nothing half stored');
    assert.equal((await importCsv(`license_plate\n${plates(0, 3)}`, as)).body.created, 3);
  });

  test('needs the role for creating alerts, and is in the audit log', async () => {
    const reader = await colleague(['external-api-get-alerts-endpoint']);
    assert.equal((await importCsv('license_plate\nA1\n', reader)).status, 403);
    const { rows } = await api.db.pool.query(
      `select count(*)::int as entries from audit_entries where action = 'alert.import' and organization_id = $1`,
      [customer.organizationId],
    );
    assert.ok(rows[0].entries > 0);
  });
});

suite('the list of alerts', () => {
  test('is filtered by state on the day of the organization, by text and by schedule', async () => {
    // 21:00 of the day before in Chicago.
    await create({ alert_name: 'last day', end_date: '2026-11-17', license_plate: 'XYZ-77' });
    await create({ alert_name: 'over', end_date: '2026-11-16', alert_type: 'normal' });
    await create({ alert_name: 'tomorrow', start_date: '2026-11-18' });
    await create({ alert_name: 'off', disabled: true });
    await create({ alert_name: 'off and over', disabled: true, end_date: '2026-11-16' });
    assert.deepEqual(await names('?state=ended'), ['off and over', 'over']);
    assert.deepEqual(await names('?state=paused'), ['off']);
    assert.deepEqual(await names('?state=scheduled'), ['tomorrow']);
    assert.equal((await names('?state=active'))[0], 'last day');
    assert.deepEqual(await names('?query=xyz77'), ['last day']);
    assert.deepEqual(await names('?query=LAST%20d'), ['last day']);
    assert.deepEqual(await names('?query=100%25'), []);
    assert.deepEqual(await names('?state=ended&alert_type=normal'), ['over']);
    const page = (await send('GET', '/alerts?state=ended&page=2&page_size=1')).json();
    assert.deepEqual([page.alerts[0].alert_name, page.pagination.total], ['over', 2]);
    const activity = (await send('GET', '/alerts/activity?state=ended&page=2&page_size=1')).json();
    assert.deepEqual(activity.alerts, [{ id: page.alerts[0].id, matches: 0, last_fired_at: null }]);
  });

  test('is exported as a file that an import reads, with its state', async () => {
    const owner = await api.customer(['admin']);
    const as = await api.signIn(owner);
    await importCsv(
      'license_plate,alert_name,end_date,cc_emails\nA1,"=cmd, x",2026-11-01,a@example.com b@example.com\nB2,,,\n',
      as,
    );
    const exported = await send('GET', '/alerts/export.csv', undefined, as);
    assert.match(String(exported.headers['content-type']), /^text\/csv/);
    const [header, second, first] = exported.body.split('\r\n');
    assert.match(header ?? '', /^id,state,alert_name,/);
    assert.match(second ?? '', /^\d+,active,Plate B2,hot,false,/);
    assert.match(first ?? '', /^\d+,ended,"'=cmd, x",hot,false,/);
    const again = await importCsv(exported.body, as);
    assert.deepEqual([again.body.created, again.body.duplicates.length], [0, 2]);
    const another = await api.signIn(await api.customer(['admin']));
    assert.equal((await importCsv(exported.body, another)).body.created, 2);
    const [copy] = await listed('?state=ended', another);
    assert.deepEqual([copy?.alert_name, copy?.cc_emails], ['=cmd, x', ['a@example.com', 'b@example.com']]);
    const ended = await send('GET', '/alerts/export.csv?state=ended', undefined, as);
    assert.equal(ended.body.trim().split('\r\n').length, 2);
    await setQuota(api.db, owner.organizationId, 'exports_per_day', 2);
    assert.equal((await send('GET', '/alerts/export.csv', undefined, as)).statusCode, 429);
  });
});
