import { runCli } from './cli/run.ts';

const exitCode = await runCli(process.argv.slice(2));
// A failed start may leave handles open, for example of a worker that did not stop. Output is flushed before the exit.
process.exitCode = exitCode;
if (exitCode !== 0) setTimeout(() => process.exit(exitCode), 2_000).unref();
