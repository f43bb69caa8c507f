import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  credentialsIn,
  milepost,
  signIn,
  startMilepost,
  statusOf,
  temporaryFolder,
} from '../support/milepost.ts';
import { runCurl } from '../support/run-curl.ts';

test('commands share the data folder with a running server; the demo keeps its credentials', async () => {
  const dataDir = await temporaryFolder();
  const first = await startMilepost(dataDir);
  const credentials = credentialsIn(first.output());
  assert.equal((await signIn(first.url, credentials)).status, 200);
  assert.equal(statSync(join(dataDir, 'demo-credentials.json')).mode & 0o777, 0o600);

  const beside = await milepost(
    ['org', 'create', '--name', 'Beside', '--kind', 'partner', '--json'],
    dataDir,
  );
  assert.equal(beside.code, 0, beside.stderr);
  const shown = await milepost(['demo', '--json'], dataDir);
  assert.equal(JSON.parse(shown.stdout).api_key, credentials.apiKey);
  assert.equal((await signIn(first.url, credentials)).status, 200, 'the server keeps running');

  const reset = JSON.parse((await milepost(['demo', '--reset', '--json'], dataDir)).stdout);
  assert.notEqual(reset.api_key, credentials.apiKey);
  assert.equal((await signIn(first.url, credentials)).status, 403, 'the old demo is deleted');
  const renewed = { apiKey: reset.api_key, email: reset.email, password: reset.password };
  assert.equal((await signIn(first.url, renewed)).status, 200);
  first.child.kill('SIGTERM');
  await first.exited;

  const second = await startMilepost(dataDir);
  assert.deepEqual(credentialsIn(second.output()), renewed);
  const curl = /curl -s (\S+) -H '([^']+)' -H '([^']+)' -d '([^']+)'/.exec(second.output());
  assert.ok(curl, 'the banner has a curl command');
  const [, url = '', key = '', type = '', body] = curl;
  const header = (text: string) => text.split(': ') as [string, string];
  assert.equal(await statusOf(url, { method: 'POST', headers: [header(key), header(type)], body }), 200);
});

test('the commands in the README work as printed', async () => {
  const running = await startMilepost(await temporaryFolder());
  const { apiKey: KEY, email: EMAIL, password: PASSWORD } = credentialsIn(running.output());
  const variables: Record<string, string> = { URL: running.url, KEY, EMAIL, PASSWORD };
  const answers: string[] = [];
  for (const { name, curl, pattern } of readmeCommands()) {
    for (let tries = 0; ; tries++) {
      const response = await runCurl(curl, variables, '.');
      const text = await response.text();
      assert.ok(response.ok, `${curl}\n${response.status} ${text}`);
      if (curl.includes('/images/') && JSON.parse(text).state !== 'recognized' && tries < 300) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        continue;
      }
      answers.push(text);
      if (name) variables[name] = new RegExp(pattern).exec(text)?.[0] ?? '';
      break;
    }
  }
  assert.equal(answers.length, 9);
  const [, me = '', carriers = '', , image = '', alert = ''] = answers;
  assert.match(me, /demo@milepost\.example/);
  assert.ok(JSON.parse(carriers).carriers.length > 0);
  assert.match(JSON.parse(image).sighting.usdot_number, /^500\d{4}$/);
  assert.equal(JSON.parse(alert).alert_name, 'Freight');
});

/** The curl commands of "Try it", the variable each sets, and the pattern that its value is found by. */
function readmeCommands(): { name: string | undefined; curl: string; pattern: string }[] {
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
  const block = /## Try it[^`]*```\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const lines = block.split('\n').filter((line) => !/^(#|eval|$)/.test(line));
  const statements: string[] = [];
  for (const line of lines) {
    if (/^(\w+=\$\()?curl /.test(line)) statements.push(line);
    else statements.push(`${statements.pop()}\n${line}`);
  }
  return statements.map((statement) => {
    const [, name, curl = '', pattern = ''] =
      /^(?:(\w+)=\$\()?(curl[\s\S]*?)(?: \| grep -o '(.*)'\))?$/.exec(statement) ?? [];
    return { name, curl, pattern: pattern.replaceAll(/\\([{}])/g, '$1') };
  });
}

test('production mode creates no demo and writes no credentials', async () => {
  const dataDir = await temporaryFolder();
  const production = {
    MILEPOST_MODE: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://milepost.example.com',
  };
  const running = await startMilepost(dataDir, 'start', { env: production });
  assert.doesNotMatch(running.output(), /API key/);
  assert.throws(() => statSync(join(dataDir, 'demo-credentials.json')));
  const demo = await milepost(['demo', '--reset'], dataDir, { env: production });
  assert.equal(demo.code, 1);
});
