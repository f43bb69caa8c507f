import { isRole, type Role } from '../../contract/roles.ts';
import type { Db } from '../../db/database.ts';
import { isEmail } from '../../lib/email.ts';
import { AppError, codeOf, invalid, type Problem } from '../../lib/errors.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type Passwords } from './passwords.ts';
import { problem } from './problem.ts';
import type { User, UserKind } from './records.ts';
import * as store from './store.ts';

type NewUser = {
  organizationId: number;
  email: string;
  password: string;
  roles: string[];
  kind?: UserKind;
};

export async function createUser(db: Db, passwords: Passwords, input: NewUser): Promise<User> {
  const { organizationId, email, password, kind = 'person' } = input;
  const problems: Problem[] = [];
  if (!isEmail(email)) problems.push(problem('email', 'email must be a valid address', email));
  problems.push(...passwordProblems(password), ...roleProblems(input.roles, kind));
  if (problems.length > 0) throw invalid(problems);
  if ((await store.findOrganization(db, organizationId)) === null) {
    throw new AppError('not_found', `There is no organization ${organizationId}.`);
  }
  const passwordHash = await passwords.hash(password, `organization ${organizationId}`);
  const user = await addUser(db, { organizationId, email, passwordHash, roles: asRoles(input.roles), kind });
  if (user === null)
    throw invalid([problem('email', `a user with the email ${email} already exists`, email)]);
  return user;
}

type CheckedUser = {
  organizationId: number;
  email: string;
  passwordHash: string | null;
  roles: Role[];
  kind: UserKind;
};

/** Null if the email address has an account, in this or in another organization. */
export async function addUser(db: Db, user: CheckedUser): Promise<User | null> {
  if ((await store.findUserByEmail(db, user.email)) !== null) return null;
  try {
    return await store.insertUser(db, user);
  } catch (error) {
    if (codeOf(error) === '23505') return null;
    throw error;
  }
}

export function passwordProblems(password: string, field = 'password'): Problem[] {
  if (password.length >= MIN_PASSWORD_LENGTH && password.length <= MAX_PASSWORD_LENGTH) return [];
  const msg = `password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;
  return [problem(field, msg, null)];
}

export function roleProblems(roles: readonly string[], kind: UserKind = 'person'): Problem[] {
  const unknown = roles.filter((role) => !isRole(role));
  const problems: Problem[] = [];
  if (unknown.length > 0) {
    const msg = `unknown roles: ${unknown.join(', ')} (milepost role list shows them)`;
    problems.push(problem('roles', msg, unknown));
  }
  if (kind === 'service' && roles.includes('admin'))
    problems.push(problem('roles', 'a service user cannot have the role admin', 'admin'));
  return problems;
}

export function asRoles(roles: readonly string[]): Role[] {
  return [...new Set(roles)].filter(isRole);
}
