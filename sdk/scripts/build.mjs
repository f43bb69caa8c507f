// Builds sdk/dist: ES modules, CommonJS and type declarations. Plain JavaScript: npm may run it on a Node version that
// cannot run TypeScript.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sdk = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(sdk, 'dist');
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

rmSync(dist, { recursive: true, force: true });
compile('esm');
compile('cjs', '--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false');
writeFileSync(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n');
copyFileSync(join(sdk, '../LICENSE'), join(dist, 'LICENSE'));

function compile(folder, ...options) {
  const out = join(dist, folder);
  execFileSync(process.execPath, [tsc, '-p', join(sdk, 'tsconfig.build.json'), '--outDir', out, ...options], {
    stdio: 'inherit',
  });
  // The compiler rewrites the extensions of imports in JavaScript, but not in declarations.
  for (const file of readdirSync(out, { recursive: true }).filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(join(out, file), 'utf8');
    writeFileSync(join(out, file), text.replace(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
}
