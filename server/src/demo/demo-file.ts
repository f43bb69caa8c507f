import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { DemoIdKind } from './relative-values.ts';

export const DEMO_DATA = join(import.meta.dirname, '../../demo-data');
export const DEMO_FILE = join(DEMO_DATA, 'tables.br');
export const DEMO_IMAGES = join(DEMO_DATA, 'images');

/** The first line of the file. */
export type DemoHeader = {
  /** How many of each the installation has to number. */
  ids: Record<DemoIdKind, number>;
  /** How many days before the as-of day the first observation was. */
  observationDays: number;
  wordmarks: string[];
  /** The carriers with a planted fraud, and the signal that shows it. */
  cases: { usdot_number: number; signal: string }[];
};

/** `rows` are in the text format of COPY, with relative dates and numbers. */
export type DemoTable = { name: string; columns: string[]; rows: string };

/** Ends the rows of a table, as in the output of pg_dump. */
const END = '\n\\.\n';

export function writeDemoText(header: DemoHeader, tables: DemoTable[]): string {
  const parts = tables.map(({ name, columns, rows }) => `${name} ${columns.join(',')}\n${rows}${END}`);
  return `${JSON.stringify(header)}\n${parts.join('')}`;
}

export async function readDemoFile(): Promise<{ header: DemoHeader; tables: DemoTable[] }> {
  const text = (await promisify(brotliDecompress)(await readFile(DEMO_FILE))).toString();
  const [headerLine, rest] = split(text, '\n');
  const parts = rest.split(END).slice(0, -1);
  return {
    header: JSON.parse(headerLine) as DemoHeader,
    tables: parts.map((part) => {
      const [line, rows] = split(part, '\n');
      const [name, columns] = split(line, ' ');
      return { name, columns: columns.split(','), rows: `${rows}\n` };
    }),
  };
}

function split(text: string, by: string): [string, string] {
  const at = text.indexOf(by);
  return [text.slice(0, at), text.slice(at + by.length)];
}
