import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

type LockEntry = {
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
};

export type Lock = { name: string; version: string; packages: Record<string, LockEntry> };

export type LockedPackage = LockEntry & {
  /** Its key in the lock file: the folder below the root. */
  path: string;
  name: string;
  version: string;
  /** Installed by `npm ci --omit=dev`. */
  isProduction: boolean;
};

export function readLock(): Lock {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
}

/** The packages from the registry, in the order of their names. Workspaces are not included. */
export function lockedPackages({ packages }: Lock): LockedPackage[] {
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, entry]) => ({
      ...entry,
      path,
      name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version ?? '',
      isProduction: !entry.dev && !entry.devOptional,
    }))
    .sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

/** The folders of our own packages; the root is ''. */
export function workspaces({ packages }: Lock): string[] {
  return Object.keys(packages).filter((path) => !path.includes('node_modules/'));
}

export function isInstalled({ path }: LockedPackage): boolean {
  return existsSync(join(root, path, 'package.json'));
}
