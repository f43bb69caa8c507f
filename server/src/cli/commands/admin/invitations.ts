import { cliActor } from '../../../domain/identity/actor.ts';
import { invitationsOf, invite, revokeInvitation } from '../../../domain/identity/admin/invitations.ts';
import type { Invitation } from '../../../domain/identity/records.ts';
import { textTable } from '../../../lib/text-table.ts';
import { type Command, json, required, wholeNumber } from '../../command.ts';
import { withDatabase } from '../../with-database.ts';
import { withIdentity } from '../../with-identity.ts';
import { roles, rolesOf } from './users.ts';

const org = { type: 'string', value: 'id', meaning: 'id of the organization', required: true } as const;

export const userInvite: Command = {
  name: 'user invite',
  audit: { action: 'invitation.create', object: 'invitation' },
  summary: 'Invite a person by email; also prints the link, which can be used once',
  options: {
    org,
    email: { type: 'string', value: 'address', meaning: 'email address of the person', required: true },
    roles,
    json,
  },
  async run(context, values) {
    const input = {
      organizationId: wholeNumber(values, 'org'),
      email: required(values, 'email'),
      roles: rolesOf(values),
    };
    const { invitation, path } = await withIdentity(context, (identity) => invite(identity, cliActor, input));
    const { publicUrl, port } = context.settings.http;
    const link = (publicUrl ?? `http://localhost:${port}`) + path;
    if (values.json) return context.printJson({ ...invitation, link });
    context.print(`Invitation ${invitation.invitation_id} for ${invitation.email}, sent by email.`);
    context.print(`Link, valid until ${invitation.expires_at.toISOString()}: ${link}`);
  },
};

export const invitationList: Command = {
  name: 'invitation list',
  audit: { none: 'Changes nothing.' },
  summary: "List an organization's invitations",
  options: { org, json },
  async run(context, values) {
    const id = wholeNumber(values, 'org');
    const invitations = await withDatabase(context, (db) => invitationsOf(db, cliActor, id));
    if (values.json) return context.printJson({ invitations });
    const rows = invitations.map((i) => [
      i.invitation_id,
      i.email,
      stateOf(i),
      i.expires_at.toISOString(),
      i.roles.join(', '),
    ]);
    context.print(textTable(['id', 'email', 'state', 'expires', 'roles'], rows));
  },
};

function stateOf({ accepted_at, revoked_at, expires_at }: Invitation): string {
  if (accepted_at) return 'accepted';
  if (revoked_at) return 'revoked';
  return expires_at < new Date() ? 'expired' : 'pending';
}

export const invitationRevoke: Command = {
  name: 'invitation revoke',
  audit: { action: 'invitation.revoke', object: 'invitation' },
  summary: 'Revoke an invitation',
  operands: '<invitation id>',
  options: { json },
  async run(context, values, operands) {
    const id = wholeNumber({ 'invitation id': operands[0] }, 'invitation id');
    const invitation = await withDatabase(context, (db) => revokeInvitation(db, cliActor, id));
    if (values.json) return context.printJson(invitation);
    context.print(`Invitation ${id} (${invitation.email}): ${stateOf(invitation)}.`);
  },
};
