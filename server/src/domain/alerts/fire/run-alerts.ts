import type { AlertService } from '../alert-service.ts';
import { fireAlert } from './fire-alert.ts';
import { activeAlertsOf } from './fire-store.ts';

export type RunResult = { fired: { alert_id: number; matches: number }[] };

/** Lets all active alerts of a user go off now, whatever the hour; those with nothing new stay silent. */
export async function runAlerts(
  service: AlertService,
  organizationId: number,
  userId: number,
): Promise<RunResult> {
  const fired: RunResult['fired'] = [];
  const now = service.clock.now();
  for (const id of await activeAlertsOf(service.db, organizationId, userId)) {
    const matches = await fireAlert(service, id, now, 'asked');
    if (matches > 0) fired.push({ alert_id: id, matches });
  }
  return { fired };
}
