import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { closing } from '../closing.ts';

export const SECRET = 'a secret of a customer';

/** What the receiver saw of one request. */
export type Seen = {
  path: string;
  headers: [name: string, value: string][];
  body: string;
  /** Which of its checks held, over the raw bytes. */
  verified: { compatible: boolean; standard: boolean };
  /** Why the body is not one that the OpenAPI document allows; null when it is. */
  undocumented: string | null;
};

export type Receiver = {
  origin: string;
  /** All that came since the last call. Throws when a body among it is not as documented. */
  seen(): Promise<Seen[]>;
};

/** A process of its own that checks every signature, and every body against the OpenAPI document, as a customer would. */
export async function startReceiver(secret = SECRET, slownessMs = 0): Promise<Receiver> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'receiver.ts'), [secret, String(slownessMs)]);
  const port = await new Promise<number>((resolve) =>
    child.once('message', (value) => resolve(Number(value))),
  );
  const seen = async () => {
    const told = new Promise<Seen[]>((resolve) => child.once('message', (value) => resolve(value as Seen[])));
    child.send('seen');
    const all = await told;
    for (const { undocumented } of all) assert.equal(undocumented, null);
    return all;
  };
  // What no test asked for must have been as documented, too.
  closing(() => seen().finally(() => child.kill()));
  return { origin: `http://127.0.0.1:${port}`, seen };
}
