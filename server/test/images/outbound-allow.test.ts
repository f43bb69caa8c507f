import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import { suite, test } from 'node:test';
import { publicOnly } from '../../src/adapters/outbound/address-policy.ts';
import { allowing } from '../../src/adapters/outbound/allow-list.ts';
import { createOutbound } from '../../src/adapters/outbound/create-outbound.ts';
import { readEnv } from '../../src/config/env.ts';
import { decideSettings } from '../../src/config/settings.ts';
import { testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';

suite('the allow list', () => {
  const cases: [entries: string[], allowed: [string, string?][], forbidden: [string, string?][]][] = [
    [[], [['1.1.1.1']], [['10.0.0.1'], ['127.0.0.1'], ['169.254.169.254']]],
    [
      ['10.1.0.0/16', '192.168.7.7', 'fd12:3456::/32'],
      [['10.1.2.3'], ['192.168.7.7'], ['fd12:3456::1'], ['8.8.8.8']],
      [['10.2.0.1'], ['192.168.7.8'], ['fd99::1'], ['::ffff:10.1.2.3'], ['::ffff:a01:203'], ['127.0.0.1']],
    ],
    [
      ['camera.lan'],
      [
        ['10.0.0.5', 'camera.lan'],
        ['192.168.1.1', 'CAMERA.LAN.'],
        ['fd00::7', 'camera.lan'],
      ],
      [
        ['10.0.0.5', 'other.lan'],
        ['10.0.0.5'],
        ['127.0.0.1', 'camera.lan'],
        ['::1', 'camera.lan'],
        ['169.254.169.254', 'camera.lan'],
        ['169.254.1.1', 'camera.lan'],
        ['fd00:ec2::254', 'camera.lan'],
        ['100.100.100.200', 'camera.lan'],
        ['0.0.0.0', 'camera.lan'],
        ['224.0.0.1', 'camera.lan'],
        ['fe80::1%eth0', 'camera.lan'],
        ['10.0.0.5', 'camera.lan.evil.example'],
      ],
    ],
    [
      ['169.254.0.0/16', 'fd00::/8', '0.0.0.0/0', '100.64.0.0/10'],
      [['169.254.1.1'], ['fd00::1'], ['127.0.0.1']],
      [
        ['169.254.169.254'],
        ['169.254.170.2'],
        ['fd00:ec2::254'],
        ['fd00:0ec2:0:0::254'],
        ['100.100.100.200'],
      ],
    ],
    [['169.254.169.254', 'fd00:ec2::254/128'], [['169.254.169.254'], ['fd00:ec2::254']], [['169.254.1.1']]],
  ];
  for (const [entries, allowed, forbidden] of cases) {
    test(entries.join(', ') || 'empty', () => {
      const allows = allowing(publicOnly, entries);
      for (const [address, host] of allowed) assert.ok(allows(address, host), `${address} of ${host}`);
      for (const [address, host] of forbidden) assert.ok(!allows(address, host), `${address} of ${host}`);
    });
  }

  test('entries that are no range and no host name are rejected', () => {
    const read = (value: string) => decideSettings(readEnv({ OUTBOUND_ALLOW: value })).outboundAllow;
    assert.deepEqual(read(' 10.0.0.0/8, Camera.LAN,fd00::/8 '), ['10.0.0.0/8', 'camera.lan', 'fd00::/8']);
    for (const bad of [
      '10.0.0.0/33',
      '10.0.0',
      '10.0.0.0/',
      'http://camera.lan',
      'a b',
      'fd00::/129',
      '*.lan',
    ])
      assert.throws(() => read(bad), /OUTBOUND_ALLOW must be/, bad);
  });
});

suite('downloads through the real client', async () => {
  // 127.0.0.1 stands for the camera's network. 127.0.0.2 must never be reached.
  const good = await sampleImage('jpeg');
  const camera = createServer((request, response) => {
    if (request.url === '/elsewhere')
      response.writeHead(302, { location: `http://rebound.test:${port}/image` }).end();
    else response.setHeader('connection', 'close').end(good);
  });
  await new Promise<void>((resolve) => camera.listen(0, '127.0.0.1', resolve));
  const { port } = camera.address() as AddressInfo;
  let trapped = 0;
  const trap = createTcp((socket) => {
    trapped++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => trap.listen(port, '127.0.0.2', resolve));
  closing(async () => {
    camera.close();
    trap.close();
  });
  const answers = new Map<string, string[][]>();
  const outbound = createOutbound({
    allows: allowing(publicOnly, ['127.0.0.1/32']),
    userAgent: 'test',
    resolve: async (host) => {
      const script = answers.get(host) ?? [[]];
      return (script.length > 1 ? script.shift() : script[0]) ?? [];
    },
  });
  const api = await testApi({ outbound });
  const headers = await api.bearer(await api.customer(['admin']));
  let sent = 0;
  const ingest = async (url: string) => {
    const payload = ingestBody(url, { source: `camera-${++sent}` });
    return (await api.app.inject({ method: 'POST', url: '/image', headers, payload })).statusCode;
  };

  test('reach a listed network by address and by name', async () => {
    answers.set('camera.test', [['127.0.0.1']]);
    assert.equal(await ingest(`http://127.0.0.1:${port}/image`), 200);
    assert.equal(await ingest(`http://camera.test:${port}/image`), 200);
    assert.equal(await ingest(`http://127.0.0.2:${port}/image`), 422);
  });
  test('a name that is rebound to another private address is rejected', async () => {
    answers.set('rebound.test', [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1', '127.0.0.2']]);
    assert.equal(await ingest(`http://rebound.test:${port}/image`), 200);
    assert.equal(await ingest(`http://rebound.test:${port}/image`), 500);
    assert.equal(await ingest(`http://rebound.test:${port}/image`), 500);
  });
  test('a redirect to another private address is rejected', async () => {
    answers.set('camera.test', [['127.0.0.1']]);
    answers.set('rebound.test', [['127.0.0.2']]);
    assert.equal(await ingest(`http://camera.test:${port}/elsewhere`), 500);
    assert.equal(trapped, 0);
  });
});

test('in production, images reach the list and webhooks never do', async () => {
  const env = {
    MILEPOST_MODE: 'production',
    PUBLIC_URL: 'https://milepost.example',
    OUTBOUND_ALLOW: '10.0.0.0/8,127.0.0.1',
  };
  const { services } = await testApi({ env });
  const { images, notifications } = services;
  assert.equal(images.outbound.refusal('http://10.1.1.1/a.jpg'), null);
  assert.equal(images.outbound.refusal('http://192.168.1.1/a.jpg')?.reason, 'forbidden_address');
  for (const url of ['https://10.1.1.1/', 'https://127.0.0.1/', 'https://169.254.169.254/'])
    assert.equal(notifications.outbound.refusal(url)?.reason, 'forbidden_address');
  const answer = await notifications.outbound.exchange({
    url: 'https://10.1.1.1/',
    deadlineMs: 1_000,
    maxBytes: 10,
  });
  assert.equal(answer.status, null);
});
