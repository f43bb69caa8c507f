import type { Readable } from 'node:stream';
import type { Invitation, NewInvitation } from '../../../contract/admin/invitation.ts';
import { CreateUser, type User } from '../../../contract/admin/user.ts';
import { ROLES } from '../../../contract/roles.ts';
import type { Db } from '../../../db/database.ts';
import { cliActor } from '../../../domain/identity/actor.ts';
import { createUser, hasAdmin, isAdmin, usersOf } from '../../../domain/identity/manage-users.ts';
import { getOrganization } from '../../../domain/identity/organization-store.ts';
import { openPasswords } from '../../../domain/identity/password-hashing.ts';
import { assignableRoles } from '../../../domain/identity/roles.ts';
import { findUser, findUserByEmail } from '../../../domain/identity/user-store.ts';
import { AppError } from '../../../lib/errors.ts';
import { textTable } from '../../../lib/text-table.ts';
import { type Command, json, text, type Values, wholeNumber } from '../../command.ts';
import { withDatabase } from '../../with-database.ts';
import {
  auditOf,
  callOperation,
  checked,
  type FieldOption,
  type Fields,
  fieldOptions,
  fieldsOf,
  ORG,
  operationCommand,
  operationOf,
  servicesOf,
} from './operation-command.ts';

const MAX_PASSWORD_INPUT = 10_000;
const ROLES_OPTION: FieldOption = {
  field: 'roles',
  meaning: 'comma-separated roles (see role list), or all',
};

const createOptions = fieldOptions(
  {
    org: ORG,
    email: { value: 'address', meaning: 'email address to sign in with' },
    password: { meaning: 'password; visible in the process list of this machine' },
    roles: ROLES_OPTION,
  },
  { body: CreateUser },
  { password: '', roles: [] },
);

/** Only here: over the API, people are invited, and programs get a generated password. */
const userCreate: Command = {
  name: 'user create',
  audit: { action: 'user.create', object: 'user' },
  summary: 'Create a user of an organization',
  options: {
    ...createOptions,
    'password-stdin': { type: 'boolean', meaning: 'read the password from standard input' },
    service: { type: 'boolean', meaning: 'a program: exempt from single sign-on and one-time codes' },
    json,
  },
  async run(context, values) {
    const { organization_id, email, password, roles, kind } = checked(CreateUser, {
      roles: [],
      kind: values.service ? 'service' : 'person',
      ...fieldsOf(createOptions, values, { body: CreateUser }),
      password: await readPassword(values, context.stdin),
    });
    const passwords = await openPasswords(1);
    const user = await withDatabase(context, async (db) => {
      const organization = await getOrganization(db, cliActor, organization_id);
      const assigned = assignableRoles(cliActor, organization, roles, { roles: [], kind });
      const input = { organizationId: organization_id, email, password, roles: assigned, kind };
      return createUser(db, passwords, input);
    });
    if (values.json) return context.printJson(user);
    context.print(
      `User ${user.user_id}: ${email}, organization ${organization_id}, roles: ${user.roles.join(', ') || 'none'}`,
    );
  },
};

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

/** Only here, the users of all organizations can be listed at once. */
const userList: Command = {
  name: 'user list',
  audit: { none: 'Changes nothing.' },
  summary: 'List the users',
  options: { org: { type: 'string', value: 'id', meaning: 'only users of this organization' }, json },
  async run(context, values) {
    const organizationId = values.org === undefined ? null : wholeNumber(values, 'org');
    const users = await withDatabase(context, (database) => usersOf(database, cliActor, organizationId));
    if (values.json) return context.printJson({ users });
    const rows = users.map((u) => [
      u.user_id,
      u.organization_id,
      u.email,
      u.disabled_at ? 'disabled' : 'active',
      u.last_sign_in_at?.toISOString() ?? 'never',
      u.roles.join(', '),
    ]);
    context.print(textTable(['id', 'organization', 'email', 'state', 'last sign-in', 'roles'], rows));
  },
};

type UserCommand = {
  name: string;
  summary: string;
  operation: string;
  options?: Record<string, FieldOption>;
  fields?: Fields;
  done: (user: User) => string;
};

