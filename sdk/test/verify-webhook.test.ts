import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { suite, test } from 'node:test';
import { verifyWebhook } from '../src/index.ts';

const secret = '0123456789abcdef';
const body = '{"event":"alert.test","total_matches":1}';

suite('X-GenLogs-Signature', () => {
  const signature =
    'sha512=dd56acdd99e2c029a015edf6ecb5b47fdc6ff64f7eed03b8fc2ce17e80500f232ca1c8e9716704602b489fa01340c85d745291690eeb9fb6ea053c49e227a4c7';
  const sign = (key: string, text: string | Buffer) =>
    `sha512=${createHmac('sha512', key).update(text).digest('hex')}`;

  test('accepts a known signature', async () => {
    assert.equal(await verifyWebhook({ body, signature, secret }), true);
    assert.equal(await verifyWebhook({ body: Buffer.from(body), signature, secret }), true);
    assert.equal(await verifyWebhook({ body, signature: [signature], secret }), true);
  });

  test('rejects a changed body, secret or signature', async () => {
    assert.equal(await verifyWebhook({ body: `${body} `, signature, secret }), false);
    assert.equal(await verifyWebhook({ body, signature, secret: `${secret}0` }), false);
    assert.equal(await verifyWebhook({ body, signature: `${signature.slice(0, -1)}8`, secret }), false);
  });

  test('accepts any of several secrets', async () => {
    assert.equal(await verifyWebhook({ body, signature, secret: ['new secret', secret] }), true);
    assert.equal(await verifyWebhook({ body, signature, secret: ['new secret', 'other'] }), false);
  });

  test('returns false for a malformed signature', async () => {
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
      `${signature},${signature}`,
    ]) {
      assert.equal(await verifyWebhook({ body, signature: bad, secret }), false, String(bad));
    }
    assert.equal(await verifyWebhook({ body, signature: sign('', body), secret: '' }), false);
  });

  test('uses secrets as UTF-8 and bodies as bytes', async () => {
    const binary = Buffer.from([0, 255, 254, 10, 13]);
    const unicode = 'schlüssel ✓';
    assert.equal(
      await verifyWebhook({ body: binary, signature: sign(unicode, binary), secret: unicode }),
      true,
    );
    const view = Buffer.concat([Buffer.from('xx'), binary]).subarray(2);
    assert.equal(await verifyWebhook({ body: view, signature: sign('k', binary), secret: 'k' }), true);
  });
});

suite('Standard Webhooks headers', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const sign = (key: string | Buffer, timestamp: number, text = body) =>
    `v1,${createHmac('sha256', key).update(`msg_1.${timestamp}.${text}`).digest('base64')}`;
  const headersOf = (timestamp: number, signature: string) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  });
  const verify = (headers: Record<string, string>, key: string | string[] = secret, text = body) =>
    verifyWebhook({ body: text, headers, secret: key });

  test('accepts the signature of any secret, in plain objects and in Headers', async () => {
    const headers = headersOf(now(), sign(secret, now()));
    assert.equal(await verify(headers), true);
    assert.equal(await verify(headers, ['other', secret]), true);
    assert.equal(await verifyWebhook({ body, headers: new Headers(headers), secret }), true);
    const two = headersOf(now(), `${sign('new secret', now())} ${sign(secret, now())}`);
    assert.equal(await verify(two), true);
    assert.equal(await verify(two, 'new secret'), true);
  });

  test('decodes a secret with the prefix whsec_', async () => {
    const key = Buffer.from('0123456789abcdef01234567');
    const headers = headersOf(now(), sign(key, now()));
    assert.equal(await verify(headers, `whsec_${key.toString('base64')}`), true);
  });

  test('rejects a changed body, ID or secret', async () => {
    const headers = headersOf(now(), sign(secret, now()));
    assert.equal(await verify(headers, secret, `${body} `), false);
    assert.equal(await verify({ ...headers, 'webhook-id': 'msg_2' }), false);
    assert.equal(await verify(headers, 'other'), false);
    assert.equal(await verify({}), false);
    assert.equal(await verify({ ...headers, 'webhook-signature': 'v1,x v2,y' }), false);
  });

  test('rejects requests outside the tolerance', async () => {
    for (const timestamp of [now() - 400, now() + 400]) {
      const headers = headersOf(timestamp, sign(secret, timestamp));
      assert.equal(await verify(headers), false);
      assert.equal(await verifyWebhook({ body, headers, secret, toleranceSeconds: 500 }), true);
    }
  });
});
