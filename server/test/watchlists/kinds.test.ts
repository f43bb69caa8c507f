import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { WATCH_KIND_NAMES, type WatchKind } from '../../src/contract/brokers/watchlist.ts';
import { noteScoreRun } from '../../src/domain/carrier-news/carrier-news.ts';
import { testApi } from '../support/api.ts';
import { companyRow, smsCrashRow } from '../support/carriers/sms-rows.ts';
import { type Row, testImporter } from '../support/federal/federal-files.ts';
import { exampleRows } from '../support/federal/federal-rows.ts';
import {
  motusCarrierRow,
  motusEndedRow,
  motusFilingRow,
  PROPERTY,
} from '../support/federal/register-rows.ts';
import { startReceiver } from '../support/notifications/start-receiver.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';
import {
  CARRIERS,
  ENDING,
  FILES_OF,
  GOOD,
  HAZMAT,
  INACTIVE,
  loadVettingWorld,
  NEW,
  ORDERED,
  OVERDUE,
  TODAY,
  UNINSURED,
  UNSAFE,
  vettingFiles,
} from '../support/vetting/vetting-world.ts';
import {
  compareAll,
  newerFiles,
  sightCarrier,
  type WatchEvent,
  watchClient,
} from '../support/watchlists/watch-world.ts';

let now = new Date(`${TODAY}T12:00:00Z`);
const api = await testApi({ clock: { now: () => now }, env: { MODE: 'local' } });
const { db, services } = api;
const importer = await testImporter(db, now);
await loadVettingWorld(api, importer);
const customer = await api.customer(['admin'], 'insurance');
const headers = await api.signIn(customer);
const client = watchClient(api, headers);
const world = webhookWorld(api);
const receiver = await startReceiver();
const subscribed = await world.webhook(customer.organizationId, `${receiver.origin}/subscribed`);
const other = await world.webhook(customer.organizationId, `${receiver.origin}/other`);
await client.send('PUT', `/alerts/webhook/${subscribed.id}/events`, { events: ['watchlist.changes_found'] });
for (const usdot of [GOOD, OVERDUE])
  await sightCarrier(api, customer.organizationId, usdot, '2026-11-10T10:00:00Z', 'TX');
const listId = await client.list('All kinds', [...WATCH_KIND_NAMES], CARRIERS);
assert.equal(await compareAll(services), 0, 'what is known at first is no change');

const { files, load } = newerFiles(importer);
const told: WatchEvent[] = [];
async function events(): Promise<WatchEvent[]> {
  await compareAll(services);
  const all = await client.events();
  const fresh = all.filter(({ id }) => !told.some((one) => one.id === id));
  told.push(...fresh);
  return fresh.reverse();
}
const shown = (list: WatchEvent[]) =>
  list.map(({ kind, usdot_number, before, after }) => ({ kind, usdot: Number(usdot_number), before, after }));

type Case = {
  kind: WatchKind;
  usdot: number;
  change: () => Promise<unknown>;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** Other kinds that the same change touches. */
  also?: WatchKind[];
};

const order = (rescinded = ''): Row => ({
  ...{
    DOT_NUMBER: GOOD,
    LEGAL_NAME: 'X',
    OOS_DATE: '2026-11-15',
    OOS_REASON: 'Refusal',
    RESCIND_DATE: rescinded,
  },
});

