import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../lib/bytes/hash.ts';
import { codeOf, operatorError } from '../../lib/errors.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { explainFailure } from './explain-failure.ts';
import { canReach, ownerOf, type ServiceUser, serviceUser } from './service-user.ts';

export type Cluster = {
  dir: string;
  socketDir: string;
  password: string;
  user: ServiceUser | null;
  binaries: Binaries;
};

/** Where a cluster goes when root's data folder lies under a folder that the service user cannot enter. */
const SHARED_HOME = '/var/lib/milepost';
const PASSWORD_FILE = 'milepost-password';
/** The kernel allows 107 bytes for the whole name of a socket. */
const LONGEST_SOCKET_DIR = 80;

/** The database files under `dataDir`, made on the first call; safe when two processes call it at once. */
export async function ensureCluster(dataDir: string): Promise<Cluster> {
  try {
    await mkdir(dataDir, { recursive: true });
    const link = join(dataDir, 'postgres');
    if (!(await exists(link))) await createCluster(dataDir, link);
    return await openCluster(dataDir, await realpath(link));
  } catch (error) {
    throw explainFailure(error, dataDir);
  }
}

async function openCluster(dataDir: string, dir: string): Promise<Cluster> {
  const user = ownerOf(dir);
  const binaries = await findBinaries(user, canReach(dataDir, user) ? dataDir : SHARED_HOME);
  const made = (await readFile(join(dir, 'PG_VERSION'), 'utf8')).trim();
  if (made !== binaries.version.split('.')[0]) {
    throw operatorError(
      `The database in ${dir} is of PostgreSQL ${made}, this Milepost brings ${binaries.version}.`,
    );
  }
  const password = (await readFile(join(dir, PASSWORD_FILE), 'utf8')).trim();
  return { dir, socketDir: await ensureSocketDir(dir, user), password, user, binaries };
}

/** Made aside and renamed into place: a killed initdb leaves no half cluster, and of two only one wins. */
async function createCluster(dataDir: string, link: string): Promise<void> {
  const user = serviceUser();
  const reachable = canReach(dataDir, user);
  const home = reachable ? dataDir : SHARED_HOME;
  await mkdir(home, { recursive: true });
  const binaries = await findBinaries(user, home);
  const draft = await mkdtemp(join(home, 'postgres.new-'));
  try {
    const cluster = join(draft, 'cluster');
    const passwordFile = join(draft, 'password');
    await mkdir(cluster, { mode: 0o700 });
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (user) for (const path of [draft, cluster, passwordFile]) await chown(path, user.uid, user.gid);
    await runInitdb(binaries, cluster, passwordFile, user);
    await rename(passwordFile, join(cluster, PASSWORD_FILE));
    if (reachable) {
      await rename(cluster, link).catch(ignoreLostRace);
    } else {
      const settled = join(SHARED_HOME, `cluster-${randomBytes(6).toString('hex')}`);
      await rename(cluster, settled);
      await symlink(settled, link).catch(async (error) => {
        await rm(settled, { recursive: true, force: true });
        ignoreLostRace(error);
      });
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function runInitdb(
  binaries: Binaries,
  dir: string,
  passwordFile: string,
  user: ServiceUser | null,
): Promise<void> {
  const args = [
    ...['--pgdata', dir, '--username', 'milepost', '--pwfile', passwordFile],
    ...['--encoding', 'UTF8', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C'],
    ...['--auth', 'scram-sha-256', '--no-instructions'],
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(binaries.initdb, args, {
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
      cwd: '/',
      env: { LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 120_000,
    });
    let complaint = '';
    child.stderr.on('data', (chunk) => {
      complaint = (complaint + chunk).slice(-4_000);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`initdb failed: ${complaint.trim() || `exit code ${code}`}`));
    });
  });
}

async function ensureSocketDir(dir: string, user: ServiceUser | null): Promise<string> {
  if (dir.length <= LONGEST_SOCKET_DIR) return dir;
  const short = join(tmpdir(), `milepost-${sha256(dir).toString('hex').slice(0, 16)}`);
  await mkdir(short, { recursive: true, mode: 0o700 });
  if (user) await chown(short, user.uid, user.gid);
  await chmod(short, 0o700);
  return short;
}

function ignoreLostRace(error: unknown): void {
  const code = codeOf(error);
  if (code !== 'EEXIST' && code !== 'ENOTEMPTY') throw error;
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error) => {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    },
  );
}
