import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { TOTP } from 'otpauth';
import { alertClient } from '../../server/test/support/alerts/alert-client.ts';
import { test } from './support/browser.ts';
import { card, fill, signIn, startConsole } from './support/visit.ts';

const { api, visit } = await startConsole({});
const NEW = 'another long password';

suite('the account page', () => {
  test('changes the password, and refuses two that differ', async () => {
    const customer = await api.customer();
    await visit('/console/account', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'Your account');
      const password = card(page, 'Password');
      const enter = async (repeated: string) => {
        await password.getByLabel('Current password', { exact: true }).fill(customer.password);
        await password.getByLabel('New password', { exact: true }).fill(NEW);
        await password.getByLabel('Repeat the new password', { exact: true }).fill(repeated);
        await password.getByRole('button', { name: 'Change password' }).click();
      };
      await enter('different');
      await password.getByText('The passwords differ.').waitFor();
      assert.ok(!String(await page.evaluate('JSON.stringify({ ...sessionStorage })')).includes(NEW));
      await enter(NEW);
      await password.getByText('The password is changed.').waitFor();
      await page.getByRole('button', { name: /^Account:/ }).click();
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await fill(watched, { ...customer, password: NEW });
      await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor();
    });
  });
  test('sets up one-time codes, shows the recovery codes once, and removes them', async () => {
    const customer = await api.customer();
    await visit('/console/account', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'Your account');
      const factor = card(page, 'Second factor');
      await factor.getByRole('button', { name: 'Set up one-time codes' }).click();
      const secret = (await factor.locator('code').textContent()) ?? '';
      const code = (step: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 });
      await factor.getByLabel('One-time code', { exact: true }).fill(code(-1));
      await factor.getByRole('button', { name: 'Confirm' }).click();
      await factor.getByText('Keep these recovery codes.').waitFor();
      await factor.getByText('You sign in with a code of your authenticator app.').waitFor();
      await factor.getByLabel('One-time code', { exact: true }).fill(code(0));
      await factor.getByRole('button', { name: 'Stop using codes' }).click();
      await factor.getByRole('button', { name: 'Set up one-time codes' }).waitFor();
    });
  });
  test('changes the theme of this browser, which a reload keeps', async () => {
    const customer = await api.customer();
    await visit('/console/account', async (watched) => {
      const { page } = watched;
      await page.emulateMedia({ colorScheme: 'light' });
      await signIn(watched, customer, 'Your account');
      const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
      const light = await ground();
      await page.getByLabel('Theme').selectOption('dark');
      const dark = await ground();
      assert.notEqual(dark, light);
      await page.reload();
      await page.getByRole('heading', { name: 'Your account' }).waitFor();
      assert.equal(await ground(), dark);
      await page.getByLabel('Theme').selectOption('light');
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.equal(await ground(), light);
    });
  });
  test('says how many alerts send emails to the user, and turns the sound of Live on', async () => {
    const customer = await api.customer(['admin']);
    const { create } = await alertClient(api, customer);
    await create({ deep_search: 'A', email: customer.email, notification_channels: ['email'] });
    await create({ deep_search: 'B', notification_channels: ['email'] });
    await visit('/console/account', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'Your account');
      const notifications = card(page, 'Notifications');
      await notifications.getByText('1 alert sends emails to you.').waitFor();
      await notifications.getByLabel(/^Sound for new matches/).check();
      await page.goto(new URL('/console/live', page.url()).href);
      await page.getByRole('button', { name: 'Sound on' }).waitFor();
    });
  });
  test('lists where the user is signed in, and signs out another session', async () => {
    const customer = await api.customer();
    const { email, password, userId } = customer;
    await api.app.inject({
      method: 'POST',
      url: '/auth/session',
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:143.0) Gecko/20100101 Firefox/143.0' },
      payload: { email, password },
      remoteAddress: '198.51.100.4',
    });
    await visit('/console/account', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'Your account');
      const sessions = card(page, 'Sessions');
      const rows = sessions.locator('tbody tr');
      await rows.first().getByText('this session').waitFor();
      assert.equal(await rows.first().getByRole('button').count(), 0, 'the account menu ends this one');
      const other = rows.filter({ hasText: '198.51.100.4' });
      await other.getByText('Firefox on Windows').waitFor();
      await other.getByRole('button', { name: /^Sign out Firefox on Windows, signed in / }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
      await other.waitFor({ state: 'detached' });
      const { rows: stored } = await api.db.pool.query(
        `select sign_in_address from tokens where user_id = $1 and purpose = 'access'`,
        [userId],
      );
      assert.deepEqual(stored, [{ sign_in_address: '127.0.0.1' }]);
    });
  });
  test('signs out everywhere', async () => {
    const customer = await api.customer();
    await visit('/console/account', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'Your account');
      await page.getByRole('button', { name: 'Sign out everywhere' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
      await page.getByText('You are signed out everywhere.').waitFor();
      const { rows } = await api.db.pool.query('select 1 from tokens where user_id = $1', [customer.userId]);
      assert.equal(rows.length, 0);
    });
  });
});

test('an invitation offers the roles of a recovery desk, an underwriter and an administrator', async () => {
  const admin = await api.customer(['admin']);
  await visit(`/console/organizations/${admin.organizationId}?dialog=person`, async (watched) => {
    const { page } = watched;
    await fill(watched, admin);
    await page.getByRole('button', { name: 'Invite a person' }).waitFor();
    if ((await page.getByRole('dialog').count()) === 0)
      await page.getByRole('button', { name: 'Invite a person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^Recovery desk/ }).check();
    const checked = () =>
      dialog
        .locator('input[name=roles]:checked')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    assert.ok((await checked()).includes('image-correction-endpoint'));
    assert.ok(!(await checked()).includes('admin'));
    await dialog.getByRole('radio', { name: /^Administrator/ }).check();
    assert.deepEqual(await checked(), ['admin']);
  });
});
