import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import type { Context } from './command.ts';

/** Null if nobody can be asked: standard input or standard error is not a terminal. */
export async function confirm({ stdin, stderr }: Context, question: string): Promise<boolean | null> {
  if (!(stdin as Readable & { isTTY?: boolean }).isTTY || !stderr.isTTY) return null;
  const prompt = createInterface({ input: stdin, output: stderr });
  try {
    return /^y(es)?$/i.test((await prompt.question(`${question} [y/N] `)).trim());
  } finally {
    prompt.close();
  }
}
