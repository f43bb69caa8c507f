import { CRITERION_NAMES, criterion } from '../../../contract/criteria.ts';
import { listedTruckFields, truckField } from '../../../contract/truck-fields.ts';
import { stateCode } from '../../../lib/identifiers/state-code.ts';
import type { FiredMatch, Firing } from '../firing.ts';
import { type ViewName, viewImages } from '../image-links.ts';

/** `sureness` is the OCR score, `inferred`, or empty if the value was not read from an image. */
type Reading = { label: string; value: string; sureness: string };

export type DigestMatch = {
  /** Absent, as `carrier_name`, in emails that were queued before it existed. */
  match_id?: number | undefined;
  /** Empty if unknown. */
  carrier_name?: string;
  time: string;
  city: string;
  state: string;
  road: string;
  latitude: number | null;
  longitude: number | null;
  image_id: string | null;
  /** Absent in emails that were queued before views existed. */
  views?: Partial<Record<ViewName, string>>;
  readings: Reading[];
};

/** Stored as JSON in the `mails` table; the email is rendered from it when it is sent. */
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
  /** The newest matches, newest first. */
  matches: DigestMatch[];
  /** Earlier matches that no longer hold; absent when there are none. */
  corrected?: DigestMatch[];
};

/** Paragraphs for people of the organization. */
export type NoticeContent = { lines: string[] };

/** Asks an address to confirm that it wants the alerts of an organization. */
export type ConfirmContent = { organization_id: number; organization: string };

/** `sealed_path` is the path of the link, encrypted for this email: it contains a secret. */
export type AccountContent = {
  template: 'invitation' | 'password_reset';
  organization_name: string;
  sealed_path: string;
  expires_at: string;
};

/** Changes of the carriers on a watchlist. */
export type WatchlistContent = {
  /** The position of the list, which its unsubscribe links name. */
  list: number;
  name: string;
  timezone: string;
  total: number;
  /** The newest, newest first. */
  changes: { time: string; usdot_number: string; legal_name: string; summary: string }[];
};

export type MailContent =
  | { kind: 'confirm_recipient'; content: ConfirmContent }
  | { kind: 'digest'; content: DigestContent }
  | { kind: 'account'; content: AccountContent }
  | { kind: 'watchlist'; content: WatchlistContent }
  | { kind: 'notice'; content: NoticeContent };

const MOST_SHOWN = 100;

export function digestContent(
  { alert, matches, firedAt, corrected = [] }: Firing,
  timezone: string,
  carrierNames: ReadonlyMap<number, string>,
): DigestContent {
  const shown = shownMatches(matches).map((match) => digestMatch(match, carrierNames));
  return {
    alert_id: alert.id,
    alert_name: alert.alert_name,
    alert_type: alert.alert_type,
    email: alert.email,
    cc_emails: alert.cc_emails,
    criteria: CRITERION_NAMES.flatMap((name) => {
      const value = alert[name];
      return value === null || value === '' ? [] : [{ label: criterion(name).label, value }];
    }),
    fired_at: firedAt.toISOString(),
    timezone,
    total_matches: matches.length,
    matches: shown,
    ...(corrected.length > 0 && {
      corrected: shownMatches(corrected).map((match) => digestMatch(match, carrierNames)),
    }),
  };
}

/** The newest matches, newest first. */
export function shownMatches(matches: FiredMatch[]): FiredMatch[] {
  return matches.slice(-MOST_SHOWN).reverse();
}

function digestMatch(
  { match_id, sighting: s }: FiredMatch,
  carrierNames: ReadonlyMap<number, string>,
): DigestMatch {
  return {
    match_id,
    carrier_name: s.carrier_name ?? carrierNames.get(s.usdot_number) ?? '',
    time: s.time_captured.toISOString(),
    city: s.location_city,
    state: stateCode(s.location_state) ?? s.location_state,
    road: s.route,
    latitude: s.latitude,
    longitude: s.longitude,
    image_id: s.image_id,
    views: viewImages(s),
    readings: readingsOf(s),
  };
}

function readingsOf(sighting: FiredMatch['sighting']): Reading[] {
  return listedTruckFields().flatMap(({ name, label }) => {
    const { score, imputedFlag } = truckField(name);
    const isPlate = name === 'alpr_plate_number';
    const value = [sighting[name] || '', isPlate ? sighting.plate_state : ''].filter(Boolean).join(' ');
    const level = score === undefined || sighting[score] === 'N/A' ? '' : sighting[score];
    const sureness = imputedFlag && sighting[imputedFlag] ? 'inferred' : level;
    return value === '' ? [] : [{ label, value, sureness }];
  });
}
