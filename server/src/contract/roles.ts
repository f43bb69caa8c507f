/** All permissions by their names in the contract, with a description. */
export const ROLES = {
  admin: 'Alerts, logos, webhooks and image ingest of your organization, and its users and API keys',
  'image-ingest-endpoint': 'Send images',
  'image-read-endpoint': 'See images, their sightings and vehicles',
  'image-correction-endpoint': 'Correct readings and have images read again',
  'dock-check-endpoint': 'Check the door of a truck against the booked carrier',
  'carrier-decision-endpoint': 'Decide whether a carrier is used, and write notes about it',
  'create-alert-endpoint': 'Create alerts and list trailer logos',
  'edit-alert-endpoint': 'Change and delete alerts',
  'external-api-get-alerts-endpoint': 'Read your own alerts',
  'external-api-get-all-company-alerts': 'Read all alerts of your organization',
  'run-summary-alert': 'Fire all active alerts now',
  'create-alert-webhook-endpoint': 'Create webhooks',
  'edit-alert-webhook-endpoint': 'Change webhooks',
  'external-api-get-webhook-list': 'Read webhooks and their deliveries',
  'external-api-delete-alert-webhook-endpoint': 'Delete webhooks',
  'test-alert-webhook-endpoint': 'Send a test event and replay deliveries',
  'carrier-observations-quality': 'Imputed flags and confidence levels in observations',
  'carrier-observations-vin-endpoint': 'Observations by VIN',
  'external-api-carrier-iss-score': 'The iss_basics section of the carrier profile',
  'external-api-carrier-profile-vin': 'The vin_details section of the carrier profile',
  'external-api-carrier-profile': 'The profile of carriers for brokers, with where and when each was seen',
  'verifier-carrier': 'Check whether a carrier was seen on a lane',
  'external-api-carrier-recommendation': 'Find carriers for a lane',
  'realtime-api': 'The latest positions of the carriers that are found for a lane',
  'external-api-carrier-contacts': 'Read the contacts of carriers',
  'external-api-get-onboarded-carrier-contact': "Read your organization's own contacts at carriers",
  'external-api-create-onboarded-carrier-contact': 'Add contacts at carriers',
  'external-api-update-onboarded-carrier-contact': 'Change contacts at carriers',
  'external-api-delete-onboarded-carrier-contact': 'Delete contacts at carriers',
  'external-api-compliance-rules': 'Check carriers against the vetting rules, and read these rules',
  'external-api-update-compliance-rules': 'Change the vetting rules',
  'watchlist-endpoint': 'Keep lists of carriers and be told of their changes',
  'external-api-mismatch-observations':
    'Watch for trucks that show the number of a carrier with another name',
  'external-api-shipper-facilities': 'Find facilities of shippers',
  'external-api-shipper-lanes': 'Find shippers at both ends of a lane',
  'external-api-shipper-network-map': 'The map of where the trucks of a facility come from and go to',
} as const;

export type Role = keyof typeof ROLES;

/** Roles that open licensed data (decision 0012). The operator grants them to organizations. */
export const RESTRICTED_ROLES = [
  'carrier-observations-quality',
  'carrier-observations-vin-endpoint',
  'external-api-carrier-iss-score',
  'external-api-carrier-profile-vin',
  'external-api-carrier-profile',
  'verifier-carrier',
  'external-api-carrier-recommendation',
  'realtime-api',
] as const satisfies readonly Role[];

export function isRestricted(role: string): boolean {
  return (RESTRICTED_ROLES as readonly string[]).includes(role);
}

export const ALL_ROLES = Object.keys(ROLES) as Role[];

export function isRole(name: string): name is Role {
  return Object.hasOwn(ROLES, name);
}
