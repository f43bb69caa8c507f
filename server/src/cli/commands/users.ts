import { ROLES } from '../../contract/roles.ts';
import { openPasswords } from '../../domain/identity/passwords.ts';
import type { User } from '../../domain/identity/records.ts';
import { listUsers } from '../../domain/identity/store.ts';
import { createUser, disableUser } from '../../domain/identity/users.ts';
import { AppError } from '../../lib/errors.ts';
import { textTable } from '../../lib/text-table.ts';
import { type Command, json, required, text, type Values } from '../command.ts';
import { wholeNumber } from '../whole-number.ts';
import { withDatabase } from '../with-database.ts';

export const userCreate: Command = {
  name: 'user create',
  summary: 'Create a user of an organization',
  options: {
    org: { type: 'string', value: 'id', meaning: 'the organization', required: true },
    email: { type: 'string', value: 'address', meaning: 'the address to sign in with', required: true },
    'password-stdin': { type: 'boolean', meaning: 'read the password from standard input' },
    password: {
      type: 'string',
      meaning: 'the password (other users of this machine may see it in the process list)',
    },
    roles: { type: 'string', value: 'a,b', meaning: 'permissions, comma-separated (see role list)' },
    json,
  },
  async run(context, values) {
    const roles = (text(values, 'roles') ?? '').split(',').map((role) => role.trim());
    const input = {
      organizationId: wholeNumber(values, 'org'),
      email: required(values, 'email'),
      password: await readPassword(values),
      roles: roles.filter((role) => role !== ''),
    };
    const passwords = await openPasswords(1);
    const user = await withDatabase(context, (database) => createUser(database, passwords, input));
    if (values.json) return context.printJson(user);
    context.print(
      `User ${user.user_id}: ${user.email}, organization ${user.organization_id}, ${user.roles.join(', ') || 'no roles'}`,
    );
  },
};

export const userList: Command = {
  name: 'user list',
  summary: 'List the users',
  options: { org: { type: 'string', value: 'id', meaning: 'only of this organization' }, json },
  async run(context, values) {
    const organizationId = text(values, 'org') === undefined ? null : wholeNumber(values, 'org');
    const users = await withDatabase(context, (database) => listUsers(database, organizationId));
    if (values.json) return context.printJson({ users });
    const row = (u: User) => [
      u.user_id,
      u.organization_id,
      u.email,
      u.disabled_at ? 'disabled' : 'active',
      u.roles.join(', '),
    ];
    context.print(textTable(['id', 'organization', 'email', 'state', 'roles'], users.map(row)));
  },
};

export const userDisable: Command = {
  name: 'user disable',
  summary: 'Disable a user; its tokens stop working at once',
  operands: '<user id or email>',
  options: { json },
  async run(context, values, operands) {
    const who = operands[0];
    if (!who) throw new AppError('invalid', 'Which user? Give an id or an email.');
    const user = await withDatabase(context, (database) => disableUser(database, who));
    if (values.json) return context.printJson(user);
    context.print(`User ${user.user_id} (${user.email}) is disabled.`);
  },
};

export const roleList: Command = {
  name: 'role list',
  summary: 'List the permissions and what they open',
  options: { json },
  async run(context, values) {
    const roles = Object.entries(ROLES).map(([role, opens]) => ({ role, opens }));
    if (values.json) return context.printJson({ roles });
    context.print(
      textTable(
        ['role', 'opens'],
        roles.map(({ role, opens }) => [role, opens]),
      ),
    );
  },
};

async function readPassword(values: Values): Promise<string> {
  const given = text(values, 'password');
  if (given !== undefined) return given;
  if (!values['password-stdin'])
    throw new AppError('invalid', 'Give the password with --password-stdin or --password.');
  let input = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    input += chunk;
    if (input.length > 10_000) break;
  }
  return input.replace(/\r?\n$/, '');
}
