import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailer } from '../../domain/notifications/mail/mailer.ts';
import { codeOf, messageOf } from '../../lib/errors.ts';
import { compose } from './compose.ts';
import { decodeMessage } from './decode-message.ts';

const DAY_MS = 86_400_000;

/** Writes each email to a file that any email program opens, readable by this user only. A repeated email replaces its file. */
export function fileMailer(folder: string, days: number): Mailer {
  return {
    atOnce: 4,
    async send(message) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const day = message.date.toISOString().slice(0, 10);
        const path = join(folder, `${day}-${message.messageId.split('@')[0]}.eml`);
        await writeFile(`${path}.part`, compose(message), { flush: true, mode: 0o600 });
        await rename(`${path}.part`, path);
        return { kind: 'kept' };
      } catch (error) {
        return { kind: 'later', reason: messageOf(error) };
      }
    },
    raw: compose,
    sweep: (now) => sweep(folder, now.getTime() - days * DAY_MS),
    erase: (isErased, isDryRun) => eraseFiles(folder, isErased, isDryRun),
    async close() {},
  };
}

/** Deletes files that were written before `oldestMs`, and makes the rest private, which earlier versions did not. */
async function sweep(folder: string, oldestMs: number): Promise<number> {
  let deleted = 0;
  try {
    await chmod(folder, 0o700);
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      if (!/\.eml(\.part)?$/.test(name)) continue;
      if ((await stat(path)).mtimeMs < oldestMs) {
        await rm(path, { force: true });
        deleted++;
      } else await chmod(path, 0o600);
    }
  } catch (error) {
    // No email has been written yet, or another process sweeps at the same time.
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  return deleted;
}

async function eraseFiles(
  folder: string,
  isErased: (text: string) => boolean,
  isDryRun: boolean,
): Promise<number> {
  let erased = 0;
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter((one) => /\.eml(\.part)?$/.test(one))) {
    const path = join(folder, name);
    const bytes = await readFile(path).catch(() => null);
    if (bytes === null || !isErased(decodeMessage(bytes))) continue;
    erased++;
    if (!isDryRun) await rm(path, { force: true });
  }
  return erased;
}
