import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { suite, test } from 'node:test';
import { type SignedBody, type SignedRequest, verifyWebhook, WebhookError } from '../src/index.ts';

/** The event, or why the request is refused. */
async function outcome(request: SignedBody | SignedRequest): Promise<string> {
  try {
    return (await verifyWebhook(request)).event;
  } catch (error) {
    assert.ok(error instanceof WebhookError, String(error));
    assert.ok(error.message.length > 10);
    return error.reason;
  }
}

const secret = '0123456789abcdef';
const body = '{"event":"alert.test","total_matches":1}';

suite('X-GenLogs-Signature', () => {
  const signature =
    'sha512=dd56acdd99e2c029a015edf6ecb5b47fdc6ff64f7eed03b8fc2ce17e80500f232ca1c8e9716704602b489fa01340c85d745291690eeb9fb6ea053c49e227a4c7';
  const sign = (key: string, text: string | Buffer) =>
    `sha512=${createHmac('sha512', key).update(text).digest('hex')}`;

  test('accepts a known signature', async () => {
    assert.equal(await outcome({ body, signature, secret }), 'alert.test');
    assert.equal(await outcome({ body: Buffer.from(body), signature, secret }), 'alert.test');
    assert.equal(await outcome({ body, signature: [signature], secret }), 'alert.test');
  });

  test('rejects a changed body, secret or signature', async () => {
    assert.equal(await outcome({ body: `${body} `, signature, secret }), 'wrong_signature');
    assert.equal(await outcome({ body, signature, secret: `${secret}0` }), 'wrong_signature');
    assert.equal(await outcome({ body, signature: `${signature.slice(0, -1)}8`, secret }), 'wrong_signature');
  });

  test('accepts any of several secrets', async () => {
    assert.equal(await outcome({ body, signature, secret: ['new secret', secret] }), 'alert.test');
    assert.equal(await outcome({ body, signature, secret: ['new secret', 'other'] }), 'wrong_signature');
  });

  test('says why it refuses a request', async () => {
    const hex = signature.slice('sha512='.length);
    for (const bad of [null, undefined, '', []])
      assert.equal(await outcome({ body, signature: bad, secret }), 'missing_header', String(bad));
    for (const bad of [
      hex,
      'sha512=',
      `sha256=${hex}`,
      signature.slice(0, -2),
      `${signature}00`,
      `${signature},${signature}`,
    ])
      assert.equal(await outcome({ body, signature: bad, secret }), 'malformed_header', bad);
    for (const none of ['', [], ['']])
      assert.equal(await outcome({ body, signature: sign('', body), secret: none }), 'no_secret');
    const parsed = JSON.parse(body) as string;
    assert.equal(await outcome({ body: parsed, signature, secret }), 'parsed_body');
    assert.equal(await outcome({ body: undefined as never, signature, secret }), 'parsed_body');
    assert.equal(
      await outcome({ body: 'no JSON', signature: sign(secret, 'no JSON'), secret }),
      'invalid_json',
    );
  });

  test('uses secrets as UTF-8 and bodies as bytes', async () => {
    const bytes = Buffer.from('{"event":"schlüssel ✓"}');
    const unicode = 'schlüssel ✓';
    assert.equal(
      await outcome({ body: bytes, signature: sign(unicode, bytes), secret: unicode }),
      'schlüssel ✓',
    );
    const view = Buffer.concat([Buffer.from('xx'), bytes]).subarray(2);
    assert.equal(await outcome({ body: view, signature: sign('k', bytes), secret: 'k' }), 'schlüssel ✓');
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
    outcome({ body: text, headers, secret: key });

  test('accepts the signature of any secret, in plain objects and in Headers', async () => {
    const headers = headersOf(now(), sign(secret, now()));
    assert.equal(await verify(headers), 'alert.test');
    assert.equal(await verify(headers, ['other', secret]), 'alert.test');
    assert.equal(await outcome({ body, headers: new Headers(headers), secret }), 'alert.test');
    const two = headersOf(now(), `${sign('new secret', now())} ${sign(secret, now())}`);
    assert.equal(await verify(two), 'alert.test');
    assert.equal(await verify(two, 'new secret'), 'alert.test');
  });

  test('decodes a secret with the prefix whsec_', async () => {
    const key = Buffer.from('0123456789abcdef01234567');
    const headers = headersOf(now(), sign(key, now()));
    assert.equal(await verify(headers, `whsec_${key.toString('base64')}`), 'alert.test');
  });

  test('rejects a changed body, ID or secret', async () => {
    const headers = headersOf(now(), sign(secret, now()));
    assert.equal(await verify(headers, secret, `${body} `), 'wrong_signature');
    assert.equal(await verify({ ...headers, 'webhook-id': 'msg_2' }), 'wrong_signature');
    assert.equal(await verify(headers, 'other'), 'wrong_signature');
    assert.equal(await verify({}), 'missing_header');
    assert.equal(await verify({ ...headers, 'webhook-signature': 'v1,x v2,y' }), 'malformed_header');
    assert.equal(await verify({ ...headers, 'webhook-timestamp': 'soon' }), 'malformed_header');
  });

  test('rejects requests outside the tolerance', async () => {
    for (const timestamp of [now() - 400, now() + 400]) {
      const headers = headersOf(timestamp, sign(secret, timestamp));
      assert.equal(await verify(headers), 'old_timestamp');
      assert.equal(await outcome({ body, headers, secret, toleranceSeconds: 500 }), 'alert.test');
    }
  });
});
