import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };

const SERVER = join(import.meta.dirname, '../..');

export const VERSION: string = packageJson.version;

/** The commit that this code was built from: of the container image, or of the checkout; `unknown` in a copy without either. */
export const COMMIT: string = (builtCommit() ?? checkedOutCommit() ?? 'unknown').slice(0, 12);

function builtCommit(): string | null {
  return commitIn(fileText(join(SERVER, 'COMMIT')));
}

function checkedOutCommit(): string | null {
  const git = join(SERVER, '../.git');
  const head = fileText(join(git, 'HEAD'));
  const ref = /^ref: (\S+)/.exec(head)?.[1];
  if (ref === undefined) return commitIn(head);
  const packed = fileText(join(git, 'packed-refs'))
    .split('\n')
    .find((line) => line.endsWith(` ${ref}`));
  return commitIn(fileText(join(git, ref))) ?? commitIn(packed ?? '');
}

function commitIn(text: string): string | null {
  return /^[0-9a-f]{40}/.exec(text)?.[0] ?? null;
}

function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
