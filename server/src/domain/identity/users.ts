import type { Db } from '../../db/database.ts';
import { isEmail } from '../../lib/email.ts';
import { AppError, codeOf, invalid, type Problem } from '../../lib/errors.ts';
import { LONGEST_PASSWORD, type Passwords, SHORTEST_PASSWORD } from './passwords.ts';
import type { User } from './records.ts';
import { isRole, type Role } from '../../contract/roles.ts';
import * as store from './store.ts';

type NewUser = { organizationId: number; email: string; password: string; roles: string[] };

export async function createUser(db: Db, passwords: Passwords, input: NewUser): Promise<User> {
  const problems: Problem[] = [];
  const add = (field: string, msg: string, value: unknown) =>
    problems.push({ type: 'value_error', loc: [field], msg, input: value });
  if (!isEmail(input.email)) add('email', 'email must be a valid address', input.email);
  if (input.password.length < SHORTEST_PASSWORD || input.password.length > LONGEST_PASSWORD) {
    add('password', `password must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`, null);
  }
  const unknown = input.roles.filter((role) => !isRole(role));
  if (unknown.length > 0)
    add('roles', `unknown roles: ${unknown.join(', ')} (milepost role list shows them)`, unknown);
  if (problems.length > 0) throw invalid(problems);
  if (!(await store.organizationExists(db, input.organizationId))) {
    throw new AppError('not_found', `There is no organization ${input.organizationId}.`);
  }

  const passwordHash = await passwords.hash(input.password);
  const roles = [...new Set(input.roles)] as Role[];
  try {
    return await store.insertUser(db, {
      organizationId: input.organizationId,
      email: input.email,
      passwordHash,
      roles,
    });
  } catch (error) {
    if (codeOf(error) !== '23505') throw error;
    throw invalid([
      {
        type: 'value_error',
        loc: ['email'],
        msg: `there is a user ${input.email} already`,
        input: input.email,
      },
    ]);
  }
}

/** By id or by email. The user's tokens stop working at once. */
export async function disableUser(db: Db, who: string): Promise<User> {
  const row = await store.disableUser(db, who);
  if (!row) throw new AppError('not_found', `There is no user ${who}.`);
  return row;
}
