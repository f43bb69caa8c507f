import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { setQuota } from '../../src/domain/quotas/quota-store.ts';
import { recompute, type VettingContent } from '../../src/domain/vetting/checks/vetting-file.ts';
import { type SignedPart, verifySignedFile } from '../../src/lib/signed-files/signed-file.ts';
import { testApi } from '../support/api.ts';
import { testImporter } from '../support/federal/federal-files.ts';
import { motusFilingRow } from '../support/federal/register-rows.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';
import {
  ENDING,
  FILES_OF,
  GOOD,
  HAZMAT,
  INACTIVE,
  loadVettingWorld,
  NEW,
  ORDERED,
  OVERDUE,
  plantSighting,
  TODAY,
  UNINSURED,
  UNKNOWN_CARRIER,
  UNSAFE,
} from '../support/vetting/vetting-world.ts';

const clock = { now: () => new Date(`${TODAY}T12:00:00Z`) };
const api = await testApi({ clock });
const importer = await testImporter(api.db, clock.now());
await loadVettingWorld(api, importer);
for (const usdot of [GOOD, ORDERED, UNINSURED, ENDING, NEW, UNSAFE, OVERDUE, INACTIVE, HAZMAT])
  await plantSighting(api, usdot, '2026-10-01T10:00:00Z');
const customer = await api.customer(['admin']);
const headers = await api.signIn(customer);
const stranger = await api.signIn(await api.customer(['admin']));

type Result = { rule: string; result: string; reason: string };
type Check = { id: string; usdot_number: string; result: string; results: Result[] };
const create = (payload: object, more: Record<string, string> = {}) =>
  api.app.inject({ method: 'POST', url: '/checks', headers: { ...headers, ...more }, payload });
async function check(usdot: number, payload: object = {}): Promise<Check> {
  const response = await create({ usdot_numbers: String(usdot), ...payload });
  assert.equal(response.statusCode, 201, response.body);
  return response.json().checks[0];
}
const get = (url: string, own = headers) => api.app.inject({ url, headers: own });
const fileOf = async (id: string) => (await get(`/checks/${id}/file`)).rawPayload;
const others = ({ results }: Check) =>
  Object.fromEntries(results.filter(({ result }) => result !== 'PASS').map((one) => [one.rule, one.result]));

suite('the rules of a new organization', () => {
  const cases: [string, number, string, Record<string, string>][] = [
    ['pass a good carrier', GOOD, 'PASS', {}],
    ['fail an out-of-service order', ORDERED, 'FAIL', { out_of_service_order: 'FAIL', iss: 'REVIEW' }],
    [
      ...(['fail a carrier without liability insurance', UNINSURED, 'FAIL'] as const),
      { insurance_liability: 'FAIL', insurance_cancellation: 'REVIEW' },
    ],
    ['review an announced end of insurance', ENDING, 'REVIEW', { insurance_cancellation: 'REVIEW' }],
    ['fail an authority of 17 days', NEW, 'FAIL', { authority_age: 'FAIL' }],
    ['fail an unsatisfactory rating', UNSAFE, 'FAIL', { safety_rating: 'FAIL' }],
    ['review an old MCS-150', OVERDUE, 'REVIEW', { mcs150_age: 'REVIEW' }],
    ['fail an inactive registration', INACTIVE, 'FAIL', { registration: 'FAIL' }],
  ];
  for (const [name, usdot, result, findings] of cases)
    test(name, async () => {
      const made = await check(usdot);
      assert.deepEqual(others(made), findings, JSON.stringify(made.results, null, 1));
      assert.equal(made.result, result);
    });

  test('rules of a class apply to a check of a load of that class', async () => {
    const plain = await check(GOOD, { classes: ['hazmat', 'high_value'] });
    assert.deepEqual(others(plain), { hazmat_registration: 'FAIL', hazmat_liability: 'REVIEW' });
    assert.deepEqual(others(await check(HAZMAT, { classes: ['hazmat'] })), { hazmat_liability: 'REVIEW' });
    assert.ok(!(await check(GOOD)).results.some(({ rule }) => rule.startsWith('hazmat')));
  });

  test('a check for an earlier day rests on what was known then, and is incomplete where that is not archived', async () => {
    const past = await check(ORDERED, { day: '2026-07-31' });
    const of = (rule: string) => past.results.find((one) => one.rule === rule)?.result;
    assert.equal(of('out_of_service_order'), 'PASS');
    assert.deepEqual(
      [of('registration'), of('iss'), past.result],
      ['INCOMPLETE', 'INCOMPLETE', 'INCOMPLETE'],
    );
    const future = await create({ usdot_numbers: String(GOOD), day: '2026-11-19' });
    assert.equal(future.statusCode, 400);
  });
});

