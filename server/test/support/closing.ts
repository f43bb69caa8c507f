import { after } from 'node:test';

const closes: (() => Promise<unknown>)[] = [];

/** Has this closed when the test file is done, the newest first. */
export function closing(close: () => Promise<unknown>): void {
  closes.push(close);
}

after(async () => {
  for (const close of closes.reverse()) await close();
});
