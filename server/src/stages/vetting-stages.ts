import { stampChecks } from '../domain/vetting/checks/stamp-checks.ts';
import type { VettingService } from '../domain/vetting/vetting-service.ts';
import type { Stage } from './run-stages.ts';

/** Gets the time stamps of kept checks, if there is an authority. */
export function vettingStages(vetting: VettingService): Stage[] {
  const { timeStamps } = vetting;
  if (timeStamps === null) return [];
  return [
    { name: 'stamp-checks', everyMs: 2_000, run: (signal) => stampChecks(vetting, timeStamps, signal) },
  ];
}
