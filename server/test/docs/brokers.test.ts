import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { PASSWORD, testApi } from '../support/api.ts';
import { milepost } from '../support/milepost.ts';
import { runCurl } from '../support/run-curl.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const api = await testApi();

test('every command of docs/brokers.md succeeds, in order', async () => {
  const page = readFileSync(new URL('../../../docs/brokers.md', import.meta.url), 'utf8');
  const commands = [...page.matchAll(/```\n((?:curl|milepost) .*?)\n```/gs)].map(
    ([, command = '']) => command,
  );
  assert.ok(commands.length >= 30, `${commands.length} commands`);
  const customer = await api.customer([
    ...['admin', 'verifier-carrier', 'external-api-carrier-profile', 'external-api-carrier-recommendation'],
  ]);
  await api.db.pool.query(
    `insert into company_census (usdot_number, legal_name, status_code) values (1234567, 'FIRST CARRIER', 'A')`,
  );
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as AddressInfo;
  const variables: Record<string, string> = {
    ...{ URL: `http://127.0.0.1:${port}`, KEY: customer.apiKey, EMAIL: customer.email, PASSWORD },
  };
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'facilities.csv'), /```\n(name,.*?\n)```/s.exec(page)?.[1] ?? '');
  await writeFile(join(folder, 'carriers.csv'), 'usdot_number\n1234568\n1234569\n');
  for (const command of commands) {
    if (command.startsWith('milepost')) {
      const words = command.split(' ').slice(1);
      const args = words.map((word) => (word.includes('.') ? join(folder, word) : word));
      const { code, stdout, stderr } = await milepost(args, folder);
      assert.equal(code, 0, `${command}\n${stdout}${stderr}`);
      continue;
    }
    const response = await runCurl(command, variables, folder);
    const body = await response.text();
    assert.ok(response.ok, `${command}\n${response.status} ${body}`);
    const parsed = JSON.parse(body);
    const { contact, rules, checks, silence_days, id } = parsed as Record<
      'contact',
      { id: string } | undefined
    > & { silence_days?: number; id?: string } & Record<'rules' | 'checks', { id?: string }[] | undefined>;
    if (parsed.access_token_data) variables.TOKEN = parsed.access_token_data.token;
    if (parsed[0]?.facility_name) variables.FACILITY = parsed[0].id;
    if (contact) variables.CONTACT = contact.id;
    if (silence_days && id) variables.LIST = id;
    if (rules?.[0]?.id) variables.RULE = rules[0].id;
    if (parsed.link) variables.SECRET = parsed.link.split('#')[1];
    if (parsed.objections?.[0]?.id) variables.OBJECTION = parsed.objections[0].id;
    if (checks?.[0]?.id) variables.CHECK = checks[0].id;
  }
});
