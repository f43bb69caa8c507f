import Type, { type Static } from 'typebox';
import { named, nullable, oneOf, StoredTime, text } from '../schema.ts';
import { Role } from '../token.ts';

const ORGANIZATION_KINDS = ['insurance', 'broker', 'partner', 'carrier', 'operator'] as const;

export const OrganizationParams = Type.Object({
  organization_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
});

const fields = {
  organization_id: Type.Integer(),
  name: Type.String(),
  kind: oneOf(ORGANIZATION_KINDS),
  timezone: Type.String(),
  licensed_roles: Type.Array(Role, {
    description: "The restricted roles that the organization's administrators may assign.",
  }),
  email_domains: Type.Array(Type.String(), {
    description: 'Domains whose addresses sign in through the identity provider of the organization.',
  }),
  require_sso: Type.Boolean({ description: 'People cannot sign in with a password.' }),
  require_totp: Type.Boolean({ description: 'People need a one-time code to sign in with a password.' }),
  created_at: StoredTime,
  disabled_at: nullable(StoredTime),
};
export const Organization = named('Organization', fields);
export type Organization = Static<typeof Organization>;
export const OrganizationList = named('OrganizationList', { organizations: Type.Array(Organization) });
export const NewOrganization = named('NewOrganization', {
  ...fields,
  api_key: Type.String({ description: 'The first API key. It is not shown again.' }),
});
export type NewOrganization = Static<typeof NewOrganization>;

export const CreateOrganization = named('CreateOrganization', {
  name: text({ minLength: 1 }),
  kind: oneOf(ORGANIZATION_KINDS),
  timezone: Type.Optional(text({ examples: ['America/Chicago'] })),
});
export type CreateOrganization = Static<typeof CreateOrganization>;

export const UpdateOrganization = named('UpdateOrganization', {
  name: Type.Optional(text({ minLength: 1 })),
  disabled: Type.Optional(
    Type.Boolean({ description: 'Keys and tokens of a disabled organization stop working immediately.' }),
  ),
  licensed_roles: Type.Optional(
    Type.Array(Role, {
      maxItems: 50,
      description: 'A role that is removed here is taken from all users of the organization.',
    }),
  ),
  email_domains: Type.Optional(
    Type.Array(text(), { maxItems: 50, description: 'A domain belongs to one organization only.' }),
  ),
});
export type UpdateOrganization = Static<typeof UpdateOrganization>;

export const UpdateSignInRules = named('UpdateSignInRules', {
  require_sso: Type.Optional(Type.Boolean()),
  require_totp: Type.Optional(Type.Boolean()),
});
export type UpdateSignInRules = Static<typeof UpdateSignInRules>;
