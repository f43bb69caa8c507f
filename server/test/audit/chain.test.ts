import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditAction } from '../../src/domain/audit/audit-actions.ts';
import { auditKeys } from '../../src/domain/audit/audit-keys.ts';
import { AuditLog } from '../../src/domain/audit/audit-log.ts';
import type { AuditEntry } from '../../src/domain/audit/entry.ts';
import { expireEntries } from '../../src/domain/audit/expire-entries.ts';
import { sealEntries } from '../../src/domain/audit/seal-entries.ts';
import { verifyAudit } from '../../src/domain/audit/verify-audit.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { silent } from '../support/cluster.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

const OLD = 'the old secret key of this test, 32+';
const NEW = 'the new secret key of this test, 32+';
const keys = auditKeys([OLD]);
const DAY_MS = 86_400_000;

function entry(action: string, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    at: new Date('2026-10-30T12:00:00Z'),
    organizationId: 1,
    actor: { kind: 'user', id: 7, name: 'ann@example.com' },
    address: '192.0.2.1',
    action: action as AuditAction,
    isRead: false,
    object: { kind: 'alert', id: '5' },
    correlationId: '0f5a2b60-0000-4000-8000-000000000001',
    subjects: [{ kind: 'plate', value: 'AB 123' }],
    details: { fields: ['b', 'a'], nested: { z: 1, a: null } },
    pendingId: null,
    outcome: 'success',
    status: 200,
    purpose: 'claim 4711',
    ...more,
  };
}

/** A log of two seals with five entries each. */
async function sealedLog(now = new Date()): Promise<TestDatabase> {
  const db = await testDatabase(4);
  const log = new AuditLog(db, keys, systemClock, silent);
  for (const seal of [1, 2]) {
    // An insert that failed leaves a gap in the ids.
    if (seal === 2) await db.pool.query(`select nextval('audit_entries_id_seq')`);
    for (let i = 1; i <= 5; i++) log.record(entry(`test.action-${seal}-${i}`));
    await log.flush();
    assert.equal((await sealEntries(db, keys, now))?.seq, seal);
  }
  return db;
}

/** What someone does who owns the database. */
async function tamper(db: TestDatabase, sql: string): Promise<void> {
  await db.pool.query('alter table audit_entries disable trigger all');
  await db.pool.query('alter table audit_seals disable trigger all');
  await db.pool.query('alter table audit_entries alter column id drop identity');
  await db.pool.query(sql);
}

test('an untouched log is intact', async () => {
  const db = await sealedLog();
  const { problems, entries, seals, unsealed, head } = await verifyAudit(db, keys);
  assert.deepEqual(problems, []);
  assert.deepEqual([entries, seals, unsealed, head?.seq], [10, 2, 0, 2]);
});

const ATTACKS: [name: string, sql: string, problem: RegExp][] = [
  ['an altered entry', `update audit_entries set actor = 'bob' where id = 3`, /Entry 3 was altered/],
  ['altered details', `update audit_entries set details = '{}' where id = 3`, /Entry 3 was altered/],
  ['an altered purpose', `update audit_entries set purpose = 'other' where id = 3`, /purpose of entry 3/],
  [
    'an altered hash of a plate',
    `update audit_entries set subjects = '{5}' where id = 3`,
    /Entry 3 was altered/,
  ],
  ['a removed entry', 'delete from audit_entries where id = 3', /Seal 1 .*1 of 5 entries were removed/],
  [
    'an inserted entry',
    `insert into audit_entries select (jsonb_populate_record(e, '{"id": 6}')).* from audit_entries e where id = 3`,
    /Seal 2 .*1 entries were inserted/,
  ],
  [
    'two entries in another order',
    `update audit_entries set id = 1000 where id = 2; update audit_entries set id = 2 where id = 3;
     update audit_entries set id = 3 where id = 1000`,
    /Seal 1 .*altered, replaced or moved/,
  ],
  ['a removed seal', 'delete from audit_seals where seq = 1', /Seals 1 to 1 are missing/],
  [
    'entries that were deleted as if their retention were over',
    'delete from audit_entries where id <= 5; update audit_seals set expired_at = now() where seq = 1',
    /records a deletion only up to 0/,
  ],
  ['entries removed from the end', 'delete from audit_entries where id > 9', /2 of 5 entries were removed/],
];

