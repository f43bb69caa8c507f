import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packaged, { inflate } from '@sparticuz/chromium';

const { resolve } = createRequire(import.meta.url);
const modules = join(dirname(resolve('playwright-core/package.json')), '..');

/**
 * Chromium with the libraries and fonts it needs, unpacked once into this checkout: a machine without them, or
 * another user's half-written copy in the shared temporary folder, makes no difference.
 */
export async function unpackBrowser(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const folder = join(modules, '.cache/milepost-browser');
  if (!existsSync(folder)) await unpackInto(folder);
  const { PATH = '', HOME = folder } = process.env;
  return {
    executablePath: join(folder, 'chromium'),
    env: { PATH, HOME, LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

/** The package unpacks into the temporary folder, whatever that is just then. */
async function unpackInto(folder: string): Promise<void> {
  const fresh = `${folder}-${process.pid}`;
  await mkdir(fresh, { recursive: true });
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
  // Two test files may do this at once; the second finds the work done.
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }));
}

/** The package's own settings name folders of another kind of machine; without any font the browser stops. */
function fontSettings(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
