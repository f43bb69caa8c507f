import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DEBIAN = '/usr/lib/postgresql';

/** The folder of the programs of a PostgreSQL that has Citus: of PG_CONFIG, of PATH, or of a Debian package; null if none. */
export function findCitus(): string | null {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((v) => join(DEBIAN, v, 'bin/pg_config')) : [];
  for (const program of [process.env.PG_CONFIG, 'pg_config', ...debian]) {
    const ask = (what: string) => askConfig(program ?? '', what);
    const shared = ask('--sharedir');
    if (shared && existsSync(join(shared, 'extension/citus.control'))) return ask('--bindir');
  }
  return null;
}

function askConfig(program: string, what: string): string | null {
  try {
    return program === '' ? null : execFileSync(program, [what], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}
