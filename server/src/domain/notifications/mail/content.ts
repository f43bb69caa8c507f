import { CRITERION_NAMES, criterion } from '../../../contract/criteria.ts';
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
};

export type DisabledContent = { webhook_url: string; reason: string };

/** Asks an address to confirm that it wants the alerts of an organization. */
export type ConfirmContent = { organization_id: number; organization: string };

/** `sealed_path` is the path of the link, encrypted for this email: it contains a secret. */
export type AccountContent = {
  template: 'invitation' | 'password_reset';
  organization_name: string;
  sealed_path: string;
  expires_at: string;
};

export type MailContent =
  | { kind: 'confirm_recipient'; content: ConfirmContent }
  | { kind: 'digest'; content: DigestContent }
  | { kind: 'account'; content: AccountContent }
  | { kind: 'webhook_disabled'; content: DisabledContent };

const MOST_SHOWN = 100;

export function digestContent(
  { alert, matches, firedAt }: Firing,
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
  const reading = (label: string, value: string, score = 'N/A', isImputed = false): Reading => {
    const sureness = isImputed ? 'inferred' : score === 'N/A' ? '' : score;
    return { label, value, sureness };
  };
  const usdot = s.usdot_number === 0 ? '' : String(s.usdot_number);
  const readings = [
    reading('USDOT', usdot, s.usdot_number_ocr_score, s.is_usdot_imputed),
    reading('MC', s.mc_number, s.mc_number_ocr_score, s.is_mc_imputed),
    reading('Plate', [s.alpr_plate_number, s.plate_state].filter(Boolean).join(' ')),
    reading('VIN', s.vin, s.vin_ocr_score, s.is_vin_imputed),
    reading('Cab', s.cab_number, s.cab_number_ocr_score, s.is_cab_imputed),
    reading('Trailer', s.equipment_number, s.trailer_number_ocr_score),
    reading('Logo', s.equipment_logo, s.trailer_logo_ocr_score, s.is_trailer_logo_imputed),
    reading('Equipment', s.equipment_type),
  ];
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
    readings: readings.filter(({ value }) => value !== ''),
  };
}
