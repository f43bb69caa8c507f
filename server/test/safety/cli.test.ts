import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateCountry } from '../../../lab/country/generate-country.ts';
import { testDatabase } from '../support/database.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';

const db = await testDatabase();
const folder = await temporaryFolder();
await generateCountry({ carriers: 500, seed: 3, folder, only: ['registry', 'sms'] });

const run = (...args: string[]) =>
  milepost(args, folder, { env: { DATABASE_URL: db.url, LOG_LEVEL: 'error' } });
/** The log lines among the lines that a command printed. */
const linesIn = (stderr: string): Record<string, unknown>[] =>
  stderr.split('\n').flatMap((text) => (text.startsWith('{') ? [JSON.parse(text)] : []));
const rows = async (sql: string, values: unknown[] = []) => (await db.pool.query(sql, values)).rows;
const runs = () => rows(`select id, method, as_of from safety_runs order by id`);

test('prints one sentence if there is nothing to score', async () => {
  const { code, stderr } = await milepost(['score'], folder, { env: { DATABASE_URL: db.url } });
  assert.equal(code, 1);
  const [line, ...more] = linesIn(stderr);
  assert.deepEqual([line?.message, line?.outcome, more], ['score', 'failed', []]);
  assert.match(stderr, /Import sms-census, sms-inspection, sms-violation/);
  const compared = await run('score', '--compare');
  assert.match(compared.stderr, /no scores yet/);
});

test('scores after an import only if the inputs changed', async () => {
  const first = await milepost(['import', folder, '--json'], folder, { env: { DATABASE_URL: db.url } });
  assert.equal(first.code, 0, first.stderr);
  const { scores, loads } = JSON.parse(first.stdout);
  const lines = linesIn(first.stderr);
  const imports = lines.filter(({ message }) => message === 'import');
  assert.deepEqual(
    imports.map(({ dataset, outcome }) => ({ dataset, outcome })),
    loads.map(({ dataset }: { dataset: string }) => ({ dataset, outcome: 'loaded' })),
  );
  assert.equal(new Set(imports.map(({ correlation_id }) => correlation_id)).size, loads.length);
  const [line, ...more] = lines.filter(({ message }) => message === 'score');
  assert.deepEqual([line?.outcome, line?.method, line?.as_of, more], ['done', 'current', '2026-10-30', []]);
  assert.ok(lines.every(({ duration_ms }) => typeof duration_ms === 'number'));
  assert.deepEqual([scores.method, scores.as_of], ['current', '2026-10-30']);
  const stored = await runs();
  assert.deepEqual(
    stored.map(({ id }) => id),
    [scores.id],
  );
  const again = await run('import', folder, '--json');
  assert.equal(JSON.parse(again.stdout).scores, null);
  assert.deepEqual(await runs(), stored);
});

test('score, compare and explain print text and JSON', async () => {
  const scored = await run('score', '--method', 'preview');
  assert.equal(scored.code, 0, scored.stderr);
  assert.match(scored.stdout, /This is a preview/);
  assert.match(scored.stdout, /not published by FMCSA/);
  const compared = await run('score', '--compare', '--json');
  const { basics, differences } = JSON.parse(compared.stdout);
  assert.deepEqual([basics.length, differences], [5, []]);
  const [one] = await rows(
    `select usdot_number from safety_scores where vehicle_maintenance_percentile is not null limit 1`,
  );
  const explained = await run('explain', String(one.usdot_number), '--basic', 'vehicle_maintenance');
  assert.match(explained.stdout, /Vehicle Maintenance: measure \d+\.\d\d, percentile \d+/);
  assert.match(explained.stdout, /time weights of relevant inspections/);
  for (const [args, code, words] of [
    [['explain', '4999999'], 1, /No carrier has the USDOT number 4999999/],
    [['explain', 'x'], 1, /is not a USDOT number: 1 to 8 digits/],
    [['explain', '5000001', '--basic', 'x'], 1, /--basic must be one of/],
    [['score', '--method', 'x'], 1, /--method must be/],
    [['score', '--as-of', '2026-13-01'], 1, /--as-of must be/],
  ] as const) {
    const end = await run(...args);
    assert.match(end.stderr, words);
    assert.equal(end.code, code, args.join(' '));
  }
});