suite('kept checks', () => {
  test('several carriers are checked together; those that nobody knows are listed, and alone they are 404', async () => {
    const response = await create({
      usdot_numbers: `${NEW},${UNKNOWN_CARRIER},${GOOD}`,
      ...{ reference: 'Load 4711', note: 'Line 1\nline 2' },
    });
    const { checks, unknown } = response.json();
    assert.deepEqual(
      checks.map((one: Check) => one.usdot_number),
      [String(NEW), String(GOOD)],
    );
    assert.deepEqual(unknown, [String(UNKNOWN_CARRIER)]);
    assert.equal((await create({ usdot_numbers: String(UNKNOWN_CARRIER) })).statusCode, 404);
    const listed = (await get('/checks?reference=Load%204711')).json();
    assert.deepEqual(
      listed.checks.map((one: Check) => one.usdot_number),
      [String(GOOD), String(NEW)],
    );
    assert.equal(listed.pagination.total, 2);
    assert.equal(
      (await get(`/checks?usdot_number=${NEW}&result=FAIL&reference=Load%204711`)).json().pagination.total,
      1,
    );
    const [one] = checks;
    assert.deepEqual((await get(`/checks/${one.id}`)).json(), one);
  });

  test('another organization does not see them', async () => {
    const { id } = await check(GOOD);
    for (const url of [`/checks/${id}`, `/checks/${id}/file`])
      assert.equal((await get(url, stranger)).statusCode, 404);
    assert.equal((await get('/checks', stranger)).json().pagination.total, 0);
  });

  test('a repeated request with the same Idempotency-Key keeps one check', async () => {
    const send = () =>
      create({ usdot_numbers: String(GOOD), reference: 'once' }, { 'idempotency-key': 'vetting-1' });
    const [first, second] = [await send(), await send()];
    assert.deepEqual([first.statusCode, second.json()], [201, first.json()]);
    assert.equal((await get('/checks?reference=once')).json().pagination.total, 1);
  });

  test('above the quota nothing is kept', async () => {
    const other = await api.customer(['admin']);
    const own = await api.signIn(other);
    await setQuota(api.db, other.organizationId, 'vetting_checks', 1);
    const send = (usdot_numbers: string) =>
      api.app.inject({ method: 'POST', url: '/checks', headers: own, payload: { usdot_numbers } });
    const refused = await send(`${GOOD},${NEW}`);
    assert.deepEqual([refused.statusCode, refused.json().quota], [429, 'vetting_checks']);
    assert.equal((await get('/checks', own)).json().pagination.total, 0);
    assert.equal((await send(String(GOOD))).statusCode, 201);
  });

  test('a check is in the audit log with the carrier', async () => {
    await check(GOOD);
    const { rows } = await api.db.pool.query(
      `select count(*)::int as entries from audit_entries where action = 'check.create' and organization_id = $1`,
      [customer.organizationId],
    );
    assert.ok(rows[0].entries > 0);
  });
});

