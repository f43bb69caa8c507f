import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { verifyWebhook } from '../src/index.ts';

const secret = '0123456789abcdef';
const body = '{"event":"alert.test","total_matches":1}';
const signature =
  'sha512=dd56acdd99e2c029a015edf6ecb5b47fdc6ff64f7eed03b8fc2ce17e80500f232ca1c8e9716704602b489fa01340c85d745291690eeb9fb6ea053c49e227a4c7';
const sign = (key: string, text: string | Buffer) =>
  `sha512=${createHmac('sha512', key).update(text).digest('hex')}`;

test('the known vector', async () => {
  assert.equal(await verifyWebhook({ body, signature, secret }), true);
  assert.equal(await verifyWebhook({ body: Buffer.from(body), signature, secret }), true);
});

test('one changed byte of body, secret or signature', async () => {
  assert.equal(await verifyWebhook({ body: `${body} `, signature, secret }), false);
  assert.equal(await verifyWebhook({ body, signature, secret: `${secret}0` }), false);
  const last = signature.endsWith('7') ? '8' : '7';
  assert.equal(await verifyWebhook({ body, signature: signature.slice(0, -1) + last, secret }), false);
});

test('rotation: two header values, as a list or joined; two secrets on the receiving side', async () => {
  const fresh = sign('new secret', body);
  for (const header of [[fresh, signature], `${fresh}, ${signature}`, `${signature},${fresh}`]) {
    assert.equal(await verifyWebhook({ body, signature: header, secret }), true);
    assert.equal(await verifyWebhook({ body, signature: header, secret: 'new secret' }), true);
    assert.equal(await verifyWebhook({ body, signature: header, secret: 'a third' }), false);
  }
  assert.equal(await verifyWebhook({ body, signature, secret: ['new secret', secret] }), true);
});

test('what is no signature is false, never an exception', async () => {
  const hex = signature.slice('sha512='.length);
  for (const bad of [
    null,
    undefined,
    '',
    [],
    hex,
    'sha512=',
    `sha256=${hex}`,
    signature.slice(0, -2),
    `${signature}00`,
  ]) {
    assert.equal(await verifyWebhook({ body, signature: bad, secret }), false, String(bad));
  }
  assert.equal(await verifyWebhook({ body, signature: sign('', body), secret: '' }), false);
});

test('secrets and bodies are bytes: UTF-8 text, and bodies that are no text', async () => {
  const odd = Buffer.from([0, 255, 254, 10, 13]);
  assert.equal(
    await verifyWebhook({ body: odd, signature: sign('schlüssel ✓', odd), secret: 'schlüssel ✓' }),
    true,
  );
  const part = Buffer.concat([Buffer.from('xx'), odd]).subarray(2);
  assert.equal(await verifyWebhook({ body: part, signature: sign('k', odd), secret: 'k' }), true);
});
