import type { CriterionName } from '../../contract/criteria.ts';
import type { Transaction } from '../../db/database.ts';
import type { AlertedSighting } from '../observations/unmatched.ts';

/** The alert's fields that its notifications use. Criteria that are not set are null. */
export type FiredAlert = {
  id: number;
  organizationId: number;
  alert_name: string;
  email: string;
  cc_emails: string[];
  alert_type: 'normal' | 'hot';
  notification_channels: ('email' | 'webhook')[];
} & Record<CriterionName, string | null>;

/** The sighting as the matcher last saw it before the firing, without its lines of text. */
export type FiredSighting = Omit<AlertedSighting, 'lines'>;

export type FiredMatch = {
  /** Absent in a test event. */
  match_id?: number;
  sighting: FiredSighting;
  matched_at: Date;
  /** The trace of the image, if there is one. */
  traceparent?: string | null;
};

/** One firing of an alert: all matches since the previous firing, oldest first, never empty. */
export type Firing = {
  /** A UUID. Retries of the same firing reuse it, so that writing a firing twice has no effect. */
  id: string;
  firedAt: Date;
  alert: FiredAlert;
  matches: FiredMatch[];
  /** `alert.match_corrected`: the matches were sent before and no longer hold. Only webhooks that subscribed are told. */
  event?: 'alert.matches_found' | 'alert.match_corrected';
  /** Earlier matches that no longer hold, which the email names. */
  corrected?: FiredMatch[];
  /** What the deliveries and emails of the firing continue. */
  traceparent?: string | null;
};

/** The notifications of a firing, by their ids. */
export type Queued = { deliveryIds: string[]; emailIds: string[] };

/** Queues the notifications of a firing, in the transaction that marks the matches as fired. */
export type Notify = (tx: Transaction, firing: Firing) => Promise<Queued>;
