import { runCli } from './cli/run.ts';

const exitCode = await runCli(process.argv.slice(2));
// The work is done: what still runs, such as a DNS lookup that cannot be canceled, must not delay the exit.
await Promise.all([process.stdout, process.stderr].map(flushed));
process.exit(exitCode);

/** A closed pipe counts as flushed. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once('error', () => resolve());
    stream.write('', () => resolve());
  });
}
