import { fork } from 'node:child_process';
import { join } from 'node:path';

/** Starts a script of this folder in its own process. `ready` is its first message; `ask` waits for a reply. */
export async function startChild<Ready>(cleanup: AsyncDisposableStack, script: string, ...args: string[]) {
  const child = fork(join(import.meta.dirname, script), args);
  cleanup.defer(() => void child.kill());
  const message = <T>() => new Promise<T>((resolve) => child.once('message', (value) => resolve(value as T)));
  return {
    ready: await message<Ready>(),
    pid: child.pid ?? 0,
    ask<Reply>(question: string | number = 'ask'): Promise<Reply> {
      const reply = message<Reply>();
      child.send(question);
      return reply;
    },
  };
}
