import { startAhead } from './cli/start-ahead.ts';

const argv = process.argv.slice(2);
await startAhead(argv);
const { runCli } = await import('./cli/run.ts');
const exitCode = await runCli(argv);
// A failed start may leave handles open, for example of a worker that did not stop. Output is flushed before the exit.
process.exitCode = exitCode;
if (exitCode !== 0) setTimeout(() => process.exit(exitCode), 2_000).unref();
