import type { SilentReason } from '../../../contract/match.ts';

const HOUR_MS = 3_600_000;
const DECIDED_AGAIN_MS = 24 * HOUR_MS;

/** What decides whether the matches of a sighting notify. */
export type Receipt = {
  /** When its newest image was received; null if unknown. */
  receivedAt: Date | null;
  /** Whether it was decided again without a new image. */
  isDecidedAgain: boolean;
};

/** The reason for which a sighting notifies no alert; null if the alerts decide (`silentFor`). */
export function silentForAll(
  { receivedAt, isDecidedAgain }: Receipt,
  capturedAt: Date,
  now: Date,
  maxAgeHours: number,
): SilentReason | null {
  if (receivedAt === null) return null;
  const received = receivedAt.getTime();
  if (received - capturedAt.getTime() > maxAgeHours * HOUR_MS) return 'captured_long_before';
  if (isDecidedAgain && now.getTime() - received > DECIDED_AGAIN_MS) return 'decided_again_late';
  return null;
}

/** The reason for a pair in SQL: `s` has `silent_reason` and `received_at`, `a` is the alert. */
export const silentFor = `coalesce(s.silent_reason,
  case when s.received_at < a.notifies_since then 'received_before_alert' end)`;

/** The `firing_id` of silent matches, which are never fired. */
export const NO_FIRING = '00000000-0000-0000-0000-000000000000';
