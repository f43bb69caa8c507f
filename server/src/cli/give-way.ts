import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** As far back as it goes: measured, reads beside an import wait least with it. */
const NICE = 19;

/**
 * On the embedded database the import shares its cores with the service: it and the server process that works for
 * it step back behind whoever answers requests. Where the system does not let us, the import runs as it is.
 */
export function giveWay(backendPid: number): void {
  for (const id of [...ownThreads(), backendPid]) {
    try {
      setPriority(id, NICE);
    } catch {
      // Not ours to slow down.
    }
  }
}

/** On Linux a priority belongs to a thread; setting the process's own reaches only the first. */
function ownThreads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}
