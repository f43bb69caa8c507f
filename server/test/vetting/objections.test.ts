import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setQuota } from '../../src/domain/quotas/quota-store.ts';
import { recompute, type VettingContent } from '../../src/domain/vetting/checks/vetting-file.ts';
import { type SignedPart, verifySignedFile } from '../../src/lib/signed-files/signed-file.ts';
import { testApi } from '../support/api.ts';
import { testImporter } from '../support/federal/federal-files.ts';
import {
  ENDING,
  GOOD,
  loadVettingWorld,
  NEW,
  ORDERED,
  plantSighting,
  TODAY,
  UNINSURED,
} from '../support/vetting/vetting-world.ts';

let now = new Date(`${TODAY}T12:00:00Z`);
const UNLIMITED = { RATE_LIMIT_OPEN: '0', RATE_LIMIT_FAILURES: '0', RATE_LIMIT_EXPENSIVE_READS: '0' };
const api = await testApi({ clock: { now: () => now }, env: UNLIMITED });
await loadVettingWorld(api, await testImporter(api.db, now));
for (const usdot of [GOOD, ORDERED, UNINSURED, ENDING, NEW])
  await plantSighting(api, usdot, '2026-10-01T10:00:00Z');
const customer = await api.customer(['admin']);
const headers = await api.signIn(customer);
const stranger = await api.signIn(await api.customer(['admin']));

type Json = Record<string, never>;
const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, own = headers) =>
  api.app.inject({ method, url, headers: own, ...(payload && { payload }) });
async function ok<T = Json>(...request: Parameters<typeof send>): Promise<T> {
  const response = await send(...request);
  assert.ok(response.statusCode < 300, response.body);
  return response.body === '' ? (null as T) : response.json();
}
/** The holder of a link sends no credentials. */
const open = (path: string, payload: object) => api.app.inject({ method: 'POST', url: path, payload });
const view = (token: string) => open('/carrier-view', { token });
const object = (token: string, more: object = {}) =>
  open('/carrier-view/objections', {
    token,
    message: 'This is wrong.',
    contact: 'Pat, 214-555-0100',
    ...more,
  });

type Link = { id: string; link: string; expires_at: string };
async function linkFor(usdot: number, days = 30) {
  const made = await ok<Link>('POST', '/carrier-links', { usdot_number: String(usdot), days });
  return { ...made, token: made.link.split('#')[1] ?? '' };
}
type Finding = { rule: string; signal: string | null; result: string; reason: string; clears: string };
type Held = {
  findings: Finding[];
  passed: string[];
  result: string;
  list: { note: string } | null;
  checks: { result: string; findings: Finding[] }[];
  objections: { id: string; state: string; reason: string | null }[];
};
const held = async (token: string): Promise<Held> => (await view(token)).json();
type Decided = { objection: { state: string; check_id: string; clears_until: string | null }; check: Json };
const decide = (id: string, payload: object) => ok<Decided>('POST', `/objections/${id}/decision`, payload);
const sent = async (token: string, more: object = {}) => {
  const response = await object(token, more);
  assert.equal(response.statusCode, 201, response.body);
  return response.json().objection as { id: string };
};

async function auditCount(action: string, objectId: string): Promise<number> {
  const { rows } = await api.db.pool.query(
    'select 1 from audit_entries where organization_id = $1 and action = $2 and object_id = $3',
    [customer.organizationId, action, objectId],
  );
  return rows.length;
}
async function waitFor(isTrue: () => Promise<boolean>): Promise<void> {
  for (let i = 0; !(await isTrue()); i++) {
    assert.ok(i < 100, 'it did not happen within 5 s');
    await new Promise((done) => setTimeout(done, 50));
  }
}

