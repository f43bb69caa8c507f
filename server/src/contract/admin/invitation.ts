import Type, { type Static } from 'typebox';
import { MAX_FORMATTED_LENGTH, named, nullable, StoredTime } from '../schema.ts';
import { Role } from '../token.ts';

export const InvitationParams = Type.Object({
  invitation_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
});

const fields = {
  invitation_id: Type.Integer(),
  organization_id: Type.Integer(),
  email: Type.String(),
  roles: Type.Array(Role),
  invited_by: nullable(Type.Integer({ description: 'The user who sent it.' })),
  created_at: StoredTime,
  expires_at: StoredTime,
  accepted_at: nullable(StoredTime),
  revoked_at: nullable(StoredTime),
};
export const Invitation = named('Invitation', fields);
export type Invitation = Static<typeof Invitation>;
export const NewInvitation = named('NewInvitation', {
  ...fields,
  link: Type.String({
    description: 'The link in the email, for installations without a mail server. It is not shown again.',
  }),
});
export type NewInvitation = Static<typeof NewInvitation>;
export const InvitationList = named('InvitationList', { invitations: Type.Array(Invitation) });

export const CreateInvitation = named('CreateInvitation', {
  email: Type.String({ format: 'email', minLength: 1, maxLength: MAX_FORMATTED_LENGTH }),
  roles: Type.Array(Role, { maxItems: 50 }),
});
export type CreateInvitation = Static<typeof CreateInvitation>;
