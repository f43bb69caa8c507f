import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LOCKS } from '../../src/db/advisory-locks.ts';

const server = join(import.meta.dirname, '../..');

/** Older migrations share numbers, and an applied migration cannot be renamed. */
const LAST_SHARED_NUMBER = 12;

test('migrations have unique numbers without gaps', () => {
  const numbers = readdirSync(join(server, 'migrations'))
    .map((name) => Number(name.slice(0, 4)))
    .filter((number) => !(number <= LAST_SHARED_NUMBER));
  assert.deepEqual(
    numbers.sort((a, b) => a - b),
    numbers.map((_, i) => LAST_SHARED_NUMBER + 1 + i),
  );
});

test('every advisory lock has its own number, and only advisory-locks.ts contains numbers', () => {
  const numbers = Object.values<number>(LOCKS);
  assert.equal(new Set(numbers).size, numbers.length);
  const withNumbers = globSync('src/**/*.ts', { cwd: server }).filter((path) =>
    /\b7_?061_?\d{3}\b/.test(readFileSync(join(server, path), 'utf8')),
  );
  assert.deepEqual(withNumbers, [join('src/db/advisory-locks.ts')]);
});
