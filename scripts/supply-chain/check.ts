/** Part of `npm run verify`: checks the lock file and the manifests against the policy. Needs no network. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Lock, type LockedPackage, lockedPackages, readLock, root, workspaces } from './lock.ts';
import { noticeProblems } from './notices.ts';
import { licenseProblem, REVIEWED_INSTALL_SCRIPTS } from './policy.ts';

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

export function supplyChainProblems(lock: Lock, npmrc: string): string[] {
  const packages = lockedPackages(lock);
  return [
    ...(/^ignore-scripts=true$/m.test(npmrc) ? [] : ['.npmrc must contain ignore-scripts=true']),
    ...Object.entries(lock.packages)
      .filter(([, { resolved, link }]) => resolved !== undefined && !link)
      .map(([path]) => `package-lock.json: ${path} has a "resolved" address`),
    ...packages
      .filter(({ integrity }) => !integrity?.startsWith('sha512-'))
      .map(({ path }) => `package-lock.json: ${path} has no sha512 hash`),
    ...packages.flatMap((one) => licenseProblem(one) ?? []),
    ...packages
      .filter(isUnreviewed)
      .map(
        ({ name }) => `${name} has an install script; review it and add it to scripts/supply-chain/policy.ts`,
      ),
    ...workspaces(lock).flatMap((path) => rangeProblems(path, lock)),
  ];
}

function isUnreviewed({ name, hasInstallScript }: LockedPackage): boolean {
  return hasInstallScript === true && !(name in REVIEWED_INSTALL_SCRIPTS);
}

function rangeProblems(path: string, { packages }: Lock): string[] {
  const { dependencies, devDependencies, optionalDependencies } = packages[path] ?? {};
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([name, version]) => !name.startsWith('@milepost/') && !EXACT.test(version))
    .map(
      ([name, version]) =>
        `${join(path, 'package.json')}: ${name} must have an exact version, not ${version}`,
    );
}

if (import.meta.main) {
  const lock = readLock();
  const production = lockedPackages(lock).filter(({ isProduction }) => isProduction);
  const problems = [
    ...supplyChainProblems(lock, readFileSync(join(root, '.npmrc'), 'utf8')),
    ...noticeProblems(production),
  ];
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    process.exitCode = 1;
  }
}
