import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import sharp from 'sharp';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '../../../sdk/src/index.ts';
import { compose } from '../../src/adapters/mail/compose.ts';
import { albersUsa } from '../../src/domain/notifications/mail/albers-usa.ts';
import { drawMap } from '../../src/domain/notifications/mail/draw-map.ts';
import type { Message } from '../../src/domain/notifications/mail/mailer.ts';
import {
  parseRetryAfter,
  RETRY_DELAYS_MS,
  retryDelayMs,
} from '../../src/domain/notifications/retry-schedule.ts';
import {
  bodySignature,
  signingKeys,
  standardHeaders,
} from '../../src/domain/notifications/webhooks/signature.ts';
import { keyring } from '../../src/lib/bytes/keyring.ts';
import { sealing } from '../../src/lib/bytes/sealing.ts';
import { headersOf, partOf } from '../support/notifications/mail-server.ts';

const vector = {
  secret: '0123456789abcdef',
  body: '{"event":"alert.test","total_matches":1}',
  signature:
    'sha512=dd56acdd99e2c029a015edf6ecb5b47fdc6ff64f7eed03b8fc2ce17e80500f232ca1c8e9716704602b489fa01340c85d745291690eeb9fb6ea053c49e227a4c7',
};

test('the HMAC-SHA512 signature of a known body', () => {
  assert.equal(bodySignature(signingKeys(vector.secret), Buffer.from(vector.body)), vector.signature);
});

test('the SDK and the Standard Webhooks library verify the signatures of any secret and body', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 16, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(text, text, fc.uint8Array({ maxLength: 300 }), async (current, previous, bytes) => {
      const at = new Date();
      const body = Buffer.from(JSON.stringify([...bytes]));
      const keys = { current: signingKeys(current), previous: signingKeys(previous) };
      const headers = standardHeaders(keys, 'id-1', at, body);
      const wrong = `${current}${previous}!`;
      for (const secret of [current, previous]) {
        const signature = bodySignature(signingKeys(secret), body);
        assert.equal(signature, `sha512=${createHmac('sha512', secret).update(body).digest('hex')}`);
        assert.deepEqual(await verifyWebhook({ body, signature, secret }), [...bytes]);
        await assert.rejects(verifyWebhook({ body, signature, secret: wrong }), {
          reason: 'wrong_signature',
        });
        new Webhook(Buffer.from(secret), { format: 'raw' }).verify(body, headers);
      }
      assert.throws(() => new Webhook(Buffer.from(wrong), { format: 'raw' }).verify(body, headers));
    }),
    { numRuns: 50 },
  );
});

