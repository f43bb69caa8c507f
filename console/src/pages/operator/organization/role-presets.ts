import type { Role } from '@milepost/sdk';

export type Preset = {
  label: string;
  /** What people of this kind do, in plain words. */
  text: string;
  roles: readonly Role[];
  /** Also for programs. */
  isForServices?: true;
};

/** The kinds of people that organizations invite. Everything else is chosen role by role. */
export const PRESETS: readonly Preset[] = [
  {
    label: 'Recovery desk',
    text: 'Watches for trucks: alerts, sightings, images, corrections and cases.',
    roles: [
      'image-read-endpoint',
      'image-correction-endpoint',
      'create-alert-endpoint',
      'edit-alert-endpoint',
      'external-api-get-alerts-endpoint',
      'external-api-get-all-company-alerts',
      'run-summary-alert',
      'external-api-mismatch-observations',
    ],
  },
  {
    label: 'Underwriter',
    text: 'Judges carriers: scores, vehicles, decisions, watchlists and alerts on them.',
    roles: [
      'image-read-endpoint',
      'create-alert-endpoint',
      'external-api-get-alerts-endpoint',
      'carrier-decision-endpoint',
      'watchlist-endpoint',
      'carrier-observations-quality',
      'carrier-observations-vin-endpoint',
      'external-api-carrier-iss-score',
      'external-api-carrier-profile-vin',
    ],
  },
  {
    label: 'Broker',
    text: 'Finds and vets carriers for loads: lanes, contacts, vetting rules, dock checks and decisions.',
    roles: [
      'dock-check-endpoint',
      'carrier-decision-endpoint',
      'watchlist-endpoint',
      'external-api-carrier-profile',
      'verifier-carrier',
      'external-api-carrier-recommendation',
      'realtime-api',
      'external-api-carrier-contacts',
      'external-api-get-onboarded-carrier-contact',
      'external-api-create-onboarded-carrier-contact',
      'external-api-update-onboarded-carrier-contact',
      'external-api-delete-onboarded-carrier-contact',
      'external-api-compliance-rules',
      'external-api-update-compliance-rules',
      'external-api-mismatch-observations',
      'external-api-shipper-facilities',
      'external-api-shipper-lanes',
      'external-api-shipper-network-map',
    ],
  },
  {
    label: 'Camera partner',
    text: 'Sends images and sees what was read in them.',
    roles: ['image-ingest-endpoint', 'image-read-endpoint'],
    isForServices: true,
  },
  {
    label: 'Integrator',
    text: 'Connects your systems: webhooks, their deliveries and test events.',
    roles: [
      'create-alert-webhook-endpoint',
      'edit-alert-webhook-endpoint',
      'external-api-get-webhook-list',
      'external-api-delete-alert-webhook-endpoint',
      'test-alert-webhook-endpoint',
    ],
  },
  {
    label: 'Auditor',
    text: 'Reads alerts, deliveries and carriers, and changes nothing but the notes on matches. The audit log needs an administrator.',
    roles: [
      'external-api-get-alerts-endpoint',
      'external-api-get-all-company-alerts',
      'external-api-get-webhook-list',
      'external-api-get-onboarded-carrier-contact',
      'external-api-carrier-profile',
      'external-api-carrier-iss-score',
    ],
  },
  {
    label: 'Administrator',
    text: 'Manages people, keys, webhooks and settings, and does what the recovery desk does.',
    roles: ['admin'],
  },
];

/** The kind of people that has exactly these roles. */
export function presetOf(roles: readonly Role[]): Preset | undefined {
  return PRESETS.find(
    (preset) => preset.roles.length === roles.length && preset.roles.every((role) => roles.includes(role)),
  );
}
