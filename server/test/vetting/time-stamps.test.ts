import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { makePack } from '../../src/domain/cases/case-pack.ts';
import { insertCase } from '../../src/domain/cases/case-store.ts';
import { verifyPack } from '../../src/domain/cases/verify-pack.ts';
import { stampChecks } from '../../src/domain/vetting/checks/stamp-checks.ts';
import { recompute } from '../../src/domain/vetting/checks/vetting-file.ts';
import { type SignedPart, verifySignedFile } from '../../src/lib/signed-files/signed-file.ts';
import { timeStampRequest } from '../../src/lib/time-stamps/exchange.ts';
import { testApi } from '../support/api.ts';
import { testImporter } from '../support/federal/federal-files.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';
import { serveAuthority, testAuthority } from '../support/signing/test-authority.ts';
import { GOOD, loadVettingWorld, ORDERED, TODAY } from '../support/vetting/vetting-world.ts';

let now = new Date(`${TODAY}T12:00:00Z`);
const clockStart = now;
const clock = { now: () => now };
const authority = testAuthority({ now: () => new Date(`${TODAY}T12:00:05Z`) });
const roots = [new X509Certificate(authority.root)];
let replacement: { status: number; body?: Buffer } | null = null;
const url = await serveAuthority(authority, () => replacement);
const api = await testApi({ clock, env: { TIME_STAMP_URL: url } });
await loadVettingWorld(api, await testImporter(api.db, now));
const customer = await api.customer(['admin']);
const headers = await api.signIn(customer);
const { vetting, cases } = api.services;

const stamp = async () => {
  assert.ok(vetting.timeStamps);
  while (await stampChecks(vetting, vetting.timeStamps, new AbortController().signal));
};
async function keep(usdot: number): Promise<{ id: string; time_stamped_at: string | null }> {
  const payload = { usdot_numbers: String(usdot) };
  const response = await api.app.inject({ method: 'POST', url: '/checks', headers, payload });
  assert.equal(response.statusCode, 201, response.body);
  return response.json().checks[0];
}
const get = (path: string) => api.app.inject({ url: path, headers });
const fileOf = async (id: string) => (await get(`/checks/${id}/file`)).rawPayload;
const stampedAt = async (id: string) => (await get(`/checks/${id}`)).json().time_stamped_at;

