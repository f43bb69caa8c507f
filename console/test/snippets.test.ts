import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { signingKeys, standardHeaders } from '../../server/src/domain/notifications/webhooks/signature.ts';

const SNIPPET = new URL('../src/pages/webhooks/snippets/receive.ts', import.meta.url);
const body = '{"event":"alert.test"}';

function requestOf(secret: string, { sent = body, previous = '' } = {}) {
  const secrets = { current: signingKeys(secret), previous: previous === '' ? null : signingKeys(previous) };
  return { headers: standardHeaders(secrets, 'delivery-1', new Date(), Buffer.from(body)), body: sent };
}

test('the TypeScript sample of the webhooks page accepts what the service signed and nothing else', async () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const requests = [
    requestOf(secret),
    requestOf('another secret, a new one', { previous: secret }),
    requestOf(secret, { sent: `${body} ` }),
    requestOf('another secret, a new one'),
    { headers: {}, body },
  ];
  const script = `
    const [snippet, secret, requests] = process.argv.slice(1);
    const { receive } = await import(snippet);
    for (const init of JSON.parse(requests)) {
      const request = new Request('http://localhost/', { method: 'POST', ...init });
      console.log((await receive(request, secret)).status);
    }`;
  // The sample imports the package by its name; this condition selects its sources.
  const options = ['--conditions=milepost-source', '--input-type=module', '--eval', script];
  const args = [SNIPPET.href, secret, JSON.stringify(requests)];
  const { stdout } = await promisify(execFile)(process.execPath, [...options, ...args]);
  assert.deepEqual(stdout.trim().split('\n'), ['204', '204', '401', '401', '401']);
});