suite('the vetting file', () => {
  const contentOf = (bytes: Buffer) => verifySignedFile(bytes).signed as SignedPart<VettingContent>;

  test('has the rules, the rows with their files and days, and the result, and is signed with the published key', async () => {
    const made = await check(ORDERED, { reference: 'Load 5' });
    const bytes = await fileOf(made.id);
    assert.deepEqual(bytes, await fileOf(made.id), 'the same bytes every time');
    const { problems, signed, keyId } = verifySignedFile(bytes);
    assert.deepEqual(problems, []);
    const { keys } = (await get('/.well-known/milepost-keys')).json();
    assert.equal(keys[0].key_id, keyId);
    const { common, inputs, check: about, decision } = (signed as SignedPart<VettingContent>).content;
    assert.deepEqual([about.id, about.reference, common.day], [made.id, 'Load 5', TODAY]);
    assert.deepEqual(decision.results, made.results);
    const [order] = inputs.orders;
    assert.deepEqual([order?.source_dataset, order?.source_date], ['out-of-service-orders', FILES_OF]);
    assert.match(order?.row_hash ?? '', /^-?\d+$/);
    const file = common.files.find(({ dataset }) => dataset === 'out-of-service-orders');
    assert.equal(file?.file_date, FILES_OF);
    assert.match(file?.sha256 ?? '', /^[0-9a-f]{64}$/);
    assert.equal(inputs.inspections.rows?.length, 2);
    assert.deepEqual(
      inputs.sightings.map(({ day }) => day),
      ['2026-10-01'],
    );
  });

  test('leads to the same decision after three further imports', async () => {
    const made = await Promise.all([GOOD, ORDERED, UNINSURED, ENDING, NEW].map((usdot) => check(usdot)));
    const before = await Promise.all(made.map(({ id }) => fileOf(id)));
    await importer.datasets(
      { 'out-of-service-orders': [{ DOT_NUMBER: 1, OOS_DATE: '2020-01-01' }] },
      { asOf: '2026-11-16', force: true },
    );
    await importer.datasets(
      { 'motus-insur': [motusFilingRow(5_003_299, 'P-1', '20250101')] },
      { asOf: '2026-11-16', force: true },
    );
    assert.equal((await check(GOOD)).result, 'FAIL', 'the carrier is decided differently now');
    await loadVettingWorld(api, importer);
    for (const [i, { id }] of made.entries()) {
      const bytes = await fileOf(id);
      assert.deepEqual(bytes, before[i]);
      assert.ok(recompute(contentOf(bytes)).isSame);
    }
  });

  test('a row that is changed and signed again leads to another decision, which is reported', async () => {
    const signed = contentOf(await fileOf((await check(ORDERED)).id));
    const changed = structuredClone(signed);
    changed.content.inputs.orders = [];
    const again = recompute(changed);
    assert.equal(again.isSame, false);
    assert.notEqual(again.decision?.result, 'FAIL');
    const rules = structuredClone(signed);
    rules.content.rules.applied = rules.content.rules.applied.slice(1);
    assert.equal(recompute(rules).isSame, false);
    const code = structuredClone(signed);
    code.content.rules.code = 999;
    assert.match(JSON.stringify(recompute(code)), /version 999 of the rules/);
  });

  test('is verified and decided again by the service, which finds a changed file', async () => {
    const { id } = await check(NEW);
    const good = (await get(`/checks/${id}/verification`)).json();
    assert.deepEqual([good.problems, good.result, good.time_stamp], [[], 'FAIL', null]);
    assert.equal((await get(`/checks/${id}/verification`, stranger)).statusCode, 404);
    const changed = (await fileOf(id)).toString().replace('"result":"FAIL"', '"result":"PASS"');
    await api.db.pool.query('update vetting_checks set file = $2 where id = $1', [id, gzipSync(changed)]);
    const bad = (await get(`/checks/${id}/verification`)).json();
    assert.deepEqual([bad.problems, bad.result], [['The signature does not belong to the content.'], null]);
  });

  test('milepost verify-file says what is proven and what is not, and fails for a changed file', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'check.json');
    const bytes = await fileOf((await check(NEW)).id);
    await writeFile(path, bytes);
    const keys = join(folder, 'keys.json');
    await writeFile(keys, (await get('/.well-known/milepost-keys')).body);
    // No database and no data folder: the command reads only the file.
    const run = (...args: string[]) => milepost(['verify-file', ...args], folder);
    const good = await run(path, '--key', keys);
    assert.equal(good.code, 0, good.stderr);
    assert.match(good.stdout, /Result: FAIL\n[\s\S]*FAIL +Authority age: /);
    assert.match(good.stdout, /Proven:\n- Every byte[\s\S]*That key is the given one[\s\S]*Not proven:/);
    const withoutKey = await run(path);
    assert.match(withoutKey.stdout, /Whose key it is/);
    const other = await run(path, '--key', 'A'.repeat(43));
    assert.deepEqual([other.code, /another key than the given one/.test(other.stdout)], [1, true]);
    await writeFile(path, bytes.toString().replace('"FAIL"', '"PASS"'));
    const bad = await run(path);
    assert.equal(bad.code, 1);
    assert.match(bad.stdout, /The signature does not belong to the content\.[\s\S]*NOT valid/);
    assert.equal((await run(join(folder, 'none.json'))).code, 1);
  });

  test('finds flipped bytes of a real file', async () => {
    const bytes = await fileOf((await check(GOOD)).id);
    const step = Math.ceil(bytes.length / 400);
    for (let at = 0; at < bytes.length; at += step) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      assert.notDeepEqual(verifySignedFile(changed).problems, [], `byte ${at}`);
    }
  });
});
