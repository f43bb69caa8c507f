import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { updatePrivacySettings } from '../../../server/src/domain/privacy/settings.ts';
import { test, type Watched } from '../support/browser.ts';
import { settled } from '../support/pages.ts';
import { card, fill, startConsole } from '../support/visit.ts';

const { api, home, visit } = await startConsole({ TOKEN_LIMIT_PER_SOURCE: '10000' });
const operator = await api.customer(['admin'], 'operator');
const PASSWORD = 'a new long password';

const heading = ({ page }: Watched, name: string) =>
  page.getByRole('heading', { name, level: 1, exact: true }).waitFor();

async function deadImage(organizationId: number): Promise<void> {
  await api.db.pool.query(
    `with image as (
       insert into images (id, bucket, organization_id, source, time_captured, sha256, byte_size, format, width, height,
         box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction,
         alpr_confidence, alpr_state)
       select id, image_bucket(id), $1, 'mile-12', now(), sha256('x'), 9, 'jpeg', 9, 9, 0, 0, 1, 1, 30, -90, 'Amarillo', 'TX',
         'I-40', 'WB', 1, 'TX' from (select ('00000000' || substr(gen_random_uuid()::text, 9))::uuid as id) k
       returning id, bucket, organization_id
     )
     insert into image_queue (image_id, bucket, sighting_id, organization_id, due_at, died_at, failure)
     select id, bucket, next_sighting_id(bucket), organization_id, null, now(), 'The disk was full.' from image`,
    [organizationId],
  );
}

