import type { Readable } from 'node:stream';
import type { Invitation, NewInvitation } from '../../../contract/admin/invitation.ts';
import type { User } from '../../../contract/admin/user.ts';
import { ROLES } from '../../../contract/roles.ts';
import { AppError } from '../../../lib/errors.ts';
import { textTable } from '../../../lib/text-table.ts';
import type { Command, Values } from '../../command.ts';
import { flag, json, text } from '../../options.ts';
import { createUserWithPassword, listAllUsers } from './cli-operations.ts';
import { operationCommands, rows } from './operation-command.ts';

const MAX_PASSWORD_INPUT = 10_000;

export const userCommands = operationCommands({
  'user create': {
    operation: createUserWithPassword,
    options: ['organization_id', 'email', 'password', 'roles'],
    fields: { password: '', roles: [] },
    further: {
      options: {
        'password-stdin': flag('read the password from standard input'),
        service: flag('a program: exempt from single sign-on and one-time codes'),
      },
      read: async ({ stdin }, values) => ({
        kind: values.service ? 'service' : 'person',
        password: await readPassword(values, stdin),
      }),
    },
    show: ({ user_id, email, organization_id, roles }: User) =>
      `User ${user_id}: ${email}, organization ${organization_id}, roles: ${roles.join(', ') || 'none'}`,
  },
  'user list': {
    operation: listAllUsers,
    show: rows<User>('users', {
      id: 'user_id',
      organization: 'organization_id',
      email: 'email',
      state: ({ disabled_at }) => (disabled_at ? 'disabled' : 'active'),
      'last sign-in': ({ last_sign_in_at }) => last_sign_in_at ?? 'never',
      roles: 'roles',
    }),
  },
  'user invite': {
    operation: 'createInvitation',
    summary: 'Invite a person by email; also prints the link, which can be used once',
    fields: { roles: [] },
    usesSecrets: true,
    show: ({ invitation_id, email, expires_at, link }: NewInvitation) =>
      `Invitation ${invitation_id} for ${email}, sent by email.\nLink, valid until ${expires_at.toISOString()}: ${link}`,
  },
  'user roles': {
    operation: 'updateUser',
    summary: 'Replace the roles of a user',
    action: 'user.roles',
    operands: ['user_id'],
    options: ['roles'],
    required: ['roles'],
    show: changedUser(({ roles }) => `has the roles: ${roles.join(', ') || 'none'}`),
  },
  'user disable': {
    operation: 'updateUser',
    summary: 'Disable a user; its tokens stop working immediately',
    action: 'user.disable',
    operands: ['user_id'],
    options: [],
    fields: { disabled: true },
    show: changedUser(() => 'is disabled'),
  },
  'user enable': {
    operation: 'updateUser',
    summary: 'Enable a disabled user',
    action: 'user.enable',
    operands: ['user_id'],
    options: [],
    fields: { disabled: false },
    show: changedUser(() => 'is enabled'),
  },
  'user revoke-tokens': {
    operation: 'revokeUserTokens',
    operands: ['user_id'],
    show: changedUser(() => 'has no valid tokens now'),
  },
  'user reset-totp': {
    operation: 'resetUserTotp',
    operands: ['user_id'],
    show: changedUser(() => 'signs in without one-time codes now'),
  },
  'invitation list': {
    operation: 'listInvitations',
    show: rows<Invitation>('invitations', {
      id: 'invitation_id',
      email: 'email',
      state: stateOf,
      expires: 'expires_at',
      roles: 'roles',
    }),
  },
  'invitation revoke': {
    operation: 'revokeInvitation',
    operands: ['invitation_id'],
    show: (invitation: Invitation) =>
      `Invitation ${invitation.invitation_id} (${invitation.email}): ${stateOf(invitation)}.`,
  },
});

export const roleList: Command = {
  name: 'role list',
  audit: { none: 'Changes nothing.' },
  summary: 'List the roles and what each permits; admin does not include the data roles',
  options: { json },
  async run(context, values) {
    const roles = Object.entries(ROLES).map(([role, opens]) => ({ role, opens }));
    if (values.json) return context.printJson({ roles });
    context.print(textTable(['role', 'permits'], Object.entries(ROLES)));
    context.print(
      '\nadmin does not open gated data: add the carrier-observations-* and external-api-carrier-* roles.',
    );
    context.print('milepost user create --roles all assigns every role.');
  },
};

function changedUser(done: (user: User) => string) {
  return (user: User): string => `User ${user.user_id} (${user.email}) ${done(user)}.`;
}

function stateOf({ accepted_at, revoked_at, expires_at }: Invitation): string {
  if (accepted_at) return 'accepted';
  if (revoked_at) return 'revoked';
  return expires_at < new Date() ? 'expired' : 'pending';
}

async function readPassword(values: Values, stdin: Readable): Promise<string> {
  const password = text(values, 'password');
  if (password !== undefined) return password;
  if (!values['password-stdin'])
    throw new AppError('invalid', 'Specify the password with --password-stdin or --password.');
  let input = '';
  for await (const chunk of stdin.setEncoding('utf8')) {
    input += chunk;
    if (input.length > MAX_PASSWORD_INPUT) break;
  }
  return input.replace(/\r?\n$/, '');
}
