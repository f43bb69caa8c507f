import type { DueAlerts } from '../domain/alerts/fire/fire-due.ts';
import type { Stage } from './run-stages.ts';

/** Lets alerts go off: every quarter of an hour, and in the organizations' mornings. */
export function fire(due: DueAlerts): Stage {
  return {
    name: 'fire',
    everyMs: 2_000,
    async run(signal) {
      await due.run(signal);
      return false;
    },
  };
}
