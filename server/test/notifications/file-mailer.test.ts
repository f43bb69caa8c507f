import assert from 'node:assert/strict';
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileMailer } from '../../src/adapters/mail/file-mailer.ts';
import type { Message } from '../../src/domain/notifications/mail/mailer.ts';
import { temporaryFolder } from '../support/milepost.ts';

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
