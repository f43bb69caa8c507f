import type { CriterionName } from '../../contract/criteria.ts';
import type { Transaction } from '../../db/database.ts';
import type { Observation } from '../observations/observation.ts';

/** An alert as notifications describe it. Criteria that are not set are null. */
export type FiredAlert = {
  id: number;
  organizationId: number;
  alert_name: string;
  email: string;
  cc_emails: string[];
  alert_type: 'normal' | 'hot';
  notification_channels: ('email' | 'webhook')[];
} & Record<CriterionName, string | null>;

/** The sighting as it stood when the matcher last saw it before the firing, without the bulk of its `readings`. */
export type FiredSighting = Omit<Observation, 'readings' | 'type'> & {
  /** What each of its pictures shows, in recognition's words; absent when nobody said. */
  views?: { image_id: string; shows: string }[];
  /** How sure the plate is, from 0 to 1; absent when nobody said. */
  plate_confidence?: number;
};

export type FiredMatch = {
  sighting: FiredSighting;
  matched_at: Date;
};

/** One alert going off: everything that it matched since the last time, oldest first, never empty. */
export type Firing = {
  /** A UUID, made once: repeats of the same firing carry it. */
  id: string;
  firedAt: Date;
  alert: FiredAlert;
  matches: FiredMatch[];
};

/** Writes what is to be sent; called in the transaction that marks the matches as fired. */
export type Notify = (tx: Transaction, firing: Firing) => Promise<void>;