const cases: Record<string, Case> = {
  'an authority that is revoked': {
    ...{ kind: 'authority', usdot: GOOD, also: ['signal'] },
    change: () => load('motus-carrier', GOOD, [motusCarrierRow(GOOD, PROPERTY, 'Inactive')]),
    before: { common_property: 'active' },
    after: { common_property: 'inactive' },
  },
  'insurance of another insurer and amount': {
    ...{ kind: 'insurance', usdot: HAZMAT },
    change: () =>
      load('motus-insur', HAZMAT, [
        motusFilingRow(HAZMAT, 'P-NEW', '20250101', {
          MAX_COV_AMOUNT: '2000000.00',
          INSURANCE_COMPANY_NAME: 'ANOTHER INSURER',
        }),
      ]),
    before: { liability_dollars: 1_000_000, liability_insurer: 'NEW INSURER' },
    after: { liability_dollars: 2_000_000, liability_insurer: 'ANOTHER INSURER' },
  },
  'the announced end of insurance': {
    ...{ kind: 'insurance', usdot: NEW, also: ['signal'] },
    change: () => load('motus-ins-hist', NEW, [motusEndedRow(NEW, `P-${NEW}`, '20250101', '20261220')]),
    before: { liability_ends_on: null },
    after: { liability_ends_on: '2026-12-20' },
  },
  'an out-of-service order': {
    ...{ kind: 'order', usdot: GOOD, also: ['signal', 'score'] },
    change: () => load('out-of-service-orders', GOOD, [order()]),
    before: { order_in_force: 'no', ordered_on: null, reason: null },
    after: { order_in_force: 'yes', ordered_on: '2026-11-15', reason: 'Refusal' },
  },
  'the rescission of an order': {
    ...{ kind: 'order', usdot: GOOD, also: ['signal'] },
    change: () => load('out-of-service-orders', GOOD, [order('2026-11-17')], '2026-11-17'),
    before: { order_in_force: 'yes', ordered_on: '2026-11-15', reason: 'Refusal' },
    after: { order_in_force: 'no', ordered_on: null, reason: null },
  },
  'a rating': {
    ...{ kind: 'rating', usdot: UNSAFE },
    change: () =>
      load('company-census', UNSAFE, [
        companyRow(UNSAFE, { SAFETY_RATING: 'C', SAFETY_RATING_DATE: '20261110' }),
      ]),
    before: { safety_rating: 'Unsatisfactory', safety_rating_date: '2025-03-01' },
    after: { safety_rating: 'Conditional', safety_rating_date: '2026-11-10' },
  },
  'a phone number and an officer': {
    ...{ kind: 'contact', usdot: INACTIVE, also: ['signal'] },
    change: () =>
      load('company-census', INACTIVE, [
        companyRow(INACTIVE, { STATUS_CODE: 'I', PHONE: '8065550101', COMPANY_OFFICER_1: 'JANE DOE' }),
      ]),
    before: { officer_1: null, phone: null },
    after: { officer_1: 'JANE DOE', phone: '8065550101' },
  },
  'a score that reaches its threshold': {
    ...{ kind: 'score', usdot: UNINSURED },
    async change() {
      await db.pool.query('update safety_scores set unsafe_driving_percentile = 91 where usdot_number = $1', [
        UNINSURED,
      ]);
      assert.ok((await noteScoreRun(db)) >= CARRIERS.length);
    },
    before: { category: 'unsafe_driving', percentile: 0, threshold: 65 },
    after: { category: 'unsafe_driving', percentile: 91, threshold: 65 },
  },
  'a crash': {
    ...{ kind: 'crash', usdot: ENDING },
    change: () =>
      load('sms-crash', ENDING, [smsCrashRow(ENDING, '2026-09-03', { Report_number: 'C77', Injuries: 2 })]),
    before: {},
    after: {
      ...{
        report: 'OH C77',
        report_date: '2026-09-03',
        location: '',
        state: 'OH',
        fatalities: 0,
        injuries: 2,
      },
    },
  },
  'a first sighting in a state': {
    ...{ kind: 'first_sighting', usdot: GOOD, also: ['signal'] },
    change: () => sightCarrier(api, customer.organizationId, GOOD, '2026-11-18T09:00:00Z', 'New Mexico'),
    before: {},
    after: { state: 'NM', first_seen_on: '2026-11-18' },
  },
};

