/**
 * `npm test` runs every test except *.long.test.ts and acceptance, `npm run test:long` runs those.
 * `npm test -- <files>` runs only these files. Options of `node --test` are passed on, in the form --name=value.
 */
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';

const SHORT = ['{server,sdk,console,lab}/test/**/!(*.long).test.ts'];
const LONG = ['{server,sdk,console,lab}/test/**/*.long.test.ts', 'acceptance/**/*.test.ts'];

const [, , ...args] = process.argv;
const isLong = args[0] === '--long';
if (isLong) args.shift();
const options = args.filter((arg) => arg.startsWith('-'));
const files = args.filter((arg) => !arg.startsWith('-'));
if (files.length === 0) files.push(...(isLong ? LONG : SHORT));

const { COMPILE_CACHE, runOnNode24 } = createRequire(import.meta.url)('../server/bin/node24.cjs');
process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
runOnNode24([
  '--test',
  // A test file may start several processes, so one file per core would be too many. With few cores, more files than
  // cores keep them busy, because files also wait for the database and for timers.
  `--test-concurrency=${Math.max(4, Math.floor(availableParallelism() / 2))}`,
  '--import=./server/test/support/no-promise-tracking.ts',
  '--test-global-setup=server/test/support/global-setup.ts',
  ...options,
  ...files,
]);
