import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { signingKeys, standardHeaders } from '../../server/src/domain/notifications/webhooks/signature.ts';
import { temporaryFolder } from '../../server/test/support/milepost.ts';
import { moment } from '../src/lib/zoned-time.ts';

const ZONED: [local: string, zone: string, utc: string][] = [
  ['2026-07-01T09:30', 'America/Chicago', '2026-07-01T14:30'],
  ['2026-01-01', 'America/New_York', '2026-01-01T05:00'],
  ['2026-05-05', 'Asia/Kolkata', '2026-05-04T18:30'],
  // On this day the clocks skip from 2:00 to 3:00.
  ['2026-03-08', 'America/Chicago', '2026-03-08T06:00'],
  ['2026-03-08T02:30', 'America/Chicago', '2026-03-08T08:30'],
  ['2026-03-08T03:30', 'America/Chicago', '2026-03-08T08:30'],
  ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30'],
  // And here they show 1:00 to 2:00 twice.
  ['2026-11-01T01:30', 'America/Chicago', '2026-11-01T06:30'],
  ['2026-11-01T02:30', 'America/Chicago', '2026-11-01T08:30'],
];
for (const [local, zone, utc] of ZONED) {
  test(`${local} in ${zone} is ${utc} UTC`, () => {
    assert.equal(moment(local, zone).toISOString(), `${utc}:00.000Z`);
  });
}

const snippet = (file: string) =>
  fileURLToPath(new URL(`../src/pages/webhooks/snippets/${file}`, import.meta.url));
const run = promisify(execFile);
const body = '{"event":"alert.test"}';
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

function requestOf(secret: string, { sent = body, previous = '', at = new Date() } = {}) {
  const secrets = { current: signingKeys(secret), previous: previous === '' ? null : signingKeys(previous) };
  return { headers: standardHeaders(secrets, 'delivery-1', at, Buffer.from(body)), body: sent };
}

/** The samples must accept the first two. */
const requests = () => [
  requestOf(secret),
  requestOf('another secret, a new one', { previous: secret }),
  requestOf(secret, { sent: `${body} ` }),
  requestOf('another secret, a new one'),
  requestOf(secret, { at: new Date(Date.now() - 600_000) }),
  { headers: {}, body },
];

test('the TypeScript sample of the webhooks page accepts what the service signed and nothing else', async () => {
  const script = `
    const [snippet, secret, requests] = process.argv.slice(1);
    const { receive } = await import(snippet);
    for (const init of JSON.parse(requests)) {
      const request = new Request('http://localhost/', { method: 'POST', ...init });
      console.log((await receive(request, secret)).status);
    }`;
  // The sample imports the package by its name; this condition selects its sources.
  const options = ['--conditions=milepost-source', '--input-type=module', '--eval', script];
  const args = [snippet('receive.ts'), secret, JSON.stringify(requests())];
  const { stdout } = await run(process.execPath, [...options, ...args]);
  assert.deepEqual(stdout.trim().split('\n'), ['204', '204', '401', '401', '401', '401']);
});

/** False if the program exists, otherwise the reason to skip a test that needs it. */
const lacks = (program: string, argument: string) =>
  run(program, [argument]).then(
    () => false,
    () => `There is no ${program} on this machine.`,
  );

const noPython = await lacks('python3', '--version');
test('the Python sample accepts what the service signed and nothing else', { skip: noPython }, async () => {
  const script = `
import json, runpy, sys
verify = runpy.run_path(sys.argv[1])["verify"]
for one in json.loads(sys.argv[3]):
    print(verify(one["headers"], one["body"].encode(), sys.argv[2]))`;
  const args = [snippet('verify.py'), secret, JSON.stringify(requests())];
  const { stdout } = await run('python3', ['-c', script, ...args]);
  assert.deepEqual(stdout.trim().split('\n'), ['True', 'True', 'False', 'False', 'False', 'False']);
});

const noGo = await lacks('go', 'version');
test('the Go sample accepts what the service signed and nothing else', { skip: noGo }, async () => {
  const folder = await temporaryFolder();
  const main = `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"sample/milepost"
)

func main() {
	var requests []struct {
		Headers map[string]string
		Body    string
	}
	if err := json.Unmarshal([]byte(os.Args[2]), &requests); err != nil {
		panic(err)
	}
	for _, one := range requests {
		headers := http.Header{}
		for name, value := range one.Headers {
			headers.Set(name, value)
		}
		fmt.Println(milepost.Verify(headers, []byte(one.Body), os.Args[1]))
	}
}
`;
  await mkdir(join(folder, 'milepost'));
  await copyFile(snippet('verify.go'), join(folder, 'milepost/verify.go'));
  await writeFile(join(folder, 'go.mod'), 'module sample\n\ngo 1.19\n');
  await writeFile(join(folder, 'main.go'), main);
  const { stdout } = await run('go', ['run', '.', secret, JSON.stringify(requests())], {
    cwd: folder,
    env: { ...process.env, GOPROXY: 'off', GOCACHE: join(folder, 'cache'), GOTOOLCHAIN: 'local' },
  });
  assert.deepEqual(stdout.trim().split('\n'), ['true', 'true', 'false', 'false', 'false', 'false']);
});
