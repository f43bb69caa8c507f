import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bodySignature,
  signingKeys,
  standardHeaders,
} from '../../src/domain/notifications/webhooks/signature.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';
import { freePort } from '../support/serve-process.ts';

const SECRET = '0123456789abcdef';
const body = JSON.stringify({ event: 'alert.test', total_matches: 0, matches: [] });

function headersFor(secret: string, sentAt = new Date()): Record<string, string> {
  const keys = signingKeys(secret);
  return {
    'x-genlogs-signature': bodySignature(keys, Buffer.from(body)),
    ...standardHeaders({ current: keys, previous: null }, 'msg_1', sentAt, Buffer.from(body)),
  };
}

async function post(url: string, headers: Record<string, string>, method = 'POST'): Promise<number> {
  for (let tries = 0; ; tries++) {
    try {
      return (await fetch(url, { method, headers, body })).status;
    } catch (error) {
      if (tries > 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

test('listen accepts signed webhooks and says why it refuses others', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/hook`;
  const cases: [Record<string, string>, number, RegExp][] = [
    [headersFor(SECRET), 204, /alert\.test, 0 matches, signature valid/],
    [headersFor('another secret'), 401, /REFUSED: X-GenLogs-Signature does not fit the body and the secret/],
    [{}, 401, /REFUSED: the header X-GenLogs-Signature is missing/],
    [
      headersFor(SECRET, new Date(Date.now() - 600_000)),
      401,
      /REFUSED: webhook-timestamp is more than 5 minutes/,
    ],
    [
      { ...headersFor(SECRET), 'webhook-signature': 'v1,AAAA' },
      401,
      /REFUSED: webhook-signature does not fit the body and the secret/,
    ],
  ];
  const count = String(cases.length);
  const listening = milepost(
    ['listen', '--port', String(port), '--secret', SECRET, '--count', count],
    await temporaryFolder(),
  );
  assert.equal(
    await post(url, headersFor(SECRET), 'PUT'),
    405,
    'what is no webhook is neither printed nor counted',
  );
  for (const [headers, status] of cases) assert.equal(await post(url, headers), status);
  const { code, stdout } = await listening;
  assert.equal(code, 0);
  const lines = stdout.trim().split('\n').slice(1);
  for (const [i, [, , message]] of cases.entries()) assert.match(lines[i] ?? '', message);
});

test('listen needs a secret, and reports a port that is in use', async () => {
  const dataDir = await temporaryFolder();
  assert.equal((await milepost(['listen'], dataDir)).code, 2);
  const port = String(await freePort());
  const first = milepost(['listen', '--port', port, '--secret', SECRET, '--count', '1'], dataDir);
  const second = await milepost(['listen', '--port', port, '--secret', SECRET], dataDir);
  assert.equal(second.code, 1);
  assert.match(second.stderr, /Port \d+ is already in use\. Choose another with --port\./);
  await post(`http://127.0.0.1:${port}/`, headersFor(SECRET));
  await first;
});

test('--version prints the version and the commit', async () => {
  for (const word of ['--version', '-v', 'version']) {
    const { code, stdout } = await milepost([word], await temporaryFolder());
    assert.equal(code, 0);
    assert.match(stdout, /^milepost \d+\.\d+\.\d+ \(([0-9a-f]{12}|unknown)\)\n$/);
  }
});
