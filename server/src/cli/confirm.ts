import { createInterface } from 'node:readline/promises';
import type { Context } from './command.ts';

/** Asks a question that only `y` or `yes` confirms. Where no one can be asked, the answer is no. */
export async function confirm({ stdin, stderr }: Context, question: string): Promise<boolean> {
  if (!('isTTY' in stdin && stdin.isTTY) || !stderr.isTTY) return false;
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    // The end of the input is no answer.
    const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    const answer = await Promise.race([terminal.question(`${question} [y/N] `), ended]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
