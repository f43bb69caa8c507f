/** Fails if a Markdown file has a relative link to, or names in backticks, a path that does not exist. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const root = join(import.meta.dirname, '..');
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
});
const pages = listed
  .toString()
  .split('\n')
  .filter((name) => name && existsSync(join(root, name)));

const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g;
const CODE_PATH =
  /`((?:server|sdk|console|lab|docs|scripts|acceptance|examples)\/[A-Za-z0-9_./-]*[A-Za-z0-9_/-])`/g;
/** Created by a build. */
const BUILT = ['console/dist'];

const missing: string[] = [];
for (const page of pages) {
  const text = readFileSync(join(root, page), 'utf8');
  for (const [, link = ''] of text.matchAll(LINK))
    expect(page, normalize(join(dirname(page), decodeURI(link))));
  for (const [, path = ''] of text.matchAll(CODE_PATH)) expect(page, path);
}
if (missing.length > 0) {
  console.error(missing.join('\n'));
  process.exit(1);
}

function expect(page: string, path: string): void {
  if (BUILT.some((built) => path.startsWith(built))) return;
  if (!existsSync(join(root, path))) missing.push(`${page} names ${path}, which does not exist`);
}
