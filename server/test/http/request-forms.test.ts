import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { testApi } from '../support/api.ts';
import { ingestBody } from '../support/images/sample-images.ts';

const api = await testApi();
const { port } = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }));
const customer = await api.customer(['admin']);
const headers = await api.signIn(customer);
const bearer = await api.bearer(customer);
const json = { 'content-type': 'application/json' };
const alert = { email: 'desk@example.com', alert_type: 'hot', disabled: false, alert_name: 'Desk' };

suite('POST /auth/token', () => {
  const post = (payload: Buffer | string | undefined, more: Record<string, string> = json) =>
    api.app.inject({
      method: 'POST',
      url: '/auth/token',
      headers: { 'x-api-key': customer.apiKey, ...more },
      ...(payload !== undefined && { payload }),
    });
  const bodies: [string, Buffer | string | undefined, Record<string, string>?][] = [
    ['no body', undefined, {}],
    ['no body but a content type', undefined],
    ['an empty body', ''],
    ['invalid UTF-8', Buffer.from('{"email":"a\xff@example.com","password":"x"}', 'latin1')],
    ['half an object', '{"email":'],
  ];
  for (const [name, payload, more] of bodies) {
    test(`${name} is 422, not valid JSON`, async () => {
      const response = await post(payload, more);
      assert.equal(response.statusCode, 422, response.body);
      assert.equal(response.json().detail[0].type, 'json_invalid');
    });
  }
  test('an empty object still lacks its fields: 400', async () => {
    assert.equal((await post('{}')).statusCode, 400);
  });
});

suite('a compressed body', () => {
  test('is 415 on every kind of route', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    const cases = [
      { url: '/alerts', payload: gzipSync(JSON.stringify(alert)), headers: { ...headers, ...json, ...gzip } },
      { url: '/image', payload: gzipSync('{}'), headers: { ...bearer, ...json, ...gzip } },
      {
        url: '/images/bulk',
        payload: gzipSync('{}'),
        headers: { ...bearer, 'content-type': 'application/x-ndjson', ...gzip },
      },
    ];
    for (const one of cases) {
      const response = await api.app.inject({ method: 'POST', ...one });
      assert.equal(response.statusCode, 415, `${one.url} ${response.body}`);
      assert.match(response.json().detail, /uncompressed/);
    }
  });
  test('identity is no compression', async () => {
    const plain = { ...headers, 'content-encoding': 'identity' };
    const response = await api.app.inject({ method: 'POST', url: '/alerts', headers: plain, payload: alert });
    assert.equal(response.statusCode, 200, response.body);
  });
});

/** The status line of a raw request. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

suite('the Host header', () => {
  test('sent twice is 400', async () => {
    const answer = await raw(
      'GET /livez HTTP/1.1\r\nHost: a.example\r\nhost: b.example\r\nConnection: close\r\n\r\n',
    );
    assert.match(answer, /^HTTP\/1.1 400 /);
    assert.match(answer, /more than one Host header/);
  });
  test('sent once is accepted, missing is 400', async () => {
    assert.match(
      await raw('GET /livez HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n'),
      /^HTTP\/1.1 200 /,
    );
    assert.match(await raw('GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n'), /^HTTP\/1.1 400 /);
  });
});

suite('what a response repeats of the request', () => {
  test('is short, however long an unknown key is', async () => {
    const key = 'k'.repeat(500_000);
    for (const [method, url, body] of [
      ['POST', '/auth/session', { email: 'a@example.com', password: 'x', [key]: 1 }],
      ['PATCH', '/organization/privacy', { [key]: 1 }],
      ['POST', '/alerts', { ...alert, [key]: 1 }],
    ] as const) {
      const response = await api.app.inject({ method, url, headers, payload: body });
      assert.ok(response.statusCode < 500, response.body.slice(0, 200));
      assert.ok(response.body.includes('kkk'), url);
      assert.ok(response.body.length < 3_000, `${url}: ${response.body.length} characters`);
    }
  });
  test('is short for long values in lists', async () => {
    const usdot_number = Array.from({ length: 60 }, () => 'x'.repeat(30)).join(',');
    const insurer = await api.signIn(await api.customer([], 'insurance'));
    const url = `/visual_sightings/carrier-observations?usdot_number=${usdot_number}`;
    const response = await api.app.inject({ url, headers: insurer });
    assert.equal(response.statusCode, 400);
    assert.ok(response.body.length < 20_000, String(response.body.length));
  });
});

suite('values of an image', () => {
  const post = (change: (body: ReturnType<typeof ingestBody>) => unknown) =>
    api.app.inject({
      method: 'POST',
      url: '/image',
      headers: bearer,
      payload: change(ingestBody('http://10.0.0.1/x.jpg')) as object,
    });
  const fields = (response: { json(): { detail: { loc: string[] }[] } }) =>
    response.json().detail.map(({ loc }) => loc.slice(1).join('.'));
  test('numbers as text are 422', async () => {
    const response = await post((body) => ({
      ...body,
      detection_bounding_box: { ...body.detection_bounding_box, xmin: '10' },
      detection_metadata: { ...body.detection_metadata, alpr_confidence: '0.93' },
    }));
    assert.equal(response.statusCode, 422);
    assert.deepEqual(fields(response).slice(0, 2), [
      'detection_bounding_box.xmin',
      'detection_metadata.alpr_confidence',
    ]);
  });
  test('a confidence below 0 or above 100 is 422, a percentage is not', async () => {
    for (const [alpr_confidence, isRefused] of [
      [-0.1, true],
      [100.1, true],
      [93, false],
      [100, false],
      [1, false],
    ] as const) {
      const response = await post((body) => ({
        ...body,
        detection_metadata: { ...body.detection_metadata, alpr_confidence },
      }));
      // The private address is a problem of every one of these requests.
      const expected = isRefused ? ['detection_metadata.alpr_confidence', 'image_url'] : ['image_url'];
      assert.deepEqual(fields(response), expected, String(alpr_confidence));
    }
  });
});
