import type { Role } from '../../contract/roles.ts';

export const ORGANIZATION_KINDS = ['insurance', 'broker', 'partner', 'carrier', 'operator'] as const;
export type OrganizationKind = (typeof ORGANIZATION_KINDS)[number];

/** Stored records, printed as they are by `--json`. */
export type Organization = {
  organization_id: number;
  name: string;
  kind: OrganizationKind;
  timezone: string;
  created_at: Date;
};

export type ApiKey = {
  api_key_id: number;
  organization_id: number;
  name: string;
  hint: string;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
};

export type User = {
  user_id: number;
  organization_id: number;
  email: string;
  roles: Role[];
  created_at: Date;
  disabled_at: Date | null;
};
