import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { publicOnly, publicOrLoopback } from '../../src/adapters/outbound/address-policy.ts';
import { createOutbound } from '../../src/adapters/outbound/create-outbound.ts';
import { hostileWorld } from '../support/images/hostile.ts';

const world = await hostileWorld();
const { port, names, refuses, accepts } = world;

test('reaches the allowed address by number and by name', async () => {
  names.set('good.test', [['127.0.0.1']]);
  await accepts(`http://127.0.0.1:${port}/good`);
  await accepts(`http://good.test:${port}/good`);
  await accepts(`http://GOOD.test:${port}/good?a=1#b`);
});

suite('a forbidden address is 422 in every notation', { concurrency: 8 }, () => {
  const notations = [
    '127.0.0.2',
    '127.0.0.2.',
    '127.2',
    '127.0.2',
    '2130706434',
    '0x7f000002',
    '0x7F.0x0.0x0.0x2',
    '0x7f.2',
    '0x7f.0.2',
    '017700000002',
    '0177.0.0.2',
    '0177.0.0.02',
    '0000177.0.0.0002',
    '127.0.0.0x2',
    '127.00.000.2',
    '１２７.０.０.２',
    '127。0。0。2',
    '127｡0｡0｡2',
    '%31%32%37.0.0.2',
    '127.0.0.%32',
    '①②⑦.⓪.⓪.②',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000:0000:0000:0000:0000:0000:0000:0001]',
    '[::ffff:127.0.0.2]',
    '[::ffff:7f00:2]',
    '[::FFFF:7F00:0002]',
    '[0:0:0:0:0:ffff:127.0.0.2]',
    '[::127.0.0.2]',
    '[::ffff:0:127.0.0.2]',
    '[64:ff9b::127.0.0.2]',
    '[64:ff9b:1::7f00:2]',
    '[2002:7f00:2::]',
    '[2001:0:7f00:2::1]',
    '0.0.0.0',
    '0',
    '[::]',
  ];
  for (const notation of notations) {
    test(notation, () => refuses(`http://${notation}:${port}/good`, 422, /image_url/));
  }
});

suite('localhost is handled as an address, without a DNS lookup', () => {
  for (const host of ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'ｌocalhost']) {
    test(host, async () => {
      // One half of it, ::1, is forbidden here, so the whole is.
      await refuses(`http://${host}:${port}/good`, 500, /could not be reached/);
      const outbound = createOutbound({ allows: publicOnly, userAgent: 'test' });
      assert.equal(outbound.refusal(`http://${host}/`)?.reason, 'forbidden_address');
      await outbound.close();
      assert.ok(!world.lookUps.some((name) => /localhost/i.test(name)));
    });
  }
});

suite('addresses that are not public unicast are 422', { concurrency: 8 }, () => {
  const forbidden = [
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.100.100.200',
    '100.127.255.255',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '169.254.170.2',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '192.168.255.255',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '[::ffff:8.8.8.8]',
    '[64:ff9b::808:808]',
    '[100::1]',
    '[2001::1]',
    '[2001:10::1]',
    '[2001:20::1]',
    '[2001:db8::1]',
    '[2002:808:808::1]',
    '[3fff::1]',
    '[5f00::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[febf::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[4000::1]',
  ];
  for (const host of forbidden) test(host, () => refuses(`http://${host}/a.jpg`, 422, /public host/));
});

test('public addresses next to forbidden ranges are allowed', () => {
  const open = ['1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'];
  open.push(
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '223.255.255.255',
  );
  open.push('2606:4700:4700::1111', '2001:200::1', '2003::1', '2a00:1450:4001::200e');
  for (const address of open) assert.ok(publicOnly(address), address);
  for (const address of ['fe80::1%eth0', '2606:4700::1%1', 'example.com', '', '1.2.3', '::']) {
    assert.ok(!publicOrLoopback(address), address);
  }
});

test('local mode allows loopback and no other private address', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '0:0:0:0:0:0:0:1', '1.1.1.1']) {
    assert.ok(publicOrLoopback(address), address);
  }
  for (const address of [
    '10.0.0.1',
    '169.254.169.254',
    '::',
    '0.0.0.0',
    '::ffff:127.0.0.1',
    'fe80::1',
    '::2',
    '1::1',
  ]) {
    assert.ok(!publicOrLoopback(address), address);
  }
});

suite('URLs with credentials, other schemes or blocked ports are 422', () => {
  const urls = [
    `http://user@127.0.0.1:${port}/good`,
    `http://user:secret@127.0.0.1:${port}/good`,
    `http://127.0.0.1@127.0.0.2:${port}/good`,
    `http://127.0.0.1:80@127.0.0.2:${port}/good`,
    `http://127.0.0.2:${port}\\@127.0.0.1/good`,
    `http:\\\\127.0.0.2:${port}\\good`,
    `http:/127.0.0.2:${port}/good`,
    `  http://127.0.0.2:${port}/good  `,
    `h\ttp://127.0.0.2:${port}/good`,
    'gopher://127.0.0.1/1',
    'ws://127.0.0.1/',
    'http://good.test:22/',
    'http://good.test:25/',
    'http://good.test:6667/',
    'http://good.test:0/',
    'http://good.test:99999/',
    'http://[::1/',
    'http://good.test:port/',
    'http:///',
    'http://a b/',
    'http://[fe80::1%25eth0]/',
    'http://256.256.256.256/',
  ];
  for (const url of urls) test(url, () => refuses(url, 422, /image_url/));
});

