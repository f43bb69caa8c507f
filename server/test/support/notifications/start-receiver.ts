import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { closing } from '../closing.ts';

export const SECRET = 'a secret of a customer';

/** One request as the receiver saw it. */
export type Seen = {
  path: string;
  headers: [name: string, value: string][];
  body: string;
  /** Which signatures were valid. */
  verified: { compatible: boolean; standard: boolean };
  /** Why the body does not conform to the OpenAPI document; null if it does. */
  undocumented: string | null;
};

export type Receiver = {
  origin: string;
  /** All requests since the last call. Throws if a body does not conform to the OpenAPI document. */
  seen(): Promise<Seen[]>;
  /** Answers this many more requests; later ones wait. */
  answer(count: number): void;
  /** The number of requests that wait for an answer. */
  waiting(): Promise<number>;
};

/** Starts receiver.ts in a separate process. */
export async function startReceiver(secret = SECRET, maxDelayMs = 0): Promise<Receiver> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'receiver.ts'), [secret, String(maxDelayMs)]);
  const port = await new Promise<number>((resolve) =>
    child.once('message', (value) => resolve(Number(value))),
  );
  const ask = async (question: 'seen' | 'waiting') => {
    const received = new Promise<{ seen: Seen[]; waiting: number }>((resolve) =>
      child.once('message', (value) => resolve(value as { seen: Seen[]; waiting: number })),
    );
    child.send(question);
    return received;
  };
  const seen = async () => {
    const all = (await ask('seen')).seen;
    for (const { undocumented } of all) assert.equal(undocumented, null);
    return all;
  };
  // Requests that no test looked at are checked too.
  closing(() => seen().finally(() => child.kill()));
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    answer: (count) => void child.send(count),
    waiting: async () => (await ask('waiting')).waiting,
  };
}
