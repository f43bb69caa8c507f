import { writeFile } from 'node:fs/promises';
import { AppError, type ErrorKind, messageOf } from '../../lib/errors.ts';

type Failure = { error: { kind: ErrorKind; message: string; detail: string } };

/** What the process sends to its parent after a request. */
export type ChildResponse<Result> = { residentMb: number } & ({ result: Result } | Failure);

const die = () => process.kill(process.pid, 'SIGKILL');

/** The main loop of a child process that decodes untrusted images: one request at a time, until the parent ends it. */
export async function serveRequests<Request, Result>(
  open: () => Promise<(request: Request) => Promise<Result>>,
): Promise<void> {
  // A parent that dies, however it dies, closes the channel.
  process.on('disconnect', die);
  // A terminal or a service manager signals the whole group; the parent decides when this process ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  // If the machine runs out of memory, Linux should kill this process rather than the server or the database.
  await writeFile('/proc/self/oom_score_adj', '500').catch(() => undefined);
  const respond = await open();
  process.on('message', async (request: Request) => {
    const outcome = await respond(request).then((result) => ({ result }), failure);
    process.send?.({ ...outcome, residentMb: process.memoryUsage.rss() / 1_048_576 });
  });
  if (!process.connected) die();
  process.send?.('ready');
}

/** As plain strings, because errors of native code may not be serializable. */
function failure(error: unknown): Failure {
  const known = error instanceof AppError ? error : null;
  const { kind, message } =
    known ?? ({ kind: 'unavailable', message: 'The image could not be read.' } as const);
  return { error: { kind, message, detail: String(known ? (known.detail ?? '') : messageOf(error)) } };
}
