import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailer } from '../../domain/notifications/mail/mailer.ts';
import { messageOf } from '../../lib/errors.ts';
import { compose } from './compose.ts';

/** Keeps each mail as a file that any mail program opens; the same mail is the same file. */
export function fileMailer(folder: string): Mailer {
  return {
    atOnce: 4,
    async send(message) {
      try {
        await mkdir(folder, { recursive: true });
        const day = message.date.toISOString().slice(0, 10);
        const path = join(folder, `${day}-${message.messageId.split('@')[0]}.eml`);
        await writeFile(`${path}.part`, await compose(message), { flush: true });
        await rename(`${path}.part`, path);
        return { kind: 'kept' };
      } catch (error) {
        return { kind: 'later', reason: messageOf(error) };
      }
    },
    raw: compose,
    async close() {},
  };
}
