import type { ViewName } from '../image-links.ts';

/** How surely a value was read; null where it was inferred or not read off the truck. */
export type Reading = { label: string; value: string; sureness: string };

export type DigestMatch = {
  time: string;
  city: string;
  state: string;
  road: string;
  latitude: number | null;
  longitude: number | null;
  image_id: string | null;
  /** Its pictures by view; absent in mails from before there were any. */
  views?: Partial<Record<ViewName, string>>;
  readings: Reading[];
};

/** Everything that a digest is written from. */
export type DigestContent = {
  alert_id: number;
  alert_name: string;
  alert_type: 'normal' | 'hot';
  email: string;
  cc_emails: string[];
  criteria: { label: string; value: string }[];
  fired_at: string;
  timezone: string;
  total_matches: number;
  /** The newest of them, newest first. */
  matches: DigestMatch[];
};

export type DisabledContent = { webhook_url: string; reason: string };

export type MailContent =
  | { kind: 'digest'; content: DigestContent }
  | { kind: 'webhook_disabled'; content: DisabledContent };
