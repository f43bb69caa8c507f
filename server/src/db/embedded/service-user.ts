import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export type ServiceUser = { name: string; uid: number; gid: number };

/** PostgreSQL refuses to run as root. It then runs as `postgres`, which is created if missing, or else as `nobody`. */
export function serviceUser(): ServiceUser | null {
  if (process.getuid?.() !== 0) return null;
  const existing = lookUp('postgres');
  if (existing) return existing;
  const commands = [
    ['useradd', '--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
    ['adduser', '-S', '-D', '-H', 'postgres'],
  ];
  for (const [command = '', ...args] of commands) {
    spawnSync(command, args, { timeout: 5_000, stdio: 'ignore' });
    const created = lookUp('postgres');
    if (created) return created;
  }
  return lookUp('nobody') ?? { name: 'nobody', uid: 65_534, gid: 65_534 };
}

/** The owner of an existing cluster: root must run the server as this user. */
export function ownerOf(path: string): ServiceUser | null {
  const { uid, gid } = statSync(path);
  if (process.getuid?.() !== 0 || uid === 0) return null;
  return { name: `user ${uid}`, uid, gid };
}

/** Whether that user can enter every folder on the way to `path`. */
export function canReach(path: string, user: ServiceUser | null): boolean {
  if (user === null) return true;
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
    if (((mode >> shift) & 0o1) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function lookUp(name: string): ServiceUser | null {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : null;
  } catch {
    return null;
  }
}
