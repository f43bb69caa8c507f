import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closing } from './closing.ts';

/** A new temporary folder, deleted after the test file. */
export async function temporaryFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-test-'));
  await chmod(folder, mode);
  closing(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
