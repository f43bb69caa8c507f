import { takeQuota } from '../../quotas/quota-store.ts';
import type { AlertService } from '../alert-service.ts';
import { fireAlert } from './fire-alert.ts';
import { activeAlertsOf } from './fire-store.ts';

export type RunResult = { fired: { alert_id: number; matches: number }[] };

/** Fires all active alerts of a user now. Alerts without new matches do not fire. */
export async function runAlerts(
  service: AlertService,
  organizationId: number,
  userId: number,
): Promise<RunResult> {
  const fired: RunResult['fired'] = [];
  const now = service.clock.now();
  await takeQuota(service.db, organizationId, 'alert_runs_per_minute', 1, now);
  for (const id of await activeAlertsOf(service.db, organizationId, userId)) {
    const matches = await fireAlert(service, id, now, 'request');
    if (matches > 0) fired.push({ alert_id: id, matches });
  }
  return { fired };
}
