import {
  CreateInvitation,
  Invitation,
  InvitationList,
  InvitationParams,
  NewInvitation,
} from '../../../contract/admin/invitation.ts';
import { OrganizationParams } from '../../../contract/admin/organization.ts';
import { invitationsOf, invite, revokeInvitation } from '../../../domain/identity/invitations.ts';
import { organizationAdmin } from '../../access.ts';
import { type Route, route } from '../../route.ts';

const NO_ORGANIZATION = { 404: 'There is no such organization, or it is not yours.' };

const create = route({
  method: 'POST',
  url: '/admin/organizations/:organization_id/invitations',
  operationId: 'createInvitation',
  tag: 'Administration',
  summary: 'Invite a person by email',
  description:
    'Sends a link that can be used once within 7 days, and returns it. It replaces an earlier invitation of the same address.',
  access: organizationAdmin(),
  audit: { action: 'invitation.create', kind: 'change', object: ['invitation', 'response.invitation_id'] },
  params: OrganizationParams,
  body: CreateInvitation,
  example: { email: 'desk@company.example', roles: ['external-api-get-all-company-alerts'] },
  success: { status: 201, schema: NewInvitation, description: 'The invitation and its link.' },
  errors: { ...NO_ORGANIZATION, 429: 'Too many invitations.' },
  handler: ({ identity }, { params, body, actor }) => invite(identity, actor, params.organization_id, body),
});

const list = route({
  method: 'GET',
  url: '/admin/organizations/:organization_id/invitations',
  operationId: 'listInvitations',
  tag: 'Administration',
  summary: 'List the invitations of an organization',
  access: organizationAdmin(),
  params: OrganizationParams,
  success: { schema: InvitationList, description: 'The newest 500 invitations, newest first.' },
  errors: NO_ORGANIZATION,
  handler: async ({ database }, { params, actor }) => ({
    invitations: await invitationsOf(database, actor, params.organization_id),
  }),
});

const revoke = route({
  method: 'DELETE',
  url: '/admin/invitations/:invitation_id',
  operationId: 'revokeInvitation',
  tag: 'Administration',
  summary: 'Revoke an invitation',
  description: 'An invitation that was accepted stays as it is.',
  access: organizationAdmin(),
  audit: { action: 'invitation.revoke', kind: 'change', object: ['invitation', 'params.invitation_id'] },
  params: InvitationParams,
  success: { schema: Invitation, description: 'The invitation.' },
  errors: { 404: 'There is no such invitation, or it is not of your organization.' },
  handler: ({ database }, { params, actor }) => revokeInvitation(database, actor, params.invitation_id),
});

export const invitationRoutes: Route[] = [create, list, revoke];
