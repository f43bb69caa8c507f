import type { User } from '../../contract/admin/user.ts';
import type { Role } from '../../contract/roles.ts';
import { type Db, readRow, statement } from '../../db/database.ts';

const USER = `u.id as user_id, u.organization_id, u.email, u.kind, u.roles, u.password_hash is not null as has_password,
  exists (select from user_totp t where t.user_id = u.id and t.confirmed_at is not null) as has_totp,
  u.sso_subject is not null as uses_sso, u.created_at, u.last_sign_in_at, u.disabled_at`;

const userInsert = statement(
  'identity.user.insert',
  `insert into users as u (organization_id, email, password_hash, roles, kind) values ($1, $2, $3, $4, $5) returning ${USER}`,
);
export type UserRow = {
  organizationId: number;
  email: string;
  passwordHash: string | null;
  roles: readonly Role[];
  kind: User['kind'];
};
export function insertUser(db: Db, u: UserRow): Promise<User> {
  return readRow<User>(db, userInsert, [u.organizationId, u.email, u.passwordHash, u.roles, u.kind]);
}

const userList = statement(
  'identity.user.list',
  `select ${USER} from users u where $1::int is null or organization_id = $1 order by id`,
);
export function listUsers(db: Db, organizationId: number | null): Promise<User[]> {
  return db.rows<User>(userList, [organizationId]);
}

const userById = statement('identity.user.find', `select ${USER} from users u where u.id = $1`);
export function findUser(db: Db, id: number): Promise<User | null> {
  return db.row<User>(userById, [id]);
}

const userByEmail = statement(
  'identity.user.find-by-email',
  `select ${USER} from users u where lower(u.email) = lower($1)`,
);
export function findUserByEmail(db: Db, email: string): Promise<User | null> {
  return db.row<User>(userByEmail, [email]);
}

const userUpdate = statement(
  'identity.user.update',
  `update users as u set roles = $2, disabled_at = $3 where id = $1 returning ${USER}`,
);
export function updateUser(db: Db, { user_id, roles, disabled_at }: User): Promise<User> {
  return readRow<User>(db, userUpdate, [user_id, roles, disabled_at]);
}

const rolesRemove = statement(
  'identity.user.remove-roles',
  `with invited as (
     update invitations set roles = array(select r from unnest(roles) r where r <> all ($2::text[]))
      where organization_id = $1 and roles && $2::text[]
   )
   update users set roles = array(select r from unnest(roles) r where r <> all ($2::text[]))
    where organization_id = $1 and roles && $2::text[]`,
);
/** From users and from pending invitations. */
export function removeRoles(db: Db, organizationId: number, roles: Role[]): Promise<number> {
  return db.run(rolesRemove, [organizationId, roles]);
}
