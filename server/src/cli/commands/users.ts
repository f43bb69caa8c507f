import type { Readable } from 'node:stream';
import { ALL_ROLES, ROLES } from '../../contract/roles.ts';
import { openPasswords } from '../../domain/identity/passwords.ts';
import { listUsers } from '../../domain/identity/store.ts';
import { createUser, disableUser } from '../../domain/identity/users.ts';
import { AppError } from '../../lib/errors.ts';
import { textTable } from '../../lib/text-table.ts';
import { type Command, json, required, text, type Values, wholeNumber } from '../command.ts';
import { withDatabase } from '../with-database.ts';

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
    json,
  },
  async run(context, values) {
    const input = {
      organizationId: wholeNumber(values, 'org'),
      email: required(values, 'email'),
      password: await readPassword(values, context.stdin),
      roles: rolesOf(values),
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
    const users = await withDatabase(context, (database) => listUsers(database, organizationId));
    if (values.json) return context.printJson({ users });
    const rows = users.map((u) => [
      u.user_id,
      u.organization_id,
      u.email,
      u.disabled_at ? 'disabled' : 'active',
      u.roles.join(', '),
    ]);
    context.print(textTable(['id', 'organization', 'email', 'state', 'roles'], rows));
  },
};

export const userDisable: Command = {
  name: 'user disable',
  audit: { action: 'user.disable', object: 'user' },
  summary: 'Disable a user; its tokens stop working immediately',
  operands: '<user id or email>',
  options: { json },
  async run(context, values, operands) {
    const who = operands[0];
    if (!who) throw new AppError('invalid', 'Specify a user id or an email address.');
    const user = await withDatabase(context, (database) => disableUser(database, who));
    if (values.json) return context.printJson(user);
    context.print(`User ${user.user_id} (${user.email}) is disabled.`);
  },
};

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

function rolesOf(values: Values): string[] {
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
