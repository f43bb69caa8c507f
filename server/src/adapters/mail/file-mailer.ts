import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { Mailer } from '../../domain/notifications/mail/mailer.ts';
import { codeOf, messageOf } from '../../lib/errors.ts';
import { compose } from './compose.ts';

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
        await writeFile(`${path}.part`, await compose(message), { flush: true, mode: 0o600 });
        await rename(`${path}.part`, path);
        return { kind: 'kept' };
      } catch (error) {
        return { kind: 'later', reason: messageOf(error) };
      }
    },
    raw: compose,
    sweep: (now) => deleteOldFiles(folder, now.getTime() - days * DAY_MS),
    erase: (isErased, isDryRun) => eraseFiles(folder, isErased, isDryRun),
    async close() {},
  };
}

/** Deletes files that were written before `oldestMs`. */
async function deleteOldFiles(folder: string, oldestMs: number): Promise<number> {
  let deleted = 0;
  for (const path of await emailFiles(folder)) {
    const writtenMs = await unlessMissing(stat(path).then(({ mtimeMs }) => mtimeMs));
    if (writtenMs === null || writtenMs >= oldestMs) continue;
    await rm(path, { force: true });
    deleted++;
  }
  return deleted;
}

async function eraseFiles(
  folder: string,
  isErased: (text: string) => boolean,
  isDryRun: boolean,
): Promise<number> {
  let erased = 0;
  for (const path of await emailFiles(folder)) {
    const bytes = await unlessMissing(readFile(path));
    if (bytes === null) continue;
    const { subject = '', text = '', html = '' } = await PostalMime.parse(bytes);
    if (!isErased([subject, text, html].join('\n'))) continue;
    erased++;
    if (!isDryRun) await rm(path, { force: true });
  }
  return erased;
}

/** None if no email has been written yet. */
async function emailFiles(folder: string): Promise<string[]> {
  const names = (await unlessMissing(readdir(folder))) ?? [];
  return names.filter((name) => /\.eml(\.part)?$/.test(name)).map((name) => join(folder, name));
}

/** Null if the file does not exist: another process may delete it at the same time. */
async function unlessMissing<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
