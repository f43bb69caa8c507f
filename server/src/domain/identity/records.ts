import type { ORGANIZATION_KINDS } from '../../contract/admin/organization.ts';
import type { USER_KINDS } from '../../contract/admin/user.ts';
import type { Role } from '../../contract/roles.ts';

export type OrganizationKind = (typeof ORGANIZATION_KINDS)[number];

export type UserKind = (typeof USER_KINDS)[number];

/** Stored records, printed as they are by `--json`. */
export type Organization = {
  organization_id: number;
  name: string;
  kind: OrganizationKind;
  timezone: string;
  licensed_roles: Role[];
  email_domains: string[];
  require_sso: boolean;
  require_totp: boolean;
  created_at: Date;
  disabled_at: Date | null;
};

export type ApiKey = {
  api_key_id: number;
  organization_id: number;
  name: string;
  hint: string;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
};

export type User = {
  user_id: number;
  organization_id: number;
  email: string;
  kind: UserKind;
  roles: Role[];
  has_password: boolean;
  has_totp: boolean;
  uses_sso: boolean;
  created_at: Date;
  last_sign_in_at: Date | null;
  disabled_at: Date | null;
};

export type Invitation = {
  invitation_id: number;
  organization_id: number;
  email: string;
  roles: Role[];
  invited_by: number | null;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
};
