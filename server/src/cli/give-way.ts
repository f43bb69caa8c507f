import { setPriority } from 'node:os';

/** Behind the service, yet not so far that a lock held by the import waits for a core. */
const NICE = 5;

/**
 * On the embedded database the import shares its cores with the service: it and the server process that works for
 * it step back behind whoever answers requests. Where the system does not let us, the import runs as it is.
 */
export function giveWay(backendPid: number): void {
  for (const pid of [process.pid, backendPid]) {
    try {
      setPriority(pid, NICE);
    } catch {
      // Not ours to slow down.
    }
  }
}
