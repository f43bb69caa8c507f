import type { Alert } from '@milepost/sdk';
import { day } from '../../lib/format.ts';

type Dated = Pick<Alert, 'disabled' | 'start_date' | 'end_date'>;
export type AlertState = { label: 'Active' | 'Paused' | 'Scheduled' | 'Ended'; tone: string };

/** The state of an alert on a day, YYYY-MM-DD in the zone of the organization. The last day still counts. */
export function alertState({ disabled, start_date, end_date }: Dated, today: string): AlertState {
  if (end_date !== null && end_date.slice(0, 10) < today) return { label: 'Ended', tone: 'none' };
  if (disabled) return { label: 'Paused', tone: 'none' };
  if (start_date !== null && start_date.slice(0, 10) > today) return { label: 'Scheduled', tone: 'none' };
  return { label: 'Active', tone: 'active' };
}

/** "Oct 1, 2026 to Oct 27, 2026", "From Oct 1, 2026" or "Until Oct 27, 2026". Null: the alert has no limit. */
export function periodText({ start_date, end_date }: Dated): string | null {
  if (start_date !== null && end_date !== null) return `${day(start_date)} to ${day(end_date)}`;
  if (start_date !== null) return `From ${day(start_date)}`;
  return end_date === null ? null : `Until ${day(end_date)}`;
}

const SCHEDULES: Record<Alert['alert_type'], string> = { hot: 'every 15 minutes', normal: 'once a day' };

/** How often an alert fires, and whether it sends an email. Webhooks do not depend on the alert. */
export function scheduleText({
  alert_type,
  notification_channels,
}: Pick<Alert, 'alert_type' | 'notification_channels'>): string {
  const schedule = SCHEDULES[alert_type];
  return notification_channels.includes('email') ? `Email ${schedule}` : `No email, ${schedule}`;
}

export const WEBHOOK_RULE =
  'Every match that is sent also goes to each enabled webhook of your organization, unless it does not subscribe to matches.';
