import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { commandRunner } from '../../src/adapters/run-command.ts';
import { headersOf } from '../../src/domain/federal/dataset.ts';
import { outOfServiceOrders } from '../../src/domain/federal/datasets/daily-records.ts';
import { type CommandRunner, claimJob, keepJob } from '../../src/domain/operator-jobs/operator-jobs.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { operatorJobs } from '../../src/stages/operator-jobs.ts';
import { testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { silent } from '../support/cluster.ts';
import { portalServer } from '../support/federal/portal-server.ts';

const folder = await mkdtemp(join(tmpdir(), 'milepost-jobs-'));
closing(() => rm(folder, { recursive: true, force: true }));
const BACKUP_URL = pathToFileURL(join(folder, 'backups')).href;
const api = await testApi({ env: { BACKUP_URL } });
const headers = await api.signIn(await api.customer(['admin'], 'operator'));
const portal = await portalServer(headersOf(outOfServiceOrders), [
  ['77', 'FROM THE PORTAL', '', '2026-01-02', 'NOP', 'ACTIVE', ''],
]);
const run = commandRunner({
  PATH: process.env.PATH,
  DATABASE_URL: api.db.url,
  DATA_DIR: folder,
  FEDERAL_PORTAL_URL: portal.url,
  BACKUP_URL,
});

async function start(payload: object) {
  const response = await api.app.inject({ method: 'POST', url: '/admin/jobs', headers, payload });
  return { status: response.statusCode, body: response.json() };
}
async function newest() {
  const response = await api.app.inject({ url: '/admin/jobs', headers });
  assert.equal(response.statusCode, 200, response.body);
  return response.json().jobs[0] as { state: string; output: string; finished_at: string | null };
}
const never = new AbortController().signal;
const work = (runner: CommandRunner = run, signal = never, deadlineMs?: number) =>
  operatorJobs(api.db, systemClock, silent, { run: runner, ...(deadlineMs && { deadlineMs }) }).run(signal);
const hangs: CommandRunner = (_args, onLine, signal) => {
  onLine('  1,000 rows');
  return new Promise((resolve) => {
    if (signal.aborted) resolve(false);
    signal.addEventListener('abort', () => resolve(false));
  });
};

suite('jobs of operators', () => {
  test('an import downloads and imports the datasets, and one of a kind waits at a time', async () => {
    const { status, body } = await start({ kind: 'import', datasets: ['out-of-service-orders'] });
    assert.deepEqual([status, body.state, body.datasets], [201, 'waiting', ['out-of-service-orders']]);
    const second = await start({ kind: 'import', datasets: ['out-of-service-orders'] });
    assert.deepEqual([second.status, second.body.detail], [400, 'Such a job is already waiting or running.']);
    assert.equal(await work(), true);
    const { state, output } = await newest();
    assert.equal(state, 'done', output);
    assert.match(output, /1 row in/);
    const stored = await api.db.pool.query('select legal_name from out_of_service_orders');
    assert.deepEqual(stored.rows, [{ legal_name: 'FROM THE PORTAL' }]);
    const { rows } = await api.db.pool.query(
      `select count(*)::int as n from audit_entries where action = 'job.create' and outcome = 'success'`,
    );
    assert.equal(rows[0].n, 1);
  });

  test('a backup goes to BACKUP_URL and is verified; a damaged one is reported', async () => {
    await start({ kind: 'backup' });
    await work();
    const made = await newest();
    assert.equal(made.state, 'done', made.output);
    await start({ kind: 'verify' });
    await work();
    assert.match((await newest()).output, /^Backup .* is intact:/m);
    const system = await api.app.inject({ url: '/admin/system', headers });
    assert.equal(system.json().backups[0].outcome, 'success');
    const files = await readdir(join(folder, 'backups'), { recursive: true, withFileTypes: true });
    const part = files.find((file) => file.isFile() && file.name.startsWith('organizations'));
    assert.ok(part, files.map(({ name }) => name).join());
    await writeFile(join(part.parentPath, part.name), 'damaged');
    await start({ kind: 'verify' });
    await work();
    const damaged = await newest();
    assert.equal(damaged.state, 'failed');
    assert.match(damaged.output, /is damaged: \d+ problems/);
  });

  test('the error of a command is the output of the job', async () => {
    await start({ kind: 'import', datasets: ['county-codes'] });
    await work();
    const { state, output } = await newest();
    assert.equal(state, 'failed');
    assert.match(output, /county-codes|portal/i);
  });

  test('what cannot work is refused at once', async () => {
    assert.equal((await start({ kind: 'import' })).body.detail, 'Name datasets, or set IMPORT_DATASETS.');
    const unknown = await start({ kind: 'import', datasets: ['nonsense'] });
    assert.deepEqual([unknown.status, unknown.body.detail], [400, 'There is no dataset nonsense.']);
    const without = await testApi({ db: api.db });
    const refused = await without.app.inject({
      method: 'POST',
      url: '/admin/jobs',
      headers,
      payload: { kind: 'backup' },
    });
    assert.match(refused.json().detail, /^Set BACKUP_URL/);
  });

  test('a job ends at its deadline, and when the worker stops', async () => {
    await start({ kind: 'backup' });
    await work(hangs, never, 50);
    assert.match((await newest()).output, /rows\nIt was stopped after/);
    await start({ kind: 'backup' });
    const stopping = new AbortController();
    const working = work(hangs, stopping.signal);
    stopping.abort();
    await working;
    const { state, output } = await newest();
    assert.deepEqual([state, output], ['failed', '  1,000 rows\nThe worker was stopped. Start it again.']);
  });

  test('a job of a worker that vanished has failed, and its lease is lost', async () => {
    await start({ kind: 'backup' });
    const lost = await claimJob(api.db, new Date());
    assert.ok(lost && (await keepJob(api.db, lost, 'half')));
    assert.equal(await claimJob(api.db, new Date()), null, 'another worker has it');
    await api.db.pool.query(
      `update operator_jobs set leased_until = now() - interval '1 second' where finished_at is null`,
    );
    assert.equal(await claimJob(api.db, new Date()), null);
    assert.match((await newest()).output, /^half\nThe process that ran it stopped/);
    assert.equal(await keepJob(api.db, lost, 'still here'), false);
  });

  test('a command is stopped with its job', async () => {
    const stop = new AbortController();
    const running = run(['import', '--download', 'out-of-service-orders'], () => undefined, stop.signal);
    stop.abort();
    assert.equal(await running, false);
  });
});
