import Type, { type Static } from 'typebox';
import { MAX_FORMATTED_LENGTH, named, nullable, StoredTime, text } from '../schema.ts';
import { Role } from '../token.ts';

const GroupRoles = Type.Record(Type.String({ maxLength: 200 }), Type.Array(Role, { maxItems: 50 }), {
  maxProperties: 200,
  description: 'Roles by group. If it is not empty, roles follow the groups at every sign-in.',
});

export const SsoConnection = named('SsoConnection', {
  organization_id: Type.Integer(),
  issuer: Type.String(),
  client_id: Type.String(),
  api_audience: nullable(
    Type.String({
      description: 'The audience of access tokens that may be exchanged. Null: only ID tokens.',
    }),
  ),
  groups_claim: nullable(Type.String()),
  group_roles: GroupRoles,
  creates_users: Type.Boolean({ description: 'The first sign-in of a person creates the user.' }),
  default_roles: Type.Array(Role, { description: 'Roles of users that a first sign-in creates.' }),
  updated_at: StoredTime,
});
export type SsoConnection = Static<typeof SsoConnection>;

export const SetSsoConnection = named('SetSsoConnection', {
  issuer: text({ minLength: 1, maxLength: 500, examples: ['https://login.example.com'] }),
  client_id: text({ minLength: 1, maxLength: 500 }),
  client_secret: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_024,
      writeOnly: true,
      nullIsUnset: true,
      description: 'Stored encrypted and never returned. May be left out if issuer and client are unchanged.',
    }),
  ),
  api_audience: Type.Optional(nullable(text({ minLength: 1, maxLength: 500 }))),
  groups_claim: Type.Optional(nullable(text({ minLength: 1, maxLength: 200, examples: ['groups'] }))),
  group_roles: Type.Optional(GroupRoles),
  creates_users: Type.Optional(Type.Boolean()),
  default_roles: Type.Optional(Type.Array(Role, { maxItems: 50 })),
});
export type SetSsoConnection = Static<typeof SetSsoConnection>;

export const StartSso = named('StartSso', {
  email: Type.String({ format: 'email', minLength: 1, maxLength: MAX_FORMATTED_LENGTH }),
});
export const StartedSso = named('StartedSso', {
  authorization_url: Type.String({ description: 'Send the browser here.' }),
  login_secret: Type.String({ description: 'The browser keeps it and sends it to `POST /auth/sso/finish`.' }),
});
export type StartedSso = Static<typeof StartedSso>;
export const FinishSso = named('FinishSso', {
  login_secret: Type.String({ minLength: 1, maxLength: 100, writeOnly: true }),
  query: Type.String({
    minLength: 1,
    maxLength: 8_192,
    writeOnly: true,
    description: 'The query of the URL that the identity provider sent the browser back to.',
  }),
});
export const ExchangeToken = named('ExchangeToken', {
  token: Type.String({
    minLength: 1,
    maxLength: 16_384,
    writeOnly: true,
    description: "An ID token or access token of the organization's identity provider.",
  }),
});
