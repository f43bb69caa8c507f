/** Generates openapi.json, docs/config.md and the types of the SDK. With --check, reports the files that are out of date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sdkFiles } from '../sdk/scripts/sdk-files.ts';
import { type Variable, variables } from '../server/src/config/variables.ts';
import { openApiDocument } from '../server/src/http/openapi.ts';
import { apiRoutes } from '../server/src/http/routes.ts';

const root = join(import.meta.dirname, '..');
const openApi = `${JSON.stringify(openApiDocument(apiRoutes()), null, 1)}\n`;
const files = { 'openapi.json': openApi, 'docs/config.md': configText(), ...sdkFiles(openApi) };

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

Settings are environment variables. None is required in local mode; production requires PUBLIC_URL. At startup, all invalid settings are reported at once.
\`npm run generate\` generates this page from \`server/src/config/variables.ts\`.

| Variable | Default | Description |
|---|---|---|
${variables.map(row).join('\n')}
`;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
