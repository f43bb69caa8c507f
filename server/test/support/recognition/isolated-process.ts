import { spawn, spawnSync } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary-folder.ts';

export const canIsolateNetwork = spawnSync('unshare', ['-rn', 'true']).status === 0;

/** `contacts` counts attempts to send a packet, or Internet sockets where network namespaces are not available. */
export type Traces = { code: number | null; output: string; files: string[]; contacts: number };

/** Runs a script in an empty home folder, and in a network namespace without routes where possible. */
export async function runIsolated(
  script: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<Traces> {
  const folder = await temporaryFolder();
  const command = [process.execPath, join(import.meta.dirname, script), ...args];
  const inNamespace = [
    'unshare',
    '-rn',
    'sh',
    '-c',
    '"$@"; code=$?; cat /proc/net/snmp; exit $code',
    'sh',
    ...command,
  ];
  const [file = '', ...rest] = canIsolateNetwork ? inNamespace : command;
  const child = spawn(file, rest, {
    env: { PATH: process.env.PATH, HOME: folder, XDG_CACHE_HOME: folder, TMPDIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const sockets = new Set<string>();
  const watch = setInterval(async () => {
    if (!canIsolateNetwork) for (const socket of await internetSockets(child.pid ?? 0)) sockets.add(socket);
  }, 50);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(watch);
  const contacts = canIsolateNetwork ? sentPackets(output) : sockets.size;
  return { code, output, files: await readdir(folder, { recursive: true }), contacts };
}

/** Without a route, an attempt to connect or send counts as `OutNoRoutes`. */
function sentPackets(output: string): number {
  const [names, values] = output.split('\n').filter((line) => line.startsWith('Ip: '));
  const fields = names?.split(' ') ?? [];
  const value = (name: string) => Number(values?.split(' ')[fields.indexOf(name)]);
  return value('OutRequests') + value('OutNoRoutes');
}

async function internetSockets(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  const descriptors = await readdir(folder).catch(() => []);
  const targets = await Promise.all(descriptors.map((name) => readlink(join(folder, name)).catch(() => '')));
  const tables = ['tcp', 'tcp6', 'udp', 'udp6'].map((name) =>
    readFile(`/proc/${pid}/net/${name}`, 'utf8').catch(() => ''),
  );
  const known = (await Promise.all(tables)).join('\n');
  return targets.filter((target) => {
    const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
    return inode !== undefined && known.includes(` ${inode} `);
  });
}