for (const [name, sql, problem] of ATTACKS) {
  test(`detects ${name}`, async () => {
    const db = await sealedLog();
    await tamper(db, sql);
    const { problems } = await verifyAudit(db, keys);
    assert.match(problems.join('\n'), problem);
  });
}

test('detects a chain that was computed again without the key', async () => {
  const db = await sealedLog();
  await tamper(db, 'delete from audit_seals; delete from audit_entries where id = 3');
  await sealEntries(db, auditKeys(['a key that the attacker made up, 32 c']), new Date());
  // Its fingerprint is not one of ours, so the attacker must claim our key.
  await db.pool.query(`update audit_seals set mac_key = $1`, [keys.id]);
  assert.match((await verifyAudit(db, keys)).problems.join('\n'), /MAC of seal 1 is wrong/);
});

test('detects a log that was emptied, also together with one of the records outside of it', async () => {
  const emptied = await sealedLog();
  await emptied.pool.query('alter table audit_entries disable trigger all');
  await emptied.pool.query('alter table audit_seals disable trigger all');
  await emptied.pool.query('truncate audit_entries, audit_seals');
  const { problems } = await verifyAudit(emptied, keys);
  assert.match(problems.join(' '), /seal 2: its end was removed/);
  assert.match(problems.join(' '), /The log is empty, but 11 entries were written/);
  await emptied.pool.query('delete from audit_head');
  assert.match((await verifyAudit(emptied, keys)).problems.join(' '), /The log is empty, but 11/);
});

test('detects a removed end without a noted head', async () => {
  const db = await sealedLog();
  await tamper(db, 'delete from audit_seals where seq = 2; delete from audit_entries where id > 5');
  assert.deepEqual((await verifyAudit(db, keys)).problems, [
    'The log ends with seal 1, but the newest seal that was written is seal 2: its end was removed.',
  ]);
});

test('a new installation without any entry is intact', async () => {
  assert.deepEqual((await verifyAudit(await testDatabase(2), keys)).problems, []);
});

test('detects a removed end with a head that was noted earlier', async () => {
  const db = await sealedLog();
  const { head } = await verifyAudit(db, keys);
  await tamper(db, 'delete from audit_seals where seq = 2; delete from audit_entries where id > 5');
  await db.pool.query('update audit_head set seq = 1, hash = (select hash from audit_seals where seq = 1)');
  assert.deepEqual((await verifyAudit(db, keys)).problems, []);
  assert.match((await verifyAudit(db, keys, head)).problems.join('\n'), /its end was removed/);
});

test('rejects updates and deletions', async () => {
  const db = await sealedLog();
  for (const sql of [
    'update audit_entries set actor = actor',
    'delete from audit_entries',
    'truncate audit_entries',
    'update audit_seals set entries = 1',
    'delete from audit_seals',
    'truncate audit_seals',
    `set milepost.audit_path = 'redaction'; update audit_entries set actor = 'bob', purpose = null, purpose_salt = null`,
    `set milepost.audit_path = 'retention'; update audit_seals set entries = 1`,
  ]) {
    const client = await db.connect();
    await assert.rejects(client.query(sql), /append-only/, sql);
    await client.end();
  }
});