test('a whsec_ secret is decoded for webhook-signature and used as text for the SHA-512 signature', () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`;
  const body = Buffer.from(vector.body);
  const current = signingKeys(secret);
  new Webhook(secret).verify(body, standardHeaders({ current, previous: null }, 'id-2', new Date(), body));
  assert.equal(
    bodySignature(current, body),
    `sha512=${createHmac('sha512', secret).update(body).digest('hex')}`,
  );
});

test('the retry schedule has nine delays with up to 10 % jitter, more than 72 hours in total', () => {
  const [second, minute, hour] = [1_000, 60_000, 3_600_000];
  const table = [
    5 * second,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ];
  assert.deepEqual([...RETRY_DELAYS_MS], table);
  assert.ok(table.reduce((a, b) => a + b) > 72 * hour);
  for (const [i, pause] of table.entries()) {
    assert.equal(retryDelayMs(i + 1, null, 0), pause);
    assert.equal(Math.round(retryDelayMs(i + 1, null, 1) ?? 0), Math.round(pause * 1.1));
  }
  assert.equal(retryDelayMs(10, null, 0), null);
});

test('Retry-After extends a delay up to the length of the next one and never shortens it', () => {
  assert.equal(retryDelayMs(1, 60_000, 0), 60_000);
  assert.equal(retryDelayMs(1, 3_600_000, 0), 300_000, 'at most the next delay');
  assert.equal(retryDelayMs(2, 1_000, 0), 300_000);
  assert.equal(retryDelayMs(9, 999_999_999, 0), 24 * 3_600_000);
  const now = new Date('2026-03-01T12:00:00Z');
  assert.equal(parseRetryAfter('120', now), 120_000);
  assert.equal(parseRetryAfter('Sun, 01 Mar 2026 12:01:00 GMT', now), 60_000);
  assert.equal(parseRetryAfter('Sun, 01 Mar 2026 11:00:00 GMT', now), 0);
  for (const bad of [undefined, '', '-5', '1.5', 'soon', '2026-03-01T12:01:00Z', ['1', '2']]) {
    assert.equal(parseRetryAfter(bad, now), null, String(bad));
  }
});

test('a sealed secret opens only with its key and context, also after a new key was added in front', () => {
  const old = sealing(keyring('k'.repeat(32)));
  const sealed = old.seal('secret ✓', 'webhook 1');
  assert.equal(old.open(sealed, 'webhook 1'), 'secret ✓');
  assert.ok(!sealed.includes('secret'));
  assert.notDeepEqual(old.seal('secret ✓', 'webhook 1'), sealed, 'each sealing is different');
  assert.throws(() => old.open(sealed, 'webhook 2'), /cannot be read/);
  assert.throws(() => sealing(keyring('x'.repeat(32))).open(sealed, 'webhook 1'), /cannot be read/);
  const both = sealing(keyring(`${'n'.repeat(32)},${'k'.repeat(32)}`));
  assert.equal(both.open(sealed, 'webhook 1'), 'secret ✓');
  for (let i = 0; i < sealed.length; i++) {
    const touched = Buffer.from(sealed);
    touched[i] = (touched[i] ?? 0) ^ 1;
    assert.throws(() => old.open(touched, 'webhook 1'), /cannot be read/, `byte ${i}`);
  }
});

test('the map projects US locations onto the us-atlas plane and omits others', async () => {
  const near = (lat: number, lon: number, x: number, y: number, within = 5) => {
    const point = albersUsa(lat, lon);
    assert.ok(point && Math.hypot(point[0] - x, point[1] - y) < within, `${lat}, ${lon}: ${point}`);
  };
  // Two corners of Colorado from the us-atlas package, then Anchorage and Honolulu.
  near(36.999, -109.045, 264.64, 327.964, 0.1);
  near(41.002, -102.052, 395.327, 249.045, 0.3);
  near(61.22, -149.9, 113, 545);
  near(21.3, -157.86, 267, 550);
  assert.equal(albersUsa(51.5, -0.1), null);
  assert.equal(albersUsa(-33.9, 151.2), null);
  assert.equal(
    await drawMap([
      { latitude: 51.5, longitude: -0.1 },
      { latitude: null, longitude: null },
    ]),
    null,
  );
  const image = await drawMap([{ latitude: 35.19, longitude: -101.83 }]);
  assert.ok(image);
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height, info.channels], [488, 305, 3]);
  const [x, y] = (albersUsa(35.19, -101.83) ?? [0, 0]).map((value) => Math.round((value * 488) / 975)) as [
    number,
    number,
  ];
  assert.deepEqual([...data.subarray((y * 488 + x) * 3, (y * 488 + x) * 3 + 3)], [214, 69, 25]);
});

test('a map differs from another one only around the dots', async () => {
  const pixelsOf = async (image: Buffer | null) => {
    assert.ok(image);
    return sharp(image).raw().toBuffer();
  };
  const seattle = { latitude: 47.6, longitude: -122.3 };
  const miami = { latitude: 25.8, longitude: -80.2 };
  const one = await pixelsOf(await drawMap([seattle]));
  const both = await pixelsOf(await drawMap([seattle, miami]));
  const [x, y] = (albersUsa(miami.latitude, miami.longitude) ?? [0, 0]).map((n) => (n * 488) / 975) as [
    number,
    number,
  ];
  const changed = [...both.keys()].filter((i) => one[i] !== both[i]).map((i) => Math.floor(i / 3));
  assert.ok(new Set(changed).size > 20, `${changed.length} bytes`);
  for (const i of changed) assert.ok(Math.hypot((i % 488) - x, Math.floor(i / 488) - y) < 7, `pixel ${i}`);
});

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom('a', '=', ' ', '\t', '.', '\n', '\r\n', 'é', '貨', '\u0007'),
    maxLength: 300,
  }),
  fc.string({ minLength: 60, maxLength: 90 }),
);
const anyAddress = fc.oneof(
  fc.constantFrom(
    'a@b.example',
    'o"x@y.example',
    'a\r\nBcc: x@y.example',
    '<a@b>, c@d.example',
    'jürgen@b.example',
  ),
  fc.emailAddress(),
);
const map = (await drawMap([{ latitude: 35.19, longitude: -101.83 }])) as Buffer;
const anyMessage: fc.Arbitrary<Message> = fc.record({
  messageId: fc.uuid().map((id) => `${id}@c.example`),
  date: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }),
  from: fc.constant('alerts@milepost.example'),
  to: anyAddress,
  cc: fc.array(anyAddress, { maxLength: 4 }),
  recipient: fc.constant('c@d.example'),
  subject: fc.oneof(
    anyText,
    fc.constantFrom('2 sightings: Stolen trailers', 'a =?UTF-8?Q?b?= c', 'x\r\nBcc: y@z.example'),
  ),
  text: anyText.map((text) => `Text ${text}`),
  html: anyText.map((text) => `<p>${text}`),
  headers: anyText.map((value) => ({ 'X-Note': `n${value.replace(/[^ -~\s]/g, '')}` })),
  inlineImages: fc.constantFrom(
    [],
    [{ cid: 'map', filename: 'map.png', contentType: 'image/png', bytes: map }],
  ),
});

test('an email has only the expected headers, and parts that decode to its content', async () => {
  await fc.assert(
    fc.asyncProperty(anyMessage, async (message) => {
      const raw = await compose(message);
      const names = headersOf(raw.toString()).map(([name]) => name);
      const optional = ['cc', 'to', 'subject'];
      assert.equal(new Set(names).size, names.length, 'each header once');
      assert.deepEqual(names.filter((name) => !optional.includes(name)).sort(), [
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'x-note',
      ]);
      const email = await PostalMime.parse(raw);
      const wire = (content: string | undefined) => content?.replace(/\r?\n/g, '\n').trimEnd();
      assert.equal(email.messageId, `<${message.messageId}>`);
      assert.equal(email.from?.address, message.from);
      assert.equal(wire(email.text), wire(message.text));
      assert.equal(wire(email.html), wire(message.html));
      assert.equal(email.attachments.length, message.inlineImages.length);
      if (message.inlineImages.length > 0) assert.deepEqual(partOf(raw.toString(), 'image/png'), map);
      const body = raw.subarray(raw.indexOf('\r\n\r\n')).toString('latin1');
      for (const line of body.split('\r\n')) assert.match(line, /^[\t -~]{0,76}$/);
    }),
    { numRuns: 200 },
  );
});
