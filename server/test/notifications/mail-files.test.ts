import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileMailer } from '../../src/adapters/mail/file-mailer.ts';
import type { Firing } from '../../src/domain/notifications/firing.ts';
import type { Message } from '../../src/domain/notifications/mail/mailer.ts';
import { readDeliveries } from '../../src/domain/notifications/read-deliveries.ts';
import { testApi } from '../support/api.ts';
import { temporaryFolder } from '../support/milepost.ts';
import { firing } from '../support/notifications/firings.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

const api = await testApi();
const world = webhookWorld(api);
const admin = await api.customer(['admin']);
const headers = await api.signIn(admin);
const strangers = await api.signIn(await api.customer(['admin']));
const readers = await api.signIn(await api.customer(['create-alert-endpoint']));
const get = (url: string, given: Record<string, string> = headers) => api.app.inject({ url, headers: given });
const mailing = (over: Partial<Firing['alert']>) =>
  firing(admin.organizationId, { notification_channels: ['email'], ...over });

const DAY_MS = 86_400_000;
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

const message: Message = {
  messageId: 'id-1@milepost.example',
  date: new Date('2026-03-01T12:00:00Z'),
  from: 'milepost@milepost.example',
  to: 'owner@customer.example',
  cc: [],
  recipient: 'owner@customer.example',
  subject: 'A truck was seen',
  text: 'text',
  html: '<p>text</p>',
  headers: {},
  inlineImages: [],
};

test('email files are readable by their owner only', async () => {
  const folder = join(await temporaryFolder(), 'mail');
  assert.deepEqual(await fileMailer(folder, 30).send(message), { kind: 'kept' });
  const [name = ''] = await readdir(folder);
  assert.equal(await modeOf(folder), 0o700);
  assert.equal(await modeOf(join(folder, name)), 0o600);
});

test('a sweep deletes old files and ignores files that are not emails', async () => {
  const folder = join(await temporaryFolder(), 'mail');
  await mkdir(folder);
  const now = new Date();
  for (const [name, days] of Object.entries({
    'new.eml': 29,
    'old.eml': 31,
    'old.eml.part': 31,
    'notes.txt': 31,
  })) {
    await writeFile(join(folder, name), 'x');
    const time = new Date(now.getTime() - days * DAY_MS);
    await utimes(join(folder, name), time, time);
  }
  assert.equal(await fileMailer(folder, 30).sweep(now), 2);
  assert.deepEqual((await readdir(folder)).sort(), ['new.eml', 'notes.txt']);
});

test('a sweep of a folder that does not exist deletes nothing', async () => {
  assert.equal(await fileMailer(join(await temporaryFolder(), 'none'), 30).sweep(new Date()), 0);
});

test('without a mail server each email is written to a file and listed for administrators of the organization', async () => {
  await world.fire(mailing({ cc_emails: ['second@customer.example'] }));
  await world.sendMails();
  const folder = join(api.settings.dataDir, 'mail');
  const files = await readdir(folder);
  assert.equal(files.length, 2);
  assert.ok(files.every((file) => file.endsWith('.eml')));
  const list = await get('/mails?page_size=1');
  assert.equal(list.statusCode, 200, list.body);
  const { mails, pagination, kept_as_files } = list.json();
  assert.equal(kept_as_files, true);
  assert.equal(pagination.total, 2);
  const { id, created_at, sent_at, ...rest } = mails[0];
  assert.ok(created_at);
  assert.deepEqual([rest.state, sent_at], ['kept', null], 'it was not sent');
  const { rows } = await api.db.pool.query('select firing_id from mails where id = $1', [id]);
  const deliveries = await readDeliveries(api.db, admin.organizationId, [rows[0].firing_id]);
  assert.deepEqual(
    deliveries.map(({ channel, state, delivered_at }) => ({ channel, state, delivered_at })),
    Array(2).fill({ channel: 'email', state: 'kept', delivered_at: null }),
  );
  const message = await get(`/mails/${id}/message`);
  const file = files.find((name) => name.includes(id)) ?? '';
  assert.equal(message.body, await readFile(join(folder, file), 'utf8'));

  assert.equal((await get(`/mails/${id}/message`, strangers)).statusCode, 404, 'another organization’s');
  assert.equal((await get('/mails/none/message')).statusCode, 400);
  for (const url of ['/mails', `/mails/${id}/message`]) {
    assert.equal((await get(url, {})).statusCode, 401);
    assert.equal((await get(url, readers)).statusCode, 403);
  }
});

test('GET /mails/{id}/rendered returns the email without its code, only to its organization', async () => {
  await world.fire(mailing({ alert_name: 'Our trailers' }));
  await world.sendMails();
  const [mail] = (await get('/mails')).json().mails;
  const { subject, to, html, text } = (await get(`/mails/${mail.id}/rendered`)).json();
  assert.match(subject, /Our trailers/);
  assert.equal(to, 'dispatch@customer.example');
  assert.ok(html.startsWith('<') && text.includes('1234567'));
  assert.doesNotMatch(html, /cid:/, 'inline images are in the page itself');
  assert.equal((await get(`/mails/${mail.id}/rendered`, strangers)).statusCode, 404);
  assert.equal((await get(`/mails/${mail.id}/rendered`, readers)).statusCode, 403);
});
