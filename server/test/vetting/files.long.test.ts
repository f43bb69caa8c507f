import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateCountry } from '../../../lab/country/generate-country.ts';
import { Rng } from '../../../lab/country/rng.ts';
import { runScores } from '../../src/domain/safety/run/run-scores.ts';
import { readVettingFile, runChecks } from '../../src/domain/vetting/checks/run-checks.ts';
import { recompute, type VettingContent } from '../../src/domain/vetting/checks/vetting-file.ts';
import { type SignedPart, verifySignedFile } from '../../src/lib/signed-files/signed-file.ts';
import { testApi } from '../support/api.ts';
import { testImporter } from '../support/federal/federal-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FILES = 1_000;
const FLIPS = 10_000;
const clock = { now: () => new Date('2026-11-02T12:00:00Z') };
const api = await testApi({ clock });
const importer = await testImporter(api.db, clock.now());

async function load(asOf: string, seed: number): Promise<void> {
  const folder = await temporaryFolder();
  await generateCountry({ carriers: FILES, seed, folder, asOf });
  await importer.files([folder], { force: true });
  await runScores(api.db, { method: 'current', asOf });
}

await load('2026-10-30', 5);
const { organizationId, userId } = await api.customer([], 'insurance');
const { rows } = await api.db.pool.query<{ usdot_number: number }>(
  'select usdot_number from company_census order by usdot_number limit $1',
  [FILES],
);
const numbers = rows.map(({ usdot_number }) => usdot_number);

async function check(usdotNumbers: number[]) {
  const asked = { usdotNumbers, day: null, classes: ['hazmat', 'high_value'] as const };
  const kept = await runChecks(
    api.services.vetting,
    { organizationId, isLicensed: true },
    { ...asked, reference: null, note: null, userId },
    (database, work) => work(database),
  );
  return kept.checks;
}
const ids: string[] = [];
const results = new Map<number, string>();
for (let i = 0; i < numbers.length; i += 50)
  for (const { id, usdot_number, result } of await check(numbers.slice(i, i + 50))) {
    ids.push(id);
    results.set(usdot_number, result);
  }
const fileOf = async (id: string) => (await readVettingFile(api.db, organizationId, id)).bytes;

test(`${FILES} files lead to the same decisions after three further imports, which change many carriers`, async () => {
  assert.equal(ids.length, FILES);
  const before = await Promise.all(ids.slice(0, 20).map(fileOf));
  for (const [asOf, seed] of [
    ['2026-10-31', 6],
    ['2026-11-01', 7],
    ['2026-11-02', 8],
  ] as const)
    await load(asOf, seed);
  let differences = 0;
  for (const id of ids) {
    const { problems, signed } = verifySignedFile(await fileOf(id));
    assert.deepEqual(problems, []);
    if (!recompute(signed as SignedPart<VettingContent>).isSame) differences++;
  }
  assert.equal(differences, 0);
  assert.deepEqual(await Promise.all(ids.slice(0, 20).map(fileOf)), before);
  const again = await check(numbers.slice(0, 50));
  const changed = again.filter(({ usdot_number, result }) => results.get(usdot_number) !== result);
  assert.ok(again.length < 50 || changed.length > 0, 'the imports changed what a new check finds');
});

test(`all of ${FLIPS} flipped bytes are found`, async () => {
  const rng = new Rng(17);
  const files = await Promise.all(ids.slice(0, 40).map(fileOf));
  let missed = 0;
  for (let i = 0; i < FLIPS; i++) {
    const changed = Buffer.from(files[i % files.length] ?? '');
    const at = rng.below(changed.length);
    changed[at] = (changed[at] ?? 0) ^ rng.between(1, 255);
    if (verifySignedFile(changed).problems.length === 0) missed++;
  }
  assert.equal(missed, 0);
});
