import { isRole, type Role } from '../../contract/roles.ts';
import type { Db } from '../../db/database.ts';
import { isEmail } from '../../lib/email.ts';
import { AppError, codeOf, invalid, type Problem } from '../../lib/errors.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type Passwords } from './passwords.ts';
import type { User } from './records.ts';
import * as store from './store.ts';

const problem = (field: string, msg: string, input: unknown): Problem => {
  return { type: 'value_error', loc: [field], msg, input };
};

type NewUser = { organizationId: number; email: string; password: string; roles: string[] };

export async function createUser(db: Db, passwords: Passwords, input: NewUser): Promise<User> {
  const problems: Problem[] = [];
  if (!isEmail(input.email)) problems.push(problem('email', 'email must be a valid address', input.email));
  if (input.password.length < MIN_PASSWORD_LENGTH || input.password.length > MAX_PASSWORD_LENGTH) {
    problems.push(
      problem(
        'password',
        `password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`,
        null,
      ),
    );
  }
  const unknown = input.roles.filter((role) => !isRole(role));
  if (unknown.length > 0)
    problems.push(
      problem('roles', `unknown roles: ${unknown.join(', ')} (milepost role list shows them)`, unknown),
    );
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
    throw invalid([problem('email', `a user with the email ${input.email} already exists`, input.email)]);
  }
}

/** By id or email. The user's tokens stop working immediately. */
export async function disableUser(db: Db, who: string): Promise<User> {
  const row = await store.disableUser(db, who);
  if (!row) throw new AppError('not_found', `There is no user ${who}.`);
  return row;
}
