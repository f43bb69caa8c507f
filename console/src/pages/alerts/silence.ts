import type { AlertMatch } from '@milepost/sdk';

const REASONS: Record<NonNullable<AlertMatch['silent_reason']>, string> = {
  history: 'Before the alert',
  received_before_alert: 'Not notified: received before the alert or its last change',
  captured_long_before: 'Not notified: captured long before it was received',
  decided_again_late: 'Not notified: decided again more than a day later',
  no_longer_matches: 'Not notified: it no longer matches',
};

type Told = Pick<AlertMatch, 'is_silent' | 'silent_reason' | 'fired_at'>;

/** Why a match was not sent, or that it will be. Null for a match that was sent. */
export function noticeOf({ is_silent, silent_reason, fired_at }: Told): string | null {
  if (is_silent) return silent_reason === null ? 'Not notified' : REASONS[silent_reason];
  return fired_at === null ? 'Waiting for the next firing' : null;
}
