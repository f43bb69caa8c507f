import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCommand, usageProblem } from '../../src/cli/run.ts';
import { headersOf } from '../../src/domain/federal/dataset.ts';
import { companyCensus } from '../../src/domain/federal/datasets/company-census.ts';
import { testDatabase } from '../support/database.ts';
import { exampleRows } from '../support/federal/federal-rows.ts';
import { portalServer } from '../support/federal/portal-server.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';
import { commandsOf, pages } from './commands-in-docs.ts';

const documented = pages().flatMap(commandsOf);

test('every milepost command in a code block of the documentation is valid', () => {
  const inBlocks = documented.filter(({ isInBlock }) => isInBlock);
  assert.ok(inBlocks.length > 20, `${inBlocks.length} commands found`);
  const problems = inBlocks.flatMap(({ page, line, text, argv }) => {
    const problem = usageProblem(argv.filter((word) => word !== '&'));
    return problem === null ? [] : [`${page}:${line} ${text}: ${problem}`];
  });
  assert.deepEqual(problems, []);
});

test('every milepost command that the text of the documentation names exists', () => {
  const inText = documented.filter(({ isInBlock, text }) => !isInBlock && !/ (<command>|--help)/.test(text));
  const unknown = inText.filter(({ argv }) => !isKnown(argv));
  assert.deepEqual(
    unknown.map(({ page, line, text }) => `${page}:${line} ${text}`),
    [],
  );
});

/** A group such as `milepost mail` counts, too. */
function isKnown(argv: string[]): boolean {
  if (findCommand(argv)) return true;
  return argv.length === 1 && findCommand([argv[0] ?? '', groupMembers[argv[0] ?? ''] ?? '']) !== undefined;
}
const groupMembers: Record<string, string> = { mail: 'lift', logo: 'list', org: 'list', user: 'list' };

test('the commands of docs/operating.md run in order on a new database', async () => {
  const db = await testDatabase();
  const dataDir = await temporaryFolder(0o700);
  const header = headersOf(companyCensus);
  const rows = exampleRows['company-census'] ?? [];
  const portal = await portalServer(
    header,
    rows.map((row) => header.map((name) => String(row[name] ?? ''))),
  );
  const env = { DATABASE_URL: db.url, FEDERAL_PORTAL_URL: portal.url, LOG_LEVEL: 'error' };
  const commands = commandsOf('docs/operating.md').filter(({ isInBlock }) => isInBlock);
  assert.ok(commands.length >= 15);
  for (const { text, argv, input } of commands) {
    const run = await milepost(argv, dataDir, { env, input: input === null ? '' : 'correct horse battery' });
    assert.equal(run.code, 0, `${text}\n${run.stdout}${run.stderr}`);
  }
  const stored = await db.pool.query(
    `select (select count(*) from organizations) as organizations, (select count(*) from api_keys) as keys,
       (select email from users) as email, (select count(*) from company_census) as carriers`,
  );
  assert.deepEqual(stored.rows, [
    { organizations: 3, keys: 4, email: 'admin@example.com', carriers: rows.length },
  ]);
});
