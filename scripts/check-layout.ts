/** Fails if a hand-written file is too long, a folder holds too many files, or the environment is read in a second place. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MOST_LINES = 300;
const MOST_FILES = 25;
const CODE = /\.(ts|tsx|mjs|cjs|css|py|sql)$/;
const GENERATED = /\/generated\//;
/** A migration is never moved or removed, so its folder only grows. The images of the demo are generated. */
const UNBOUNDED_FOLDERS = ['server/migrations', 'server/demo-data/images'];
const READS_ENVIRONMENT = 'server/src/config/env.ts';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((name) => name && existsSync(join(root, name)));

const problems: string[] = [];
const perFolder = new Map<string, number>();
for (const file of files) {
  perFolder.set(dirname(file), (perFolder.get(dirname(file)) ?? 0) + 1);
  if (!CODE.test(file) || GENERATED.test(file)) continue;
  const text = readFileSync(join(root, file), 'utf8');
  const lines = text.split('\n').length - 1;
  if (lines > MOST_LINES) problems.push(`${file} has ${lines} lines; at most ${MOST_LINES} are allowed`);
  if (file.startsWith('server/src/') && file !== READS_ENVIRONMENT && /\bprocess\.env\b/.test(text))
    problems.push(`${file} reads process.env; only ${READS_ENVIRONMENT} does`);
}
for (const [folder, count] of perFolder)
  if (count > MOST_FILES && !UNBOUNDED_FOLDERS.includes(folder))
    problems.push(`${folder} has ${count} files; at most ${MOST_FILES} are allowed`);

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