suite('users and keys', () => {
  test('an invited person opens the link and cannot do what the role does not allow', async () => {
    const owner = await api.customer(['admin'], 'broker');
    let link = '';
    const path = `/console/organizations/${owner.organizationId}`;
    await visit(path, async (watched) => {
      const { page } = watched;
      await fill(watched, operator);
      await page.getByRole('button', { name: 'Invite a person' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email').fill('new.desk@example.com');
      await dialog.getByRole('radio', { name: /^Camera partner/ }).check();
      await dialog.getByText(/^Role by role: 2 of/).click();
      assert.equal(await dialog.getByRole('checkbox', { checked: true }).count(), 2);
      for (const name of [/Send images/, /See images/])
        await dialog.getByRole('checkbox', { name }).uncheck();
      await dialog.getByRole('checkbox', { name: /Read all alerts of your organization/ }).check();
      await dialog.getByRole('button', { name: 'Create invitation' }).click();
      link = (await dialog.getByRole('status').locator('code').textContent()) ?? '';
      await dialog.getByRole('button', { name: 'Done' }).click();
      const invitations = card(page, 'Open invitations');
      await invitations.getByText('new.desk@example.com').waitFor();
      assert.ok(!(await page.content()).includes(link), 'the link is not shown again');
    });
    await visit(new URL(link).pathname + new URL(link).hash, async (watched) => {
      const { page } = watched;
      await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Repeat the password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Save' }).click();
      await heading(watched, 'Overview');
      const menu = page.getByRole('navigation', { name: 'Console' });
      assert.equal(await menu.getByRole('link', { name: 'Alerts' }).count(), 1);
      for (const hidden of ['Organization', 'Cameras', 'Audit log', 'Emails', 'Stages'])
        assert.equal(await menu.getByRole('link', { name: hidden }).count(), 0, hidden);
      for (const path of [`/organizations/${owner.organizationId}`, '/stages', '/audit', '/cameras']) {
        await page.goto(`${home}/console${path}`);
        await heading(watched, 'No access');
        await page.getByText('You cannot open this page').waitFor();
      }
      await page.goto(`${home}/console/alerts`);
      await page.getByText('No alerts yet.').waitFor();
      assert.equal(await page.getByRole('link', { name: 'New alert' }).count(), 0);
    });
    await visit(path, async (watched) => {
      const { page } = watched;
      await fill(watched, operator);
      await page.getByRole('row', { name: /new\.desk@example\.com.*Password/ }).waitFor();
      assert.equal(await card(page, 'Open invitations').count(), 0);
      await page.getByRole('button', { name: 'Manage new.desk@example.com' }).click();
      const dialog = page.getByRole('dialog');
      assert.match(page.url(), /user=\d+/, 'the open user is in the URL');
      await dialog.getByRole('checkbox', { name: /Create alerts/ }).check();
      await dialog.getByRole('button', { name: 'Save roles' }).click();
      await dialog.getByText('Saved: 2 roles.').waitFor();
      await dialog.getByRole('button', { name: 'Disable user' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Disable user' }).click();
      await dialog.getByRole('button', { name: 'Enable user' }).waitFor();
    });
    const disabled = await api.db.pool.query(
      `select disabled_at is not null as disabled, roles from users where email = 'new.desk@example.com'`,
    );
    assert.deepEqual(disabled.rows, [
      { disabled: true, roles: ['create-alert-endpoint', 'external-api-get-all-company-alerts'] },
    ]);
  });

  test('a key is shown once, works, and is rejected after it was revoked', async () => {
    const owner = await api.customer(['admin'], 'partner');
    await visit(`/console/organizations/${owner.organizationId}?tab=keys`, async (watched) => {
      const { page } = watched;
      await fill(watched, owner);
      await page.getByLabel('Name', { exact: true }).fill('camera-7');
      await page.getByLabel('Expires').selectOption('In 30 days');
      await page.getByRole('button', { name: 'Create key' }).click();
      const key = (await page.getByRole('status').locator('code').textContent()) ?? '';
      const use = async () => {
        const payload = { email: owner.email, password: owner.password };
        const headers = { 'x-api-key': key };
        return (await api.app.inject({ method: 'POST', url: '/auth/token', headers, payload })).statusCode;
      };
      assert.equal(await use(), 200);
      const row = page.getByRole('row', { name: /camera-7/ });
      await row.getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
      await row.getByText('Revoked').waitFor();
      assert.equal(await use(), 403);
      await page.reload();
      await page.getByRole('row', { name: /camera-7/ }).waitFor();
      assert.ok(!(await page.content()).includes(key));
      await page.goto(`${home}/console/organizations/${operator.organizationId}`);
      await page.getByRole('alert').getByText('There is no such organization').waitFor();
    });
  });
});

suite('the operator', () => {
  test('creates an organization, limits a quota and disables it', async () => {
    await visit('/console/organizations', async (watched) => {
      const { page } = watched;
      await fill(watched, operator);
      await page.getByRole('button', { name: 'New organization' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name', { exact: true }).fill('Northern Freight');
      await dialog.getByRole('button', { name: 'Create organization' }).click();
      assert.match((await dialog.getByRole('status').locator('code').textContent()) ?? '', /^mp_/);
      await dialog.getByRole('link', { name: 'Invite its first user' }).click();
      await heading(watched, 'Northern Freight');
      await page.getByRole('link', { name: 'Quotas' }).click();
      await page.getByRole('button', { name: 'Change Alerts' }).click();
      await dialog.getByLabel('Limit').fill('25');
      await dialog.getByRole('button', { name: 'Save limit' }).click();
      await page
        .getByRole('row', { name: /^Alerts/ })
        .getByText('Own limit')
        .waitFor();
      await page.getByRole('button', { name: 'Disable organization' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Disable organization' }).click();
      await page.getByRole('button', { name: 'Enable organization' }).waitFor();
    });
    const { rows } = await api.db.pool.query(
      `select o.disabled_at is not null as disabled, q.name, q.value::int from organizations o
         join organization_quotas q on q.organization_id = o.id where o.name = 'Northern Freight'`,
    );
    assert.deepEqual(rows, [{ disabled: true, name: 'alerts', value: 25 }]);
  });

  test('confirms a shorter retention before data is deleted', async () => {
    const { organizationId } = await api.customer([], 'partner');
    await visit(`/console/organizations/${organizationId}?tab=settings`, async (watched) => {
      const { page } = watched;
      await fill(watched, operator);
      const privacy = card(page, 'Retention and privacy');
      await privacy.getByLabel('Days until images are deleted').fill('3');
      await privacy.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
      const days = async () => {
        const { rows } = await api.db.pool.query(
          'select image_retention_days as days from organizations where id = $1',
          [organizationId],
        );
        return rows[0].days;
      };
      assert.notEqual(await days(), 3);
      await privacy.getByRole('button', { name: 'Save' }).press('Enter');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete older data' }).press('Enter');
      await privacy.getByText('Saved.').waitFor();
      assert.equal(await days(), 3);
    });
  });

  test('dialogs have links, and the back button closes them', async () => {
    const { organizationId } = await api.customer([], 'partner');
    const path = `/console/organizations/${organizationId}?tab=settings`;
    await visit(`${path}&dialog=sso&tab.page=x`, async (watched) => {
      const { page } = watched;
      const dialog = page.getByRole('dialog');
      const closed = async () => {
        await dialog.waitFor({ state: 'detached' });
        await page.waitForURL((url) => !/dialog=|quota=|palette=/.test(url.search));
      };
      await fill(watched, operator);
      await dialog.locator('input[name=issuer]:focus').waitFor();
      await page.keyboard.press('Escape');
      await closed();
      await page.getByRole('button', { name: 'Connect a provider' }).click();
      await page.waitForURL(/dialog=sso/);
      await page.reload();
      await dialog.getByLabel('Issuer').waitFor();
      await page.goBack();
      await closed();
      await page.getByRole('link', { name: 'Quotas', exact: true }).click();
      await page.getByRole('button', { name: 'Change Webhooks', exact: true }).click();
      await page.waitForURL(/quota=webhooks/);
      await dialog.locator('input[name=limit]:focus').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await closed();
      await page.locator('button[aria-label="Change Webhooks"]:focus').waitFor();
      await page.keyboard.press('/');
      await page.waitForURL(/palette=open/);
      await page.keyboard.press('Escape');
      await closed();
      // Closed dialogs leave nothing in the history.
      await page.goBack();
      await page.waitForURL(/tab=settings/);
    });
  });

  test('retries a dead item', async () => {
    await deadImage(operator.organizationId);
    await visit('/console/stages', async (watched) => {
      const { page } = watched;
      await fill(watched, operator);
      const stage = card(page, 'Recognition');
      await stage.getByText('The disk was full.').waitFor();
      await stage.getByRole('button', { name: /^Retry items that failed with/ }).click();
      await stage.getByText('The disk was full.').waitFor({ state: 'detached' });
      await stage.getByText('Working').waitFor();
    });
    const { rows } = await api.db.pool.query(
      'select count(*)::int as due from image_queue where due_at is not null',
    );
    assert.deepEqual(rows, [{ due: 1 }]);
  });
});

test('the console states a purpose where the organization requires one', async () => {
  const owner = await api.customer(['admin'], 'insurance');
  await updatePrivacySettings(api.db, owner.organizationId, { purpose_required: true });
  await visit('/console/images', async (watched) => {
    const { page } = watched;
    await fill(watched, owner);
    await page.getByLabel('Purpose', { exact: true }).fill('Claim 4711 – Zürich');
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(watched, 'Images');
    await page
      .getByText(/No images/)
      .first()
      .waitFor();
    await page.reload();
    await heading(watched, 'Images');
    await settled(page);
    await page.getByRole('button', { name: `Account: ${owner.email}` }).click();
    await page.getByText('Purpose: Claim 4711 – Zürich').waitFor();
    await page.getByRole('button', { name: 'Change purpose' }).click();
    await page.getByRole('dialog').getByLabel('Purpose', { exact: true }).fill('Claim 4712');
    const [again] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === '/images'),
      page.keyboard.press('Enter'),
    ]);
    assert.equal(again.request().headers()['x-purpose'], 'Claim 4712');
  });
  await api.services.auditLog.flush();
  const { rows } = await api.db.pool.query(
    `select distinct purpose, status from audit_entries where organization_id = $1 and action = 'image.list' order by 1`,
    [owner.organizationId],
  );
  assert.deepEqual(rows, [
    { purpose: 'Claim 4711 – Zürich', status: 200 },
    { purpose: 'Claim 4712', status: 200 },
  ]);
});
