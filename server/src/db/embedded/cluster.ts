import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chown,
  link as hardLink,
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
import { dirname, join } from 'node:path';
import { codeOf, operatorError } from '../../lib/errors.ts';
import { type Binaries, exists, findBinaries } from './binaries.ts';
import { finishReplacement } from './replace-cluster.ts';
import { canReach, ownerOf, type ServiceUser, serviceUser } from './service-user.ts';

export type Cluster = {
  dir: string;
  socketDir: string;
  password: string;
  user: ServiceUser | null;
  binaries: Binaries;
};

/** Used instead of the data folder if the service user cannot enter the data folder. */
export const SHARED_HOME = '/var/lib/milepost';
const PASSWORD_FILE = 'milepost-password';
const SOCKET_DIR_FILE = 'postgres-socket-dir';
/** A socket path is limited to 107 bytes. */
const LONGEST_SOCKET_DIR = 80;

/** The database files under `dataDir`, created on the first call. Several processes may call it at once. */
export async function ensureCluster(dataDir: string): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true });
  const link = join(dataDir, 'postgres');
  await finishReplacement(dataDir);
  if (!(await exists(link))) await createCluster(dataDir, link);
  return openCluster(dataDir, await realpath(link));
}

async function openCluster(dataDir: string, dir: string): Promise<Cluster> {
  const user = ownerOf(dir);
  const binaries = await findBinaries(user, canReach(dataDir, user) ? dataDir : SHARED_HOME);
  const made = await majorOf(dir);
  if (made !== binaries.version.split('.')[0]) {
    throw operatorError(
      `The database in ${dir} was created by PostgreSQL ${made}, but this version of Milepost includes PostgreSQL ${binaries.version}. Run milepost upgrade --from <folder of a PostgreSQL ${made} server>, see docs/backup.md.`,
    );
  }
  return clusterOf(dataDir, dir, binaries);
}

export async function clusterOf(dataDir: string, dir: string, binaries: Binaries): Promise<Cluster> {
  const user = ownerOf(dir);
  const password = (await readFile(join(dir, PASSWORD_FILE), 'utf8')).trim();
  return { dir, socketDir: await ensureSocketDir(dataDir, dir, user), password, user, binaries };
}

export async function majorOf(dir: string): Promise<string> {
  return (await readFile(join(dir, 'PG_VERSION'), 'utf8')).trim();
}

/** Created in a temporary folder and renamed, so that a killed initdb leaves nothing behind and only one process wins. */
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
      const target = join(SHARED_HOME, `cluster-${randomBytes(6).toString('hex')}`);
      await rename(cluster, target);
      await symlink(target, link).catch(async (error) => {
        await rm(target, { recursive: true, force: true });
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
    `--pgdata=${dir}`,
    '--username=milepost',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--auth=scram-sha-256',
    '--no-instructions',
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(binaries.initdb, args, {
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
      cwd: '/',
      env: { LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 120_000,
    });
    let output = '';
    child.stderr.on('data', (chunk) => {
      output = (output + chunk).slice(-4_000);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`initdb failed: ${output.trim() || `exit code ${code}`}`));
    });
  });
}

/**
 * The folder of the server's socket. If the path of the cluster is too long for a socket, it is a private folder with
 * a random name in the temporary folder, which other users can write to. Its name is stored in
 * `dataDir`, so that all processes find the same folder.
 */
async function ensureSocketDir(dataDir: string, dir: string, user: ServiceUser | null): Promise<string> {
  if (dir.length <= LONGEST_SOCKET_DIR) return dir;
  const file = join(dataDir, SOCKET_DIR_FILE);
  if (!(await exists(file))) {
    const created = await privateFolder(tmpdir(), user);
    const draft = `${file}.${randomBytes(6).toString('hex')}`;
    await writeFile(draft, created, { mode: 0o600, flag: 'wx' });
    // A link, because a rename would replace the file of another process.
    await hardLink(draft, file).catch(async (error) => {
      await rm(created, { recursive: true });
      ignoreLostRace(error);
    });
    await rm(draft);
  }
  const socketDir = await readFile(file, 'utf8');
  // The system may have emptied its temporary folder.
  if (!(await exists(socketDir))) {
    const created = await privateFolder(dirname(socketDir), user);
    await rename(created, socketDir).catch(() => rm(created, { recursive: true }));
  }
  const found = await lstat(socketDir);
  const owner = user?.uid ?? process.getuid?.();
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw operatorError(`${socketDir} belongs to another user or is not private. Delete ${file}.`);
  }
  return socketDir;
}

async function privateFolder(parent: string, user: ServiceUser | null): Promise<string> {
  const folder = await mkdtemp(join(parent, 'milepost-'));
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
}

function ignoreLostRace(error: unknown): void {
  const code = codeOf(error);
  if (code !== 'EEXIST' && code !== 'ENOTEMPTY') throw error;
}