test('the keys are found again after SECRET_KEY was rotated', async () => {
  const db = await sealedLog();
  const rotated = auditKeys([NEW, OLD]);
  assert.deepEqual((await verifyAudit(db, rotated)).problems, []);
  const later = new AuditLog(db, rotated, systemClock, silent);
  await later.recordNow(entry('test.later'));
  await sealEntries(db, rotated, new Date());
  const { problems, seals_without_key } = await verifyAudit(db, rotated);
  assert.deepEqual([problems, seals_without_key], [[], 0]);
  assert.equal((await verifyAudit(db, auditKeys([NEW]))).seals_without_key, 2);
  const found = rotated
    .subjectUnderAll('plate', 'ab-123')
    .map(({ key, subject }) => `${key.toString('hex')} ${subject}`);
  const { rows } = await db.pool.query(
    `select distinct encode(subject_key, 'hex') || ' ' || subjects[1] as known from audit_entries`,
  );
  assert.deepEqual(rows.map(({ known }) => known).sort(), found.sort());
});

test('retention deletes old entries, and the rest of the chain can be verified', async () => {
  const past = new Date(Date.now() - 100 * DAY_MS);
  const db = await sealedLog(past);
  assert.equal(await expireEntries(db, 101, new Date()), null);
  assert.equal(await expireEntries(db, 99, new Date()), 10);
  const { problems, expired, unsealed } = await verifyAudit(db, keys);
  assert.deepEqual([problems, expired, unsealed], [[], 10, 1]);
});

test('the seals cover every entry of concurrent writers exactly once', async () => {
  const db = await testDatabase(8);
  const writers = Array.from({ length: 6 }, () => new AuditLog(db, keys, systemClock, silent));
  let running = true;
  const sealing = (async () => {
    while (running) await sealEntries(db, keys, new Date());
  })();
  await Promise.all(
    writers.map(async (log, writer) => {
      for (let i = 0; i < 25; i++) await log.recordNow(entry(`test.w${writer}-${i}`));
    }),
  );
  running = false;
  await sealing;
  await sealEntries(db, keys, new Date());
  const { problems, entries, unsealed, seals } = await verifyAudit(db, keys);
  assert.deepEqual([problems, entries, unsealed], [[], 150, 0]);
  assert.ok(seals > 1);
});

test('a change of a killed process is recorded with an unknown outcome, once', async () => {
  const db = await testDatabase(4);
  const start = new Date('2026-10-30T12:00:00Z');
  const clock = { now: () => start };
  const log = new AuditLog(db, keys, clock, silent);
  const pendingId = await log.begin(entry('test.change'));
  const later = new AuditLog(db, keys, { now: () => new Date(start.getTime() + 2 * 3_600_000) }, silent);
  assert.equal(await later.closeStale(), 1);
  // The process was only slow: its own entry comes too late.
  await log.recordNow(entry('test.change', { pendingId }));
  const { rows } = await db.pool.query('select action, outcome from audit_entries');
  assert.deepEqual(rows, [{ action: 'test.change', outcome: 'unknown' }]);
  assert.deepEqual((await verifyAudit(db, keys)).problems, []);
});

test('an entry that the database rejects does not hold up the others', async () => {
  const db = await testDatabase(4);
  const log = new AuditLog(db, keys, systemClock, silent);
  log.record(entry('test.first'));
  log.record(entry('test.invalid', { status: 100_000 }));
  log.record(entry('test.last', { actor: { kind: 'cli', id: null, name: 'a\0b\ud800' } }));
  await log.close();
  const { rows } = await db.pool.query('select action, actor from audit_entries order by id');
  assert.deepEqual(rows, [
    { action: 'test.first', actor: 'ann@example.com' },
    { action: 'test.last', actor: 'ab' },
  ]);
});

test('entries wait while the database is away, and are written when it is back', async () => {
  const db = await testDatabase(4);
  await db.pool.query('alter table audit_entries rename to audit_entries_away');
  const log = new AuditLog(db, keys, systemClock, silent);
  log.record(entry('test.waits'));
  await assert.rejects(log.flush());
  await db.pool.query('alter table audit_entries_away rename to audit_entries');
  await log.close();
  assert.equal((await db.pool.query('select 1 from audit_entries')).rowCount, 1);
});
