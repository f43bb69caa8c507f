import { createInterface } from 'node:readline/promises';
import type { Context } from './command.ts';

/** Asks a question that only `y` or `yes` confirms. Null if nobody can be asked: input or output is not a terminal. */
export async function confirm({ stdin, stderr }: Context, question: string): Promise<boolean | null> {
  if (!('isTTY' in stdin && stdin.isTTY) || !stderr.isTTY) return null;
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    // The end of the input does not count as an answer.
    const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    const answer = await Promise.race([terminal.question(`${question} [y/N] `), ended]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
