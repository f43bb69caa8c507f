import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApi } from '../support/api.ts';
import { requester } from '../support/identity/requests.ts';

const api = await testApi();
const send = requester(api);
const operator = await api.signIn(await api.customer(['admin'], 'operator'));
const partnerAdmin = await api.signIn(await api.customer(['admin'], 'partner'));

test('the state of the installation is for operators, with machines, storage, backups and work', async () => {
  const { status, body } = await send('GET', '/admin/system', operator);
  assert.equal(status, 200);
  assert.ok(body.workers[0].connections >= 1);
  assert.ok(body.storage.database_bytes > 1_000_000);
  assert.deepEqual([body.backups, body.last_backup_at], [[], null]);
  for (const outcome of ['success', 'failed'] as const)
    await api.services.auditLog.recordNow({
      ...{ at: new Date(), organizationId: null, actor: { kind: 'cli', id: null, name: 'milepost' } },
      ...{ address: 'machine-7', action: 'backup.create', isRead: false, object: { kind: '', id: '' } },
      ...{ correlationId: null, subjects: [], details: {}, pendingId: null, status: null, purpose: null },
      outcome,
    });
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  await api.db.pool.query(
    `insert into queue_counts (minute, queue, outcome, items) values ($1, 'mails', 'done', 7), ($1, 'mails', 'dead', 1)
       on conflict (minute, queue, outcome) do update set items = excluded.items`,
    [minute],
  );
  const after = (await send('GET', '/admin/system', operator)).body;
  assert.deepEqual(
    after.backups.map(({ machine, outcome }: Record<string, string>) => [machine, outcome]),
    [
      ['machine-7', 'failed'],
      ['machine-7', 'success'],
    ],
  );
  assert.equal(after.last_backup_at, after.backups[1].at);
  const mails = after.work.filter(({ queue }: { queue: string }) => queue === 'mails').at(-1);
  assert.deepEqual([mails.done, mails.retried, mails.dead], [7, 0, 1]);
  assert.equal((await send('GET', '/admin/system', partnerAdmin)).status, 403);
});

test('the next file of a dataset is expected after the usual step between the days of its files', async () => {
  for (const [index, day] of ['2026-01-02', '2026-01-31', '2026-03-02'].entries())
    await api.db.pool.query(
      `insert into federal_loads (dataset, file_name, file_bytes, content_hash, as_of, rows_read, rows_kept, rows_rejected,
         rows_repeated, rows_blank, cells_unread, is_current, seconds)
       values ('sms-crash', 'x', 1, $1, $2, 1, 1, 0, 0, 0, 0, $3, 1)`,
      [`hash ${index}`, day, index === 2],
    );
  const { imports } = (await send('GET', '/admin/imports', operator)).body;
  const of = (name: string) => imports.find(({ dataset }: { dataset: string }) => dataset === name);
  assert.equal(of('sms-crash').expected_on, '2026-03-31');
  assert.equal(of('sms-census').expected_on, null);
  await api.db.pool.query(`delete from federal_loads where dataset = 'sms-crash'`);
});
