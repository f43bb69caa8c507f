/** Runs all static checks concurrently. The output of a check is shown only if it fails. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

const checks: Record<string, string[]> = {
  types: [bin('tsc'), '-p', '.'],
  'console types': [bin('tsc'), '-p', 'console'],
  'style and lint': [bin('biome'), 'ci', '--colors=off', '.'],
  'import directions': [
    bin('depcruise'),
    '--config',
    '.dependency-cruiser.cjs',
    'server/src',
    'sdk/src',
    'console/src',
    'lab',
  ],
  'generated files': [process.execPath, 'scripts/generate.ts', '--check'],
  'OpenAPI lint': [bin('redocly'), 'lint', 'openapi.json', '--config', 'redocly.yaml'],
  'supply chain': [process.execPath, 'scripts/supply-chain/check.ts'],
  'files and folders': [process.execPath, 'scripts/check-layout.ts'],
  'links in the docs': [process.execPath, 'scripts/check-docs.ts'],
};

const results = await Promise.all(Object.entries(checks).map(([name, command]) => check(name, command)));
process.exitCode = results.every(Boolean) ? 0 : 1;

function check(name: string, [command = '', ...args]: string[]): Promise<boolean> {
  const started = Date.now();
  return new Promise((resolve) => {
    const env = {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      NO_COLOR: '1',
    };
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', (error) => {
      output += error.message;
    });
    child.on('close', (code) => {
      console.log(
        `${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - started) / 1_000).toFixed(1)} s)`,
      );
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}