suite('a watched carrier', () => {
  for (const [name, { kind, usdot, change, before, after, also = [] }] of Object.entries(cases))
    test(`tells of ${name} once, with before and after`, async () => {
      await change();
      const found = shown(await events());
      const own = found.filter((one) => one.kind === kind);
      assert.deepEqual(own, [{ kind, usdot, before, after }], JSON.stringify(found));
      for (const one of found) assert.ok(one.kind === kind || also.includes(one.kind), JSON.stringify(one));
      assert.deepEqual(await events(), []);
    });

  test('tells of a new signal', () => {
    const signals = told.filter(({ kind }) => kind === 'signal');
    const names = signals.map(({ usdot_number, after }) => `${usdot_number} ${after.signal}`);
    assert.ok(names.includes(`${NEW} liability_cancellation_announced`), names.join());
    assert.equal(new Set(names).size, names.length, 'each once');
  });

  test('tells of nothing when the same files are imported again, or older ones and then the newer ones', async () => {
    for (const asOf of ['2026-11-17', FILES_OF, '2026-11-17'])
      for (const dataset of ['motus-carrier', 'motus-insur', 'company-census', 'sms-crash']) {
        const rows = asOf === FILES_OF ? vettingFiles()[dataset] : files[dataset];
        await importer.datasets({ [dataset]: rows ?? [] }, { asOf, force: true });
        assert.deepEqual(shown(await events()), [], `${dataset} of ${asOf}`);
      }
  });

  test('tells of nothing when a file is missing, and compares with what was known when it is there again', async () => {
    await db.pool.query(`update federal_loads set is_current = false where dataset = 'motus-carrier'`);
    await db.pool.query('delete from motus_carriers');
    await db.pool.query('update watched_carriers set due_at = now()');
    const unknown = (await events()).filter(({ kind }) => kind === 'authority');
    assert.deepEqual(shown(unknown), []);
    await load('motus-carrier', OVERDUE, [motusCarrierRow(OVERDUE, PROPERTY, 'Inactive')], '2026-11-18');
    const known = (await events()).filter(({ kind }) => kind === 'authority');
    assert.deepEqual(shown(known), [
      {
        ...{ kind: 'authority', usdot: OVERDUE },
        ...{ before: { common_property: 'active' }, after: { common_property: 'inactive' } },
      },
    ]);
  });

  test('tells of nothing when a file is loaded for the first time', async () => {
    const dates = { REPORT_DATE: '20260903' };
    const [example] = exampleRows['crash-file'] ?? [];
    await importer.datasets(
      { 'crash-file': [{ ...example, ...dates, DOT_NUMBER: ORDERED, CRASH_ID: 7 }] },
      { asOf: '2026-11-17' },
    );
    assert.deepEqual(
      shown(await events()).filter(({ kind }) => kind === 'crash'),
      [],
    );
  });

  test('tells of a silence once, on the day on which it is complete', async () => {
    const silences = async () => (await events()).filter(({ kind }) => kind === 'silence');
    const day = async (iso: string) => {
      now = new Date(`${iso}T12:00:00Z`);
      // The token of another day has expired.
      Object.assign(headers, await api.signIn(customer));
      await db.pool.query('update watched_carriers set due_at = now()');
      return shown(await silences());
    };
    assert.deepEqual(await day('2026-12-09'), []);
    assert.deepEqual(await day('2026-12-10'), [
      {
        ...{ kind: 'silence', usdot: OVERDUE },
        ...{ before: { last_seen_on: '2026-11-10' }, after: { silent_for_days: 30 } },
      },
    ]);
    assert.deepEqual(await day('2026-12-11'), []);
    await sightCarrier(api, customer.organizationId, OVERDUE, '2026-12-11T09:00:00Z', 'TX');
    assert.deepEqual(await day('2027-01-09'), [
      {
        ...{ kind: 'silence', usdot: GOOD },
        ...{ before: { last_seen_on: '2026-11-18' }, after: { silent_for_days: 30 } },
      },
    ]);
    assert.equal((await day('2027-01-10')).length, 1, 'a silence after another sighting is another one');
  });
});

suite('webhooks', () => {
  test('one that subscribed gets each event once, as documented; another one gets nothing', async () => {
    await world.send();
    const requests = await receiver.seen();
    assert.ok(requests.every(({ path }) => path === '/subscribed'));
    // The other signature names the time of this clock, which is not now.
    assert.ok(requests.every(({ verified }) => verified.compatible));
    const sent = requests.flatMap(({ body }) => {
      const payload = JSON.parse(body);
      assert.equal(payload.event, 'watchlist.changes_found');
      assert.equal(payload.total_changes, payload.changes.length);
      return payload.changes as WatchEvent[];
    });
    const byId = (list: WatchEvent[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    assert.ok(sent.length >= Object.keys(cases).length);
    assert.deepEqual(byId(sent), byId((await client.events()).map((one) => ({ ...one }))));
    assert.ok(sent.every(({ watchlists }) => watchlists[0]?.id === listId));
    assert.deepEqual(await world.deliveries(other.id), []);
  });

  test('the deliveries are in the log and can be replayed', async () => {
    const log = await client.send('GET', `/alerts/webhook/${subscribed.id}/deliveries`);
    const [delivery] = log.json().deliveries;
    assert.equal(delivery.event, 'watchlist.changes_found');
    assert.equal(delivery.alert_name, 'All kinds');
    const again = await client.send(
      'POST',
      `/alerts/webhook/${subscribed.id}/deliveries/${delivery.id}/replay`,
    );
    assert.equal(again.statusCode, 202, again.body);
    await world.send();
    const [replayed] = await receiver.seen();
    assert.equal(JSON.parse(replayed?.body ?? '{}').total_changes, delivery.total_matches);
  });
});