suite('what a carrier sees by its link', () => {
  test('is every finding with its reason and what would clear it, and the rules that pass', async () => {
    const { token } = await linkFor(UNINSURED);
    const response = await view(token);
    assert.equal(response.statusCode, 200, response.body);
    const { findings, passed, result } = response.json() as Held;
    assert.equal(result, 'FAIL');
    const [liability] = findings.filter(({ rule }) => rule === 'insurance_liability');
    assert.equal(liability?.result, 'FAIL');
    assert.match(liability?.reason ?? '', /No liability insurance is on file/);
    assert.match(liability?.clears ?? '', /BMC-91/);
    assert.ok(passed.includes('Active authority'));
    assert.match(String(response.headers['cache-control']), /no-store/);
  });

  test('names the block list with its note, and the kept checks without their references and notes', async () => {
    await ok('PUT', `/vetting/carriers/${ENDING}`, { list: 'block', note: 'Double brokered' });
    await ok('POST', '/checks', { usdot_numbers: String(ENDING), reference: 'Load 77', note: 'Do not tell' });
    const { token } = await linkFor(ENDING);
    const { list, checks, findings } = await held(token);
    assert.equal(list?.note, 'Double brokered');
    assert.equal(checks[0]?.result, 'FAIL');
    assert.ok(findings.some(({ rule }) => rule === 'block_list'));
    assert.ok(!/Load 77|Do not tell/.test((await view(token)).body));
  });

  test('is nothing of another organization', async () => {
    await ok('PUT', `/vetting/carriers/${GOOD}`, { list: 'block', note: 'Of a stranger' }, stranger);
    await ok('POST', '/checks', { usdot_numbers: String(GOOD) }, stranger);
    const { token } = await linkFor(GOOD);
    const { list, checks, findings, objections } = await held(token);
    assert.deepEqual([list, checks, findings, objections], [null, [], [], []]);
  });

  test('ends when the link expires, is revoked, or its organization is disabled', async () => {
    const { token, id } = await linkFor(GOOD, 1);
    now = new Date(now.getTime() + 86_400_000 + 1);
    assert.deepEqual([(await view(token)).statusCode, (await object(token)).statusCode], [403, 403]);
    now = new Date(now.getTime() - 86_400_000 - 1);
    assert.equal((await view(token)).statusCode, 200);
    assert.equal((await send('DELETE', `/carrier-links/${id}`, undefined, stranger)).statusCode, 404);
    await ok('DELETE', `/carrier-links/${id}`);
    assert.equal((await view(token)).statusCode, 403);
    assert.equal((await view('A'.repeat(43))).statusCode, 403);
    const other = await api.customer(['admin']);
    const made = await ok<Link>('POST', '/carrier-links', { usdot_number: '7' }, await api.signIn(other));
    await api.db.pool.query('update organizations set disabled_at = now() where id = $1', [
      other.organizationId,
    ]);
    assert.equal((await view(made.link.split('#')[1] ?? '')).statusCode, 403);
  });

  test('needs a secret that no table has', async () => {
    const { token, id } = await linkFor(GOOD);
    const { rows } = await api.db.pool.query('select * from carrier_links where id = $1', [id]);
    assert.ok(!JSON.stringify(rows).includes(token));
    const { links } = await ok<{ links: object[] }>('GET', '/carrier-links');
    assert.ok(!JSON.stringify(links).includes(token));
  });

  test('can be read 120 times an hour with one link', async () => {
    const { token } = await linkFor(9_999_998);
    for (let i = 0; i < 120; i++) assert.equal((await view(token)).statusCode, 200);
    const refused = await view(token);
    assert.equal(refused.statusCode, 429);
    assert.ok(Number(refused.headers['retry-after']) >= 1);
    assert.equal((await view((await linkFor(GOOD)).token)).statusCode, 200);
  });
});