suite('the time stamp of a vetting file', () => {
  test('arrives after the check, is of the signed file, and the decision is still replayed', async () => {
    const { id, time_stamped_at } = await keep(GOOD);
    assert.equal(time_stamped_at, null);
    const before = await fileOf(id);
    assert.equal(verifySignedFile(before).timeStamp, null);
    await stamp();
    assert.equal(await stampedAt(id), `${TODAY}T12:00:05.000Z`);
    const bytes = await fileOf(id);
    assert.deepEqual(await fileOf(id), bytes, 'the same bytes every time');
    const { problems, timeStamp, signed } = verifySignedFile(bytes, roots);
    assert.deepEqual([problems, timeStamp?.isTrusted], [[], true]);
    assert.ok(recompute(signed as SignedPart).isSame);
    assert.deepEqual(signed, verifySignedFile(before).signed);
  });

  test('never blocks a check: a failed authority is asked again, and finally the check has none', async () => {
    replacement = { status: 500 };
    const { id } = await keep(ORDERED);
    await stamp();
    assert.equal(await stampedAt(id), null);
    replacement = {
      status: 200,
      body: authority.answer(timeStampRequest(Buffer.alloc(32, 7), Buffer.from([1]))),
    };
    now = new Date(now.getTime() + 61_000);
    await stamp();
    assert.equal(await stampedAt(id), null, 'a token of something else is none');
    replacement = null;
    await stamp();
    assert.equal(await stampedAt(id), null, 'the next attempt is later');
    now = new Date(now.getTime() + 301_000);
    await stamp();
    assert.notEqual(await stampedAt(id), null);

    replacement = { status: 503 };
    const { id: never } = await keep(GOOD);
    for (let i = 0; i < 8; i++) {
      await stamp();
      now = new Date(now.getTime() + 50_000_000);
    }
    replacement = null;
    await stamp();
    // The session would have expired.
    now = clockStart;
    assert.equal(await stampedAt(never), null);
    assert.deepEqual(verifySignedFile(await fileOf(never)).problems, []);
  });

  test('is got by another process when one was killed', async () => {
    const { id } = await keep(GOOD);
    // As a killed process leaves it: claimed, and without a time stamp.
    await api.db.pool.query(`update vetting_checks set time_stamp_due_at = $2 where id = $1`, [
      id,
      new Date(now.getTime() + 60_000),
    ]);
    await stamp();
    assert.equal(await stampedAt(id), null);
    now = new Date(now.getTime() + 61_000);
    await Promise.all([stamp(), stamp(), stamp()]);
    assert.notEqual(await stampedAt(id), null);
    now = clockStart;
  });

  test('milepost verify-file names the authority with its root, and fails with another one or without a stamp', async () => {
    const folder = await temporaryFolder();
    const { id } = await keep(GOOD);
    const plain = join(folder, 'plain.json');
    await writeFile(plain, await fileOf(id));
    await stamp();
    const path = join(folder, 'check.json');
    await writeFile(path, await fileOf(id));
    const [root, other] = [join(folder, 'root.pem'), join(folder, 'other.pem')];
    await writeFile(root, authority.root);
    await writeFile(other, testAuthority().root);
    const keys = join(folder, 'keys.json');
    await writeFile(keys, (await get('/.well-known/milepost-keys')).body);
    const run = (...args: string[]) => milepost(['verify-file', ...args], folder);
    const good = await run(path, '--key', keys, '--tsa-root', root);
    assert.equal(good.code, 0, good.stdout + good.stderr);
    assert.match(good.stdout, /It existed at 2026-11-18T12:00:05.000Z, as the authority CN=Test Time Stamps/);
    assert.doesNotMatch(good.stdout, /When it was signed/);
    const rootless = await run(path);
    assert.equal(rootless.code, 0);
    assert.match(rootless.stdout, /Not proven:[\s\S]*Whose time stamp it has: .*--tsa-root/);
    const wrong = await run(path, '--tsa-root', other);
    assert.deepEqual([wrong.code, /do not lead to the given root/.test(wrong.stdout)], [1, true]);
    const absent = await run(plain, '--tsa-root', root);
    assert.deepEqual([absent.code, /It has no time stamp\./.test(absent.stdout)], [1, true]);
    const json = JSON.parse((await run(path, '--tsa-root', root, '--json')).stdout);
    assert.deepEqual(json.time_stamp, {
      ...{ time: '2026-11-18T12:00:05.000Z', authority: 'CN=Test Time Stamps', is_trusted: true },
    });
  });
});

suite('the time stamp of a case pack', () => {
  const packed = async () => {
    const row = await insertCase(api.db, customer.organizationId, {
      ...{ kind: 'plate', value: 'ABC1234', plate_state: '', usdot_number: 0, title: 'Theft', note: '' },
      ...{ start_time: new Date('2026-11-01'), end_time: new Date('2026-11-18'), created_at: now },
      created_by: null,
    } as never);
    const packer = { organizationId: customer.organizationId, seesAll: false, userId: 1, withQuality: false };
    return Buffer.concat((await makePack(cases, packer as never, row.id)).parts);
  };

  test('is on its manifest, and a changed byte of it is found', async () => {
    const bytes = await packed();
    const { problems, timeStamp } = await verifyPack(bytes, roots);
    assert.deepEqual([problems, timeStamp?.isTrusted], [[], true]);
    const at = bytes.indexOf('"timestamp"') + 400;
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.notDeepEqual((await verifyPack(changed, roots)).problems, []);
  });

  test('is left out when the authority fails', async () => {
    replacement = { status: 500 };
    const { problems, timeStamp } = await verifyPack(await packed());
    replacement = null;
    assert.deepEqual([problems, timeStamp], [[], null]);
  });
});
