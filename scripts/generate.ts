/** Generates openapi.json, docs/config.md and the types of the SDK. With --check, reports the files that are out of date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sdkFiles } from '../sdk/scripts/sdk-files.ts';
import { type Variable, variables } from '../server/src/config/variables.ts';
import { CRITERIA, type Criterion } from '../server/src/contract/criteria-table.ts';
import { openApiDocument } from '../server/src/http/openapi.ts';
import { apiRoutes } from '../server/src/http/routes.ts';

const root = join(import.meta.dirname, '..');
const openApi = `${JSON.stringify(openApiDocument(apiRoutes()), null, 1)}\n`;
const files = {
  'openapi.json': openApi,
  'docs/config.md': configText(),
  'console/src/lib/generated/criteria.ts': criteriaText(),
  ...sdkFiles(openApi),
};

const stale: string[] = [];
for (const [name, text] of Object.entries(files)) {
  const path = join(root, name);
  if (process.argv.includes('--check')) {
    if (read(path) !== text) stale.push(name);
  } else writeFileSync(path, text);
}
if (stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run npm run generate and commit the result.`);
  process.exit(1);
}

function configText(): string {
  const row = (v: Variable) =>
    `| \`${v.name}\` | ${v.fallback} | ${v.meaning}${v.secret ? ' Secret.' : ''} |`;
  return `# Settings

Settings are environment variables. None is required. At startup, all invalid settings are reported at once.
\`npm run generate\` generates this page from \`server/src/config/variables.ts\`.

| Variable | Default | Description |
|---|---|---|
${variables.map(row).join('\n')}
`;
}

/** The alert criteria for the form of the console. */
function criteriaText(): string {
  const rows = Object.entries<Criterion>(CRITERIA).map(
    ([
      name,
      { label, description, exactFlag = null, isTolerant = false, isEditOnly = false, maxLength = 200 },
    ]) =>
      `  ${JSON.stringify({ name, label, description, exactFlag, isTolerant, isEditOnly, maxLength })},\n`,
  );
  return `// Generated from server/src/contract/criteria-table.ts by \`npm run generate\`. Do not edit.
export const CRITERIA = [\n${rows.join('')}] as const;\n`;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
