import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { TOTP } from 'otpauth';
import { cliActor } from '../../server/src/domain/identity/actor.ts';
import { invite } from '../../server/src/domain/identity/invitations.ts';
import {
  changeOrganization,
  changeSignInRules,
} from '../../server/src/domain/identity/manage-organizations.ts';
import { CLIENT, startOidcServer } from '../../server/test/support/identity/oidc-server.ts';
import { linkSecret } from '../../server/test/support/identity/requests.ts';
import { freePort } from '../../server/test/support/serve-process.ts';
import { openPage, test, type Watched } from './support/browser.ts';
import { startConsole } from './support/visit.ts';

const port = await freePort();
const { api, home, browser, visit } = await startConsole({ PUBLIC_URL: `http://127.0.0.1:${port}` }, port);
const { identity } = api.services;
const PASSWORD = 'a new long password';

const overview = ({ page }: Watched) => page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
async function fill({ page }: Watched, values: Record<string, string>, button: string): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: button, exact: true }).click();
}

suite('sign-in without an API key', () => {
  test('an invited person chooses a password, signs out and signs in', async () => {
    const { organizationId } = await api.customer(['admin']);
    const { link } = await invite(identity, cliActor, organizationId, {
      email: 'new@example.com',
      roles: [],
    });
    await visit(link.slice(identity.publicUrl.length), async (watched) => {
      const { page } = watched;
      await fill(watched, { 'New password': PASSWORD, 'Repeat the password': 'different' }, 'Save');
      await page.getByText('The passwords differ.').waitFor();
      assert.equal(page.url(), `${home}/console/invitation`, 'the secret is not in the address bar');
      await fill(watched, { 'New password': PASSWORD, 'Repeat the password': PASSWORD }, 'Save');
      await overview(watched);
      await page.getByRole('button', { name: 'Account: new@example.com' }).click();
      const revoked = page.waitForResponse(/\/auth\/session$/);
      await page.getByRole('button', { name: 'Sign out' }).click();
      assert.equal((await revoked).status(), 200);
      await fill(watched, { Email: 'new@example.com', Password: PASSWORD }, 'Sign in');
      await overview(watched);
    });
  });

  test('a person resets a forgotten password', async () => {
    const { email } = await api.customer();
    await visit('/console', async (watched) => {
      const { page } = watched;
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await fill(watched, { Email: email }, 'Send a link');
      await page.getByText('If the address has an account').waitFor();
      // A change of the fragment alone would not load the page.
      await page.goto('about:blank');
      await page.goto(`${home}/console/reset#${await linkSecret(api, email)}`);
      await fill(watched, { 'New password': PASSWORD, 'Repeat the password': PASSWORD }, 'Save');
      await page.getByText('The password is changed.').waitFor();
      await page.getByRole('link', { name: 'Back to sign-in' }).click();
      await fill(watched, { Email: email, Password: PASSWORD }, 'Sign in');
      await overview(watched);
    });
  });

  test('a person sets up one-time codes that the organization requires, and signs in with one', async () => {
    const { email, password, organizationId } = await api.customer();
    await changeSignInRules(api.db, cliActor, organizationId, { require_totp: true });
    await visit('/console', async (watched) => {
      const { page } = watched;
      await fill(watched, { Email: email, Password: password }, 'Sign in');
      const secret = (await page.locator('code').textContent()) ?? '';
      const code = (step: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 });
      await fill(watched, { 'One-time code': code(-1) }, 'Confirm');
      await page.getByRole('button', { name: 'Continue' }).click();
      await overview(watched);
      await page.getByRole('button', { name: `Account: ${email}` }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await fill(watched, { Email: email, Password: password }, 'Sign in');
      await page.getByText('A one-time code is required.').waitFor();
      await fill(watched, { 'One-time code': code(0) }, 'Sign in');
      await overview(watched);
    });
  });

  test('an administrator connects an identity provider, and a person signs in there', async () => {
    assert.ok(browser);
    const idp = await startOidcServer(`${home}/console/sso`);
    const { organizationId, email, password } = await api.customer(['admin']);
    await changeOrganization(api.db, cliActor, organizationId, { email_domains: ['company.example'] });
    await visit(`/console/organizations/${organizationId}?tab=settings`, async (watched) => {
      const { page } = watched;
      await fill(watched, { Email: email, Password: password }, 'Sign in');
      await page.getByRole('button', { name: 'Connect a provider' }).click();
      await page.getByRole('checkbox', { name: /Create people at their first sign-in/ }).check();
      const values = { Issuer: idp.issuer, 'Client ID': CLIENT.id, 'Client secret': CLIENT.secret };
      await fill(watched, values, 'Save connection');
      await page.getByText('Created at their first sign-in').waitFor();
      assert.ok(!(await page.content()).includes(CLIENT.secret), 'the secret is not shown again');
      const change = page.getByRole('button', { name: 'Change connection' });
      await change.click();
      await page.getByRole('dialog').getByLabel('Issuer').waitFor();
      await page.keyboard.press('Escape');
      // The focus returns.
      await page.locator('button:focus', { hasText: 'Change connection' }).waitFor();
      assert.equal(await page.getByRole('dialog').count(), 0);
    });
    idp.people.set('alice', { email: 'alice@company.example', email_verified: true });
    const watched = await openPage(browser, {});
    const { page, context } = watched;
    await page.goto(`${home}/console`);
    await fill(watched, { Email: 'alice@company.example' }, 'Use single sign-on');
    await page.locator('input[name=login]').fill('alice');
    await page.locator('input[name=password]').fill('x');
    await page.locator('button[type=submit]').click();
    await overview(watched);
    assert.equal(page.url(), `${home}/console`);
    await context.close();
  });
});
