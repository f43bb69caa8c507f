import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../src/db/database.ts';

/** A text as the product compares plates: without separators, and with confused characters as digits. */
export function squeezed(text: string): string {
  const alike: Record<string, string> = { O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' };
  return text
    .toUpperCase()
    .replace(/[\s.\-·•*'\u2010-\u2015]/g, '')
    .replace(/[OQDILZSB]/g, (one) => alike[one] ?? one);
}

/** Every `table.column` that contains the value in any spelling. Independent of the code that erases. */
export async function columnsWith(db: Database, vehicle: string): Promise<string[]> {
  const wanted = squeezed(vehicle);
  const { rows: tables } = await db.pool.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.pool.query(
      `select c.key, c.value from "${name}" t, jsonb_each_text(to_jsonb(t)) c where c.value is not null`,
    );
    for (const { key, value } of rows) {
      // JSON shows bytes in hexadecimal.
      const text = /^\\x[0-9a-f]*$/.test(value)
        ? Buffer.from(value.slice(2), 'hex').toString('latin1')
        : value;
      if (squeezed(text).includes(wanted)) found.push(`${tableOf(name)}.${key}`);
    }
  }
  return [...new Set(found)].sort();
}

/** The table of a partition. */
const tableOf = (name: string) =>
  name.replace(/_\d{4}_\d\d(_\d\d)?$/, '').replace(/^images_(\d\d|other|before)$/, 'images');

/** Every file under a folder that contains the value. Emails are encoded as quoted-printable. */
export async function filesWith(folder: string, value: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of names.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const text = (await readFile(path, 'latin1'))
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    if (squeezed(text).includes(squeezed(value))) found.push(path.slice(folder.length + 1));
  }
  return found.sort();
}