suite('an objection', () => {
  test('that is accepted clears what it is about, in a check that anyone can replay', async () => {
    const { token } = await linkFor(NEW);
    const { findings } = await held(token);
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      ['authority_age'],
    );
    const { id } = await sent(token, { rule: 'authority_age' });
    const { objections } = await ok<{ objections: { id: string; finding: string }[] }>(
      'GET',
      `/objections?usdot_number=${NEW}&state=open`,
    );
    assert.equal(objections[0]?.id, id);
    assert.match(objections[0]?.finding ?? '', /for 17 days/);
    const { objection, check } = await decide(id, {
      ...{ decision: 'accept', reason: 'We know the owner.', clear_days: 10 },
    });
    assert.deepEqual([objection.state, objection.clears_until], ['accepted', '2026-11-28']);
    assert.equal(check.result, 'PASS');
    assert.equal(check.id, objection.check_id);
    const file = (await send('GET', `/checks/${objection.check_id}/file`)).rawPayload;
    const { problems, signed } = verifySignedFile(file);
    assert.deepEqual(problems, []);
    assert.ok(recompute(signed as SignedPart).isSame);
    const { inputs } = (signed as SignedPart<VettingContent>).content;
    assert.equal(inputs.clearances[0]?.reason, 'We know the owner.');
    assert.deepEqual((await held(token)).findings, []);
    assert.equal((await held(token)).objections[0]?.reason, 'We know the owner.');
    const [age] = (
      await ok<{ rules: { rule_result_description: string }[] }>(
        'GET',
        `/compliance-rules?usdot_number=${NEW}`,
      )
    ).rules.filter((one) => one.rule_result_description.startsWith('Authority age'));
    assert.match(age?.rule_result_description ?? '', /Cleared until 2026-11-28 .*Otherwise FAIL/);
    now = new Date('2026-11-29T12:00:00Z');
    assert.equal((await held(token)).findings[0]?.rule, 'authority_age', 'it ends after its last day');
    now = new Date(`${TODAY}T12:00:00Z`);
  });

  test('can be decided again, and both decisions are in the audit log with their checks', async () => {
    const { token } = await linkFor(ORDERED);
    const { id } = await sent(token, { rule: 'out_of_service_order' });
    const accepted = await decide(id, { decision: 'accept', reason: 'Rescinded yesterday.' });
    const rejected = await decide(id, { decision: 'reject', reason: 'It was not.' });
    assert.notEqual(accepted.objection.check_id, rejected.objection.check_id);
    assert.deepEqual(
      [rejected.objection.state, rejected.objection.clears_until, rejected.check.result],
      ['rejected', null, 'FAIL'],
    );
    const decisions = () => auditCount('objection.decide', id);
    await waitFor(async () => (await decisions()) === 2);
  });

  test('to a review does not clear a later fail', async () => {
    const { token } = await linkFor(ORDERED);
    const { id } = await sent(token, { rule: 'iss' });
    const { check } = await decide(id, { decision: 'accept', reason: 'Fine.' });
    assert.equal(check.result, 'FAIL');
    const { id: rule } = (
      await ok<{ rules: { id: string; rule_name: string }[] }>('GET', '/customer-compliance-rules')
    ).rules.find(({ rule_name }) => rule_name === 'ISS score') as { id: string };
    assert.ok(!(await held(token)).findings.some((one) => one.rule === 'iss'));
    await api.app.inject({
      ...{ method: 'PATCH', url: `/customer-compliance-rules/${rule}`, headers },
      payload: { param_values: { fail_from: 90 } },
    });
    assert.ok((await held(token)).findings.some((one) => one.rule === 'iss' && one.result === 'FAIL'));
  });

  test('to the block list removes the carrier from it', async () => {
    await ok('PUT', `/vetting/carriers/${GOOD}`, { list: 'block', note: 'By mistake' });
    const { token } = await linkFor(GOOD);
    const { id } = await sent(token, { rule: 'block_list' });
    const { check, objection } = await decide(id, { decision: 'accept', reason: 'A mistake.' });
    assert.deepEqual([check.result, objection.clears_until], ['PASS', null]);
    assert.equal((await held(token)).list, null);
  });

  test('may be about everything, and then clears nothing', async () => {
    const { token } = await linkFor(UNINSURED);
    const { id } = await sent(token);
    const { check } = await decide(id, { decision: 'accept', reason: 'Noted.' });
    assert.equal(check.result, 'FAIL');
  });

  test('that is sent twice is stored once, and one about nothing that is held is refused', async () => {
    const { token } = await linkFor(UNINSURED);
    const [first, second] = await Promise.all([sent(token), sent(token)]);
    assert.equal(first.id, second.id);
    assert.equal((await object(token, { rule: 'authority_age' })).statusCode, 400);
    assert.equal((await object(token, { rule: 'nonsense' })).statusCode, 400);
    assert.equal((await object(token, { message: '   ' })).statusCode, 400);
  });

  test('has a file that only its customer downloads: PDF, PNG or JPEG, at most 700,000 bytes', async () => {
    const { token } = await linkFor(UNINSURED);
    const file = (bytes: Buffer) => ({ file: { name: 'coi.pdf', content: bytes.toString('base64') } });
    const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(100, 1)]);
    const { id } = await sent(token, { message: 'See the certificate.', ...file(pdf) });
    const response = await send('GET', `/objections/${id}/file`);
    assert.deepEqual(response.rawPayload, pdf);
    assert.equal(response.headers['content-disposition'], "attachment; filename*=UTF-8''coi.pdf");
    assert.equal((await send('GET', `/objections/${id}/file`, undefined, stranger)).statusCode, 404);
    const html = Buffer.from('<script>alert(1)</script>');
    const large = Buffer.concat([pdf, Buffer.alloc(700_000)]);
    for (const bytes of [html, large])
      assert.equal((await object(token, { message: 'Again', ...file(bytes) })).statusCode, 400);
  });

  test('is not seen or decided by another organization, and is limited per link and by the quota', async () => {
    const { token } = await linkFor(UNINSURED);
    const { id } = await sent(token, { message: 'Mine' });
    const refused = await send(
      'POST',
      `/objections/${id}/decision`,
      { decision: 'reject', reason: 'x' },
      stranger,
    );
    assert.equal(refused.statusCode, 404);
    const { objections } = await ok<{ objections: object[] }>('GET', '/objections', undefined, stranger);
    assert.equal(objections.length, 0);
    for (let i = 1; i < 20; i++) await sent(token, { message: `Objection ${i}` });
    assert.equal((await object(token, { message: 'One more' })).statusCode, 400);
    await setQuota(api.db, customer.organizationId, 'carrier_objections', 1);
    const full = await object((await linkFor(UNINSURED)).token);
    assert.equal(full.statusCode, 429);
    await setQuota(api.db, customer.organizationId, 'carrier_objections', null);
  });

  test('and every opening of a link are in the audit log of the organization, with the carrier', async () => {
    const { token } = await linkFor(ENDING);
    await view(token);
    await sent(token, { message: 'For the log' });
    for (const action of ['carrier-link.open', 'objection.create'])
      await waitFor(async () => (await auditCount(action, String(ENDING))) > 0);
  });
});
