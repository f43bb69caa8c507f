import { after } from 'node:test';

const closes: (() => Promise<unknown>)[] = [];

/** Runs `close` after the test file, in reverse order of the calls. */
export function closing(close: () => Promise<unknown>): void {
  closes.push(close);
}

after(async () => {
  for (const close of closes.reverse()) await close();
});