suite('responses of a name server', { concurrency: 16 }, () => {
  const responses: [string, (string[] | Error | 'never')[]][] = [
    ['a trap', [['127.0.0.2']]],
    ['the other trap', [['127.0.0.3']]],
    ['the IPv6 trap', [['::1']]],
    ['the good one, then a trap', [['127.0.0.1', '127.0.0.2']]],
    ['a trap, then the good one', [['127.0.0.2', '127.0.0.1']]],
    ['the good one among many', [['127.0.0.1', '127.0.0.1', '127.0.0.1', '::1']]],
    ['a mapped trap', [['::ffff:127.0.0.2']]],
    ['a mapped good one', [['::ffff:127.0.0.1']]],
    ['6to4', [['2002:7f00:2::1']]],
    ['NAT64', [['64:ff9b::7f00:2']]],
    ['link-local', [['fe80::1']]],
    ['link-local with a zone', [['fe80::1%lo']]],
    ['unique-local', [['fd00::1']]],
    ['metadata', [['169.254.169.254']]],
    ['a private network', [['10.1.2.3']]],
    ['nothing', [[]]],
    ['an error', [new Error('SERVFAIL')]],
    ['never', ['never']],
    ['a name in place of an address', [['localhost']]],
    ['an empty text', [['']]],
    ['a hundred addresses, one of them bad', [[...Array(99).fill('127.0.0.1'), '127.0.0.2']]],
  ];
  for (const [index, [what, script]] of responses.entries()) {
    test(what, async () => {
      names.set(`dns${index}.test`, script);
      await refuses(`http://dns${index}.test:${port}/good`, 500, /could not be (reached|resolved)/);
    });
  }
});

suite('DNS rebinding between the check and the connection', () => {
  test('connects to the checked address, with one DNS lookup per connection', async () => {
    names.set('rebind1.test', [['127.0.0.1'], ['127.0.0.2']]);
    await accepts(`http://rebind1.test:${port}/good`);
    assert.equal(world.lookUps.filter((name) => name === 'rebind1.test').length, 1);
  });

  test('checks a second connection again', async () => {
    names.set('rebind2.test', [['127.0.0.1'], ['127.0.0.2']]);
    world.pages.set('/close', (_request, response) => {
      response.setHeader('connection', 'close');
      response.end(world.good);
    });
    await accepts(`http://rebind2.test:${port}/close`);
    await refuses(`http://rebind2.test:${port}/close`, 500, /could not be reached/);
  });

  test('a reused connection keeps the checked address', async () => {
    names.set('rebind3.test', [['127.0.0.1'], ['127.0.0.2']]);
    await accepts(`http://rebind3.test:${port}/good`);
    await accepts(`http://rebind3.test:${port}/good?again`);
  });

  test('the same name on another port is a new connection', async () => {
    names.set('rebind4.test', [['127.0.0.1'], ['::1']]);
    await accepts(`http://rebind4.test:${port}/good`);
    await refuses(`http://rebind4.test:${world.tlsPort}/good`, 500, /could not be reached/);
  });

  test('checks a redirect to the same name on a new connection', async () => {
    names.set('rebind5.test', [['127.0.0.1'], ['127.0.0.3']]);
    world.pages.set('/self', (_request, response) => {
      response.writeHead(302, { location: `http://rebind5.test:${port}/good`, connection: 'close' }).end();
    });
    await refuses(`http://rebind5.test:${port}/self`, 500);
  });

  test('fifty concurrent requests with alternating DNS responses', async () => {
    const script = Array.from({ length: 50 }, (_, i) => [i % 2 === 0 ? '127.0.0.1' : '127.0.0.2']);
    names.set('rebind6.test', script);
    const ask = (i: number) => world.ingest(`http://rebind6.test:${port}/close?${i}`);
    const responses = await Promise.all(Array.from({ length: 50 }, (_, i) => ask(i)));
    assert.ok(responses.every(({ status }) => status === 200 || status === 500));
    assert.ok(
      responses.some(({ status }) => status === 200) && responses.some(({ status }) => status === 500),
    );
    assert.deepEqual(world.trapped, []);
  });
});

test('the default resolver sends no query for an address or localhost', async () => {
  const outbound = createOutbound({ allows: publicOrLoopback, userAgent: 'test' });
  const response = await outbound.send({
    url: `http://localhost:${port}/good`,
    deadlineMs: 5_000,
    maxBytes: 1e6,
  });
  assert.deepEqual(await response.bytes(), world.good);
  await outbound.close();
});

test('no forbidden address was reached, and no staged file is left', async () => {
  assert.deepEqual(world.trapped, []);
  assert.deepEqual(await world.stagedFiles(), []);
});
