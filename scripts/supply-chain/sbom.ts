/** `npm run sbom`: writes sbom.cdx.json (CycloneDX 1.6) for what `npm ci --omit=dev` installs, from the lock file. */
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { lockedPackages, readLock, root } from './lock.ts';
import { licenseOf } from './policy.ts';

type Component = {
  'bom-ref': string;
  name: string;
  version: string;
  /** Whether it is a development dependency of any workspace, among others. */
  properties?: object[];
  licenses?: object[];
  hashes?: { alg: string; content: string }[];
};
type NpmSbom = {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

/** A copy of the package files in which the SDK has a version, which `npm sbom` needs; its sources have none. */
function versionedCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-sbom-'));
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const write = (path: string, value: object) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(value));
  };
  const product = read('package.json');
  const { version } = product;
  const lock = read('package-lock.json');
  write('package.json', product);
  for (const workspace of product.workspaces)
    write(`${workspace}/package.json`, { version, ...read(`${workspace}/package.json`) });
  Object.assign(lock.packages.sdk, { version });
  write('package-lock.json', lock);
  return folder;
}

/**
 * The document of `npm sbom`, as version 1.6. The same lock file gives the same document: the timestamp is removed, and the
 * serial number is a hash. `npm sbom --omit=dev` is not used, because it also leaves out production packages that another
 * workspace uses for development.
 */
export function buildSbom() {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const folder = versionedCopy();
  const written = execFileSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  rmSync(folder, { recursive: true });
  const { metadata, components, dependencies } = JSON.parse(written) as NpmSbom;
  const lock = readLock();
  const production = lockedPackages(lock).filter(({ isProduction }) => isProduction);
  const installed = new Map(production.map((one) => [`${one.name}@${one.version}`, one]));
  const product = metadata.component['bom-ref'];
  const isOurs = (ref: string) => ref === product || ref.startsWith('@milepost/');
  const kept = (refs: string[]) => [...new Set(refs.filter((ref) => installed.has(ref)))].sort();
  const content = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...metadata.component, name: lock.name, type: 'application' } },
    components: components.flatMap(({ properties: _, ...component }) => {
      const one = installed.get(component['bom-ref']);
      if (!one) return [];
      const { licenses = [{ license: { id: licenseOf(one) } }] } = component;
      return { ...component, licenses, scope: one.optional ? 'optional' : 'required' };
    }),
    dependencies: [
      // The workspaces are parts of the product.
      {
        ref: product,
        dependsOn: kept(dependencies.flatMap(({ ref, dependsOn }) => (isOurs(ref) ? dependsOn : []))),
      },
      ...dependencies
        .filter(({ ref }) => installed.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: kept(dependsOn) })),
    ],
  };
  const serial = hash('sha256', JSON.stringify(content)).replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    '$1-$2-8$3-8$4-$5',
  );
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    serialNumber: `urn:uuid:${serial}`,
    ...content,
  };
}

if (import.meta.main) {
  const sbom = buildSbom();
  writeFileSync(join(root, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 1)}\n`);
  console.log(`sbom.cdx.json: ${sbom.components.length} components`);
}