/** Runs an operation on one user, who is named by id or email. The organization may be left without an administrator. */
function userCommand({
  name,
  summary,
  operation: id,
  options: given = {},
  fields,
  done,
}: UserCommand): Command {
  const operation = operationOf(id);
  const options = fieldOptions(given, operation);
  return {
    name,
    audit: auditOf(operation, name.replace(' ', '.')),
    summary,
    operands: '<user id or email>',
    options: { ...options, json },
    async run(context, values, [who]) {
      if (!who) throw new AppError('invalid', 'Specify a user id or an email address.');
      const changes = { ...fields, ...fieldsOf(options, values, operation) };
      const { user, isOrphaned } = await withDatabase(context, async (db) => {
        const before = await userNamed(db, who);
        const input = { user_id: before.user_id, ...changes };
        const user = await callOperation<User>(servicesOf(context, db), operation, input);
        return { user, isOrphaned: isAdmin(before) && !(await hasAdmin(db, before.organization_id)) };
      });
      if (isOrphaned)
        context.printError(`Warning: organization ${user.organization_id} has no administrator now.`);
      if (values.json) return context.printJson(user);
      context.print(`User ${user.user_id} (${user.email}) ${done(user)}.`);
    },
  };
}

async function userNamed(db: Db, who: string): Promise<User> {
  const user = await (/^\d{1,9}$/.test(who) ? findUser(db, Number(who)) : findUserByEmail(db, who));
  if (user === null) throw new AppError('not_found', `There is no user ${who}.`);
  return user;
}

const userRoles = userCommand({
  name: 'user roles',
  summary: 'Replace the roles of a user',
  operation: 'updateUser',
  options: { roles: { ...ROLES_OPTION, required: true } },
  done: ({ roles }) => `has the roles: ${roles.join(', ') || 'none'}`,
});

const userDisable = userCommand({
  name: 'user disable',
  summary: 'Disable a user; its tokens stop working immediately',
  operation: 'updateUser',
  fields: { disabled: true },
  done: () => 'is disabled',
});

const userEnable = userCommand({
  name: 'user enable',
  summary: 'Enable a disabled user',
  operation: 'updateUser',
  fields: { disabled: false },
  done: () => 'is enabled',
});

const userRevokeTokens = userCommand({
  name: 'user revoke-tokens',
  summary: 'Revoke all tokens of a user',
  operation: 'revokeUserTokens',
  done: () => 'has no valid tokens now',
});

const userResetTotp = userCommand({
  name: 'user reset-totp',
  summary: 'Remove the one-time codes of a user who lost the device',
  operation: 'resetUserTotp',
  done: () => 'signs in without one-time codes now',
});

const userInvite = operationCommand<NewInvitation>({
  name: 'user invite',
  summary: 'Invite a person by email; also prints the link, which can be used once',
  operation: 'createInvitation',
  options: {
    org: ORG,
    email: { value: 'address', meaning: 'email address of the person' },
    roles: ROLES_OPTION,
  },
  fields: { roles: [] },
  usesSecrets: true,
  show: ({ invitation_id, email, expires_at, link }) =>
    `Invitation ${invitation_id} for ${email}, sent by email.\nLink, valid until ${expires_at.toISOString()}: ${link}`,
});

const invitationList = operationCommand<{ invitations: Invitation[] }>({
  name: 'invitation list',
  summary: "List an organization's invitations",
  operation: 'listInvitations',
  options: { org: ORG },
  show: ({ invitations }) =>
    textTable(
      ['id', 'email', 'state', 'expires', 'roles'],
      invitations.map((i) => [
        i.invitation_id,
        i.email,
        stateOf(i),
        i.expires_at.toISOString(),
        i.roles.join(', '),
      ]),
    ),
});

const invitationRevoke = operationCommand<Invitation>({
  name: 'invitation revoke',
  summary: 'Revoke an invitation',
  operation: 'revokeInvitation',
  operand: ['<invitation id>', 'invitation_id'],
  show: (invitation) =>
    `Invitation ${invitation.invitation_id} (${invitation.email}): ${stateOf(invitation)}.`,
});

function stateOf({ accepted_at, revoked_at, expires_at }: Invitation): string {
  if (accepted_at) return 'accepted';
  if (revoked_at) return 'revoked';
  return expires_at < new Date() ? 'expired' : 'pending';
}

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

export const userCommands: Command[] = [
  userCreate,
  userList,
  userInvite,
  userRoles,
  userDisable,
  userEnable,
  userRevokeTokens,
  userResetTotp,
  invitationList,
  invitationRevoke,
];
