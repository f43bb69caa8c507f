import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** The lowest priority. Measured: API reads during an import are fastest with it. */
const LOWEST = 19;
/** For work that must not take hours on a busy machine, because others wait for its end. */
export const LOW = 10;
const usual = getPriority();

/**
 * Lowers the priority of this process and of its database session. An import on the embedded database shares its cores
 * with the service. Failures are ignored: without the permission, the import runs at normal priority. Returns a function
 * that restores both priorities. It needs the right to raise a priority: root, or RLIMIT_NICE.
 */
export function giveWay(backendPid: number, priority = LOWEST): () => void {
  setPriorities([...ownThreads(), backendPid], priority);
  return () => setPriorities([...ownThreads(), backendPid], usual);
}

function setPriorities(ids: number[], priority: number): void {
  for (const id of ids) {
    try {
      setPriority(id, priority);
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
