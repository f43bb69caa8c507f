import type { Role } from '../contract/roles.ts';

export const DEMO_EMAIL = 'demo@milepost.example';

export const DEMO_NAMES = {
  customer: 'Demo Insurance (synthetic)',
  partner: 'Demo Cameras (synthetic)',
  /** When the federal data is real. */
  customerWithRealData: 'Demo Insurance',
};

/** Colleagues of the demo user. They have no password, so nobody can sign in as them. */
export const COLLEAGUES: { email: string; roles: Role[] }[] = [
  {
    email: 'desk@milepost.example',
    roles: ['create-alert-endpoint', 'edit-alert-endpoint', 'external-api-get-all-company-alerts'],
  },
  {
    email: 'underwriting@milepost.example',
    roles: ['external-api-carrier-iss-score', 'external-api-carrier-profile-vin'],
  },
];
