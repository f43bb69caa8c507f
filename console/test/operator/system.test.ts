import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { CommandRunner } from '../../../server/src/domain/operator-jobs/operator-jobs.ts';
import { operatorJobs } from '../../../server/src/stages/operator-jobs.ts';
import { closing } from '../../../server/test/support/closing.ts';
import { silent } from '../../../server/test/support/cluster.ts';
import { test } from '../support/browser.ts';
import { card, fill, startConsole } from '../support/visit.ts';

const folder = await mkdtemp(join(tmpdir(), 'milepost-system-'));
closing(() => rm(folder, { recursive: true, force: true }));
const { api, home, visit } = await startConsole({
  TOKEN_LIMIT_PER_SOURCE: '10000',
  BACKUP_URL: pathToFileURL(folder).href,
  IMPORT_DATASETS: 'out-of-service-orders sms-input-crash',
});
const operator = await api.customer(['admin'], 'operator');
const retried = await api.app.inject({
  ...{ method: 'POST', url: '/admin/stages/images/retry', payload: {} },
  headers: await api.signIn(operator),
});
assert.equal(retried.statusCode, 200, retried.body);

suite('the log and the system', () => {
  test('the system page warns without a backup and shows machines and storage', async () => {
    await visit('/console/', async (watched) => {
      const { page } = watched;
      await fill(watched, operator);
      await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'System' }).click();
      await card(page, 'Backups').getByText('No backup is recorded').waitFor();
      await card(page, 'Backups').getByText('No recent backup').waitFor();
      await card(page, 'Storage').getByText('Database').waitFor();
      await card(page, 'Machines').getByText('1 machine').waitFor();
      await card(page, 'Work of the last 24 hours').waitFor();
    });
  });

  test('a backup and an import are started on the system page, which shows how they end', async () => {
    const { services } = api;
    const printed: string[] = [];
    const run: CommandRunner = async (args, onLine) => {
      printed.push(args.join(' '));
      for (const line of ['  3 of 90 tables', 'The disk is full.']) onLine(line);
      return args[0] === 'import';
    };
    const { database, clock } = services;
    const work = () => operatorJobs(database, clock, silent, { run }).run(new AbortController().signal);
    await visit('/console/system', async (watched) => {
      const { page } = watched;
      await fill(watched, operator);
      const backups = card(page, 'Backups');
      await backups.getByText(folder).waitFor();
      await backups.getByRole('button', { name: 'Run a backup' }).click();
      await backups.getByText('A worker starts it within seconds.').waitFor();
      assert.equal(
        await backups.getByRole('button', { name: 'Run a backup' }).getAttribute('aria-disabled'),
        'true',
      );
      await work();
      await backups.getByText('failed').waitFor();
      await backups.getByText('The disk is full.').first().waitFor();
      const imports = card(page, 'Imports');
      await imports.getByText('out-of-service-orders, sms-input-crash').waitFor();
      await imports.getByLabel('Dataset').selectOption('out-of-service-orders');
      await imports.getByRole('button', { name: 'Start import' }).click();
      await imports.getByText('waiting').waitFor();
      await work();
      await imports.getByText('done').waitFor();
      assert.deepEqual(printed, ['backup', 'import --download out-of-service-orders']);
    });
  });

  test('finds an entry of the audit log and checks the log', async () => {
    await visit('/console/audit?action=stage.', async (watched) => {
      const { page } = watched;
      await fill(watched, operator);
      await page
        .getByRole('row', { name: `${operator.email} retried the failed work of the stage images` })
        .waitFor();
      assert.equal(await page.getByRole('row').count(), 2, 'the header and one entry');
      await page.getByRole('button', { name: 'Check integrity' }).click();
      await page.getByRole('heading', { name: 'The audit log is intact' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByText('stage images', { exact: true }).waitFor();
      const link = page.url();
      await page.goto(link.replace('stage.', 'alert.'));
      await page.getByRole('dialog').getByText('stage images', { exact: true }).waitFor();
      await page.goto(`${home}/console/audit`);
      const opened = page.getByRole('row', { name: `${operator.email} looked at the audit log` });
      await page
        .getByRole('row', { name: `${operator.email} signed in` })
        .first()
        .waitFor();
      assert.equal(await opened.count(), 0, 'what was only looked at is left out');
      await page.getByLabel('Also what was only looked at').check();
      await page.getByRole('button', { name: 'Filter' }).click();
      await opened.first().waitFor();
      await page.getByLabel('About').selectOption('Stages');
      await page.getByRole('button', { name: 'Filter' }).click();
      await opened.first().waitFor({ state: 'detached' });
    });
  });
});
