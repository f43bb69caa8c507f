/** `npm run sbom`: writes sbom.cdx.json (CycloneDX 1.6) for what `npm ci --omit=dev` installs, from the lock file. */
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Lock, type LockedPackage, lockedPackages, readLock, root } from './lock.ts';
import { licenseOf } from './policy.ts';

type Component = {
  type: 'library';
  'bom-ref': string;
  name: string;
  version: string;
  scope: 'required' | 'optional';
  purl: string;
  licenses: ({ license: { id: string } } | { expression: string })[];
  hashes: { alg: string; content: string }[];
};

/** The same lock file gives the same document: it has no timestamp, and its serial number is a hash. */
export function buildSbom(lock: Lock) {
  const packages = lockedPackages(lock).filter(({ isProduction }) => isProduction);
  const byPath = new Map(packages.map((one) => [one.path, one]));
  const product = `pkg:npm/${lock.name}@${lock.version}`;
  const direct = Object.entries(lock.packages)
    .filter(([path]) => !path.includes('node_modules/'))
    .flatMap(([path, entry]) => resolveAll(path, entry, byPath));
  const content = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': product,
        name: lock.name,
        version: lock.version,
        purl: product,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components: unique(packages.map(component)),
    dependencies: [
      { ref: product, dependsOn: [...new Set(direct)].sort() },
      ...uniqueRefs(
        packages.map((one) => ({ ref: refOf(one), dependsOn: resolveAll(one.path, one, byPath).sort() })),
      ),
    ],
  };
  const digest = hash('sha256', JSON.stringify(content));
  const serial = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    serialNumber: `urn:uuid:${serial}`,
    ...content,
  };
}

function component(one: LockedPackage): Component {
  const license = licenseOf(one);
  return {
    type: 'library',
    'bom-ref': refOf(one),
    name: one.name,
    version: one.version,
    scope: one.optional ? 'optional' : 'required',
    purl: refOf(one),
    licenses: / (AND|OR) /.test(license) ? [{ expression: license }] : [{ license: { id: license } }],
    hashes: [hashOf(one)],
  };
}

function refOf({ name, version }: LockedPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function hashOf({ integrity = '' }: LockedPackage): { alg: string; content: string } {
  const [algorithm = '', value = ''] = integrity.split('-');
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(value, 'base64').toString('hex') };
}

/** The packages that a package's dependencies resolve to, as Node finds them: from its own folder upwards. */
function resolveAll(
  path: string,
  { dependencies = {}, optionalDependencies = {}, peerDependencies = {} }: Partial<LockedPackage>,
  byPath: Map<string, LockedPackage>,
): string[] {
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  const found = names.flatMap((name) => {
    for (let folder = path; ; folder = parentOf(folder)) {
      const one = byPath.get(`${folder === '' ? '' : `${folder}/`}node_modules/${name}`);
      if (one) return [refOf(one)];
      if (folder === '') return [];
    }
  });
  return [...new Set(found)];
}

function parentOf(folder: string): string {
  const at = folder.lastIndexOf('/node_modules/');
  return at < 0 ? '' : folder.slice(0, at);
}

function unique(components: Component[]): Component[] {
  return [...new Map(components.map((one) => [one['bom-ref'], one])).values()];
}

function uniqueRefs<T extends { ref: string; dependsOn: string[] }>(all: T[]): T[] {
  return [...new Map(all.map((one) => [one.ref, one])).values()];
}

if (import.meta.main) {
  const sbom = buildSbom(readLock());
  writeFileSync(join(root, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 1)}\n`);
  console.log(`sbom.cdx.json: ${sbom.components.length} components`);
}
