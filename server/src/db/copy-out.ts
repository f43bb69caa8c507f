import type pg from 'pg';
import { to } from 'pg-copy-streams';

const NEWLINE = 0x0a;

/**
 * Runs a COPY … TO STDOUT statement in text format and yields its output in pieces of whole lines. Each line is a row: a
 * newline inside a value is escaped. If the caller stops early, the connection can only be closed.
 */
export async function* copyLines(client: pg.ClientBase, sql: string): AsyncGenerator<Buffer> {
  const rest: Buffer[] = [];
  for await (const chunk of client.query(to(sql)) as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield Buffer.concat([...rest.splice(0), chunk.subarray(0, end)]);
    if (end < chunk.length) rest.push(chunk.subarray(end));
  }
}

/** SQL expressions by the names that they have in a row. They must not be null. */
type Source<N extends string, T extends string> = {
  numbers: Record<N, string>;
  texts?: Record<T, string>;
  /** The tables, and what follows them. */
  from: string;
};

type CopiedRow<N extends string, T extends string> = Readonly<Record<N, number> & Record<T, string>>;

/**
 * Reads millions of rows: with COPY a row takes less than half the time that it takes with a query. The object of a row is
 * reused for the next one. If `onRow` throws, the promise rejects after the last row, and the connection stays usable.
 */
export async function copyOut<N extends string, T extends string = never>(
  client: pg.ClientBase,
  { numbers, texts, from }: Source<N, T>,
  onRow: (row: CopiedRow<N, T>) => void,
): Promise<void> {
  const expressions: Record<string, string> = { ...numbers, ...texts };
  const names = Object.keys(expressions);
  const numberCount = Object.keys(numbers).length;
  const row: Record<string, number | string> = {};
  const takeLine = (line: string) => {
    const values = line.split('\t');
    for (let i = 0; i < names.length; i++) {
      const value = values[i] as string;
      row[names[i] as string] = i < numberCount ? Number(value) : unescaped(value);
    }
    onRow(row as CopiedRow<N, T>);
  };
  const failures: unknown[] = [];
  const sql = `copy (select ${Object.values(expressions).join(', ')} from ${from}) to stdout`;
  for await (const lines of copyLines(client, sql)) {
    if (failures.length > 0) continue;
    try {
      for (const line of lines.toString('utf8', 0, lines.length - 1).split('\n')) takeLine(line);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function unescaped(value: string): string {
  if (!value.includes('\\')) return value;
  return value.replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter);
}
