import type { Readable } from 'node:stream';
import { ALL_ROLES, ROLES } from '../../../contract/roles.ts';
import type { Database } from '../../../db/database.ts';
import { cliActor } from '../../../domain/identity/actor.ts';
import {
  changeUser,
  findUser,
  hasAdmin,
  revokeUserTokens,
  usersOf,
} from '../../../domain/identity/admin/users.ts';
import { openPasswords } from '../../../domain/identity/passwords.ts';
import type { User } from '../../../domain/identity/records.ts';
import { resetTotp } from '../../../domain/identity/totp/enroll.ts';
import { createUser } from '../../../domain/identity/users.ts';
import { AppError } from '../../../lib/errors.ts';
import { textTable } from '../../../lib/text-table.ts';
import { type Command, json, type Option, required, text, type Values, wholeNumber } from '../../command.ts';
import { withDatabase } from '../../with-database.ts';

const MAX_PASSWORD_INPUT = 10_000;

export const userCreate: Command = {
  name: 'user create',
  audit: { action: 'user.create', object: 'user' },
  summary: 'Create a user of an organization',
  options: {
    org: { type: 'string', value: 'id', meaning: 'id of the organization', required: true },
    email: { type: 'string', value: 'address', meaning: 'email address to sign in with', required: true },
    'password-stdin': { type: 'boolean', meaning: 'read the password from standard input' },
    password: { type: 'string', meaning: 'password; visible in the process list of this machine' },
    roles: { type: 'string', value: 'a,b', meaning: 'comma-separated roles (see role list), or all' },
    service: { type: 'boolean', meaning: 'a program: exempt from single sign-on and one-time codes' },
    json,
  },
  async run(context, values) {
    const input = {
      organizationId: wholeNumber(values, 'org'),
      email: required(values, 'email'),
      password: await readPassword(values, context.stdin),
      roles: rolesOf(values),
      kind: values.service ? ('service' as const) : ('person' as const),
    };
    const passwords = await openPasswords(1);
    const user = await withDatabase(context, (database) => createUser(database, passwords, input));
    if (values.json) return context.printJson(user);
    const { user_id, email, organization_id, roles } = user;
    context.print(
      `User ${user_id}: ${email}, organization ${organization_id}, roles: ${roles.join(', ') || 'none'}`,
    );
  },
};

export const userList: Command = {
  name: 'user list',
  audit: { none: 'Changes nothing.' },
  summary: 'List the users',
  options: { org: { type: 'string', value: 'id', meaning: 'only users of this organization' }, json },
  async run(context, values) {
    const organizationId = text(values, 'org') === undefined ? null : wholeNumber(values, 'org');
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

type UserChanger = (db: Database, userId: number) => Promise<User>;

/** A command that changes one user, who is named by id or email. */
function userCommand(
  name: string,
  summary: string,
  change: (values: Values) => UserChanger,
  done: (user: User) => string,
  options: Command['options'] = {},
): Command {
  return {
    name,
    audit: { action: name.replace(' ', '.'), object: 'user' },
    summary,
    operands: '<user id or email>',
    options: { ...options, json },
    async run(context, values, operands) {
      const who = operands[0];
      if (!who) throw new AppError('invalid', 'Specify a user id or an email address.');
      const { user, isOrphaned } = await withDatabase(context, async (db) => {
        const { user_id, organization_id } = await findUser(db, who);
        const had = await hasAdmin(db, organization_id);
        const user = await change(values)(db, user_id);
        return { user, isOrphaned: had && !(await hasAdmin(db, organization_id)) };
      });
      if (isOrphaned)
        context.printError(`Warning: organization ${user.organization_id} has no administrator now.`);
      if (values.json) return context.printJson(user);
      context.print(`User ${user.user_id} (${user.email}) ${done(user)}.`);
    },
  };
}

export const roles: Option = {
  type: 'string',
  value: 'a,b',
  meaning: 'comma-separated roles (see role list), or all',
};

export const userDisable = userCommand(
  'user disable',
  'Disable a user; its tokens stop working immediately',
  () => (db, id) => changeUser(db, cliActor, id, { disabled: true }),
  () => 'is disabled',
);
export const userEnable = userCommand(
  'user enable',
  'Enable a disabled user',
  () => (db, id) => changeUser(db, cliActor, id, { disabled: false }),
  () => 'is enabled',
);
export const userRoles = userCommand(
  'user roles',
  'Replace the roles of a user',
  (values) => (db, id) => changeUser(db, cliActor, id, { roles: rolesOf(values) }),
  (user) => `has the roles: ${user.roles.join(', ') || 'none'}`,
  { roles: { ...roles, required: true } },
);
export const userRevokeTokens = userCommand(
  'user revoke-tokens',
  'Revoke all tokens of a user',
  () => (db, id) => revokeUserTokens(db, cliActor, id),
  () => 'has no valid tokens now',
);
export const userResetTotp = userCommand(
  'user reset-totp',
  'Remove the one-time codes of a user who lost the device',
  () => (db, id) => resetTotp(db, cliActor, id),
  () => 'signs in without one-time codes now',
);

export const roleList: Command = {
  name: 'role list',
  audit: { none: 'Changes nothing.' },
  summary: 'List the roles and what each permits; admin does not include the data roles',
  options: { json },
  async run(context, values) {
    const roles = Object.entries(ROLES).map(([role, opens]) => ({ role, opens }));
    if (values.json) return context.printJson({ roles });
    context.print(
      textTable(
        ['role', 'permits'],
        roles.map(({ role, opens }) => [role, opens]),
      ),
    );
    context.print(
      '\nadmin does not open gated data: add the carrier-observations-* and external-api-carrier-* roles.',
    );
    context.print('milepost user create --roles all assigns every role.');
  },
};

export function rolesOf(values: Values): string[] {
  const roles = (text(values, 'roles') ?? '').split(',').map((role) => role.trim());
  return roles.includes('all') ? ALL_ROLES : roles.filter((role) => role !== '');
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
