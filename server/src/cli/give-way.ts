import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** The lowest priority. Measured: API reads during an import are fastest with it. */
const NICE = 19;

/**
 * Lowers the priority of this process and of its database session. An import on the embedded database shares its cores
 * with the service. Failures are ignored: without the permission, the import runs at normal priority.
 */
export function giveWay(backendPid: number): void {
  lowerPriority([...ownThreads(), backendPid]);
}

/** Lowers the priority of this process alone. A server that it starts afterwards would have the same priority. */
export function giveWayAlone(): void {
  lowerPriority(ownThreads());
}

function lowerPriority(ids: number[]): void {
  for (const id of ids) {
    try {
      setPriority(id, NICE);
    } catch {
      // Not permitted.
    }
  }
}

/** On Linux, priorities belong to threads; setting the priority of the process affects only its main thread. */
function ownThreads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}
