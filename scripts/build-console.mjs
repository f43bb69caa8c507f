// Builds console/dist. --if-stale: only if it is missing or older than its sources. --if-possible: exit with code 0 even if
// the development dependencies are not installed. JavaScript, because an older Node may run it.
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = join(root, 'console');
const dist = join(page, 'dist');
const SOURCES = [
  'console/src',
  'console/index.html',
  'console/vite.config.ts',
  'console/package.json',
  'sdk/src',
];

if (!process.argv.includes('--if-stale') || isStale()) await build();

function isStale() {
  const built = changedAt(join(dist, 'index.html'));
  return built === 0 || SOURCES.some((source) => newestIn(join(root, source)) > built);
}

function newestIn(path) {
  const own = changedAt(path);
  if (own === 0 || !statSync(path).isDirectory()) return own;
  return Math.max(own, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

async function build() {
  const vite = await loadVite();
  if (vite === null) {
    const message = 'The console is not built: its build tools are not installed.';
    if (process.argv.includes('--if-possible')) return console.log(message);
    console.error(message);
    process.exitCode = 1;
    return;
  }
  // Built in another folder and then renamed, so that a server never reads an incomplete build.
  const fresh = `${dist}-${process.pid}`;
  const old = `${fresh}-old`;
  try {
    await vite.build({ root: page, logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true } });
    compressFiles(fresh);
    try {
      renameSync(dist, old);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    renameSync(fresh, dist);
  } finally {
    for (const path of [fresh, old]) rmSync(path, { recursive: true, force: true });
  }
}

/** Clients that accept gzip get these files; small ones are not worth it. */
function compressFiles(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name);
    if (!/\.(html|js|css|svg|json)$/.test(name) || statSync(path).size < 1_024) continue;
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
  }
}

/** Null if Vite is not installed, or its compiler for this platform, which is an optional dependency. */
async function loadVite() {
  try {
    const manifest = createRequire(join(page, 'package.json')).resolve('vite/package.json');
    return await import(pathToFileURL(join(manifest, '../dist/node/index.js')).href);
  } catch {
    return null;
  }
}
