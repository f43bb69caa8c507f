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
import { NO_ORGANIZATION } from '../../responses.ts';
import { type Route, routeOf } from '../../route.ts';

const route = routeOf('Administration');

export const invitationRoutes: Route[] = [
  route('POST /admin/organizations/:organization_id/invitations', {
    operationId: 'createInvitation',
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
  }),
  route('GET /admin/organizations/:organization_id/invitations', {
    operationId: 'listInvitations',
    summary: 'List the invitations of an organization',
    access: organizationAdmin(),
    params: OrganizationParams,
    success: { schema: InvitationList, description: 'The newest 500 invitations, newest first.' },
    errors: NO_ORGANIZATION,
    handler: async ({ database }, { params, actor }) => ({
      invitations: await invitationsOf(database, actor, params.organization_id),
    }),
  }),
  route('DELETE /admin/invitations/:invitation_id', {
    operationId: 'revokeInvitation',
    summary: 'Revoke an invitation',
    description: 'An invitation that was accepted stays as it is.',
    access: organizationAdmin(),
    audit: { action: 'invitation.revoke', kind: 'change', object: ['invitation', 'params.invitation_id'] },
    params: InvitationParams,
    success: { schema: Invitation, description: 'The invitation.' },
    errors: { 404: 'There is no such invitation, or it is not of your organization.' },
    handler: ({ database }, { params, actor }) => revokeInvitation(database, actor, params.invitation_id),
  }),
];
