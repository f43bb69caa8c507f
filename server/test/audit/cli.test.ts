import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { test } from 'node:test';
import { auditKeys } from '../../src/domain/audit/audit-keys.ts';
import { sealEntries } from '../../src/domain/audit/seal-entries.ts';
import { testDatabase } from '../support/database.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';

const db = await testDatabase(4);
const dir = await temporaryFolder();
const SECRET_KEY = 'a-secret-key-of-the-audit-command-test';
const env = { DATABASE_URL: db.url, SECRET_KEY };
const run = async (...args: string[]) => milepost(args, dir, { env });

test('records commands that change something, with the user who ran them', async () => {
  const created = await run('org', 'create', '--name', 'Acme', '--kind', 'broker', '--json');
  const id = JSON.parse(created.stdout).organization_id;
  await run('key', 'create', '--org', String(id), '--json');
  assert.equal((await run('key', 'revoke', '--org', String(id), '999')).code, 1);
  await run('org', 'list');
  const { stdout } = await run('audit', 'export', '--since', '2020-01-01');
  const entries = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    entries.map(({ action, object_kind, outcome }) => [action, object_kind, outcome]),
    [
      ['organization.create', 'organization', 'success'],
      ['key.create', 'api_key', 'success'],
      ['key.revoke', 'api_key', 'failed'],
    ],
  );
  assert.equal(entries[0].object_id, String(id));
  assert.equal(entries[1].organization_id, id);
  assert.equal(entries[0].actor, userInfo().username);
});

test('exports CSV for one organization', async () => {
  const { stdout } = await run('audit', 'export', '--organization', '1', '--format', 'csv');
  const [header, ...lines] = stdout.trim().split('\n');
  assert.match(header ?? '', /^id,at,sentence,organization_id,/);
  assert.ok(lines.length >= 2);
  assert.equal((await run('audit', 'export', '--format', 'xml')).code, 1);
});

test('verify prints the head and fails after an entry was altered', async () => {
  await sealEntries(db, auditKeys([SECRET_KEY]), new Date());
  const good = await run('audit', 'verify');
  assert.equal(good.code, 0, good.stderr);
  const head = /Head: (\S+)/.exec(good.stdout)?.[1] ?? '';
  assert.match(good.stdout, /The audit log is intact\./);
  assert.equal((await run('audit', 'verify', '--head', head)).code, 0);
  assert.equal((await run('audit', 'verify', '--head', head.replace(/^\d+/, '99'))).code, 1);
  await db.pool.query('alter table audit_entries disable trigger all');
  await db.pool.query(`update audit_entries set actor = 'someone else' where id = 2`);
  const bad = await run('audit', 'verify', '--json');
  assert.equal(bad.code, 1);
  assert.match(JSON.parse(bad.stdout).problems.join(), /Entry 2 was altered/);
});
