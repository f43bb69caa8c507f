import { type Db, type Statement, statement } from '../../db/database.ts';
import { ssoContext } from '../identity/sso/sso-connections.ts';
import { totpContext } from '../identity/totp/second-factor.ts';
import { secretContext } from '../notifications/webhooks/webhook.ts';
import { signingKeyContext } from '../signing/signing-keys.ts';

/** A column of values sealed with SECRET_KEY (`lib/bytes/sealing.ts`). */
export type SealedColumn = {
  table: string;
  idColumn: string;
  column: string;
  /** The context that the value of a row is sealed with. */
  context(id: string): string;
};

/**
 * Every column of sealed values that are kept. `secrets rotate` re-encrypts exactly these. Links in queued emails and sign-ins
 * at an identity provider are sealed too, but used within minutes.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'webhooks', idColumn: 'id', column: 'secret', context: secretContext },
  { table: 'webhooks', idColumn: 'id', column: 'previous_secret', context: secretContext },
  {
    table: 'sso_connections',
    idColumn: 'organization_id',
    column: 'client_secret',
    context: (id) => ssoContext(Number(id)),
  },
  { table: 'user_totp', idColumn: 'user_id', column: 'secret', context: (id) => totpContext(Number(id)) },
  { table: 'signing_keys', idColumn: 'id', column: 'private_key', context: signingKeyContext },
];

/** All names are constants of this file. */
const statementFor = (of: SealedColumn, what: string, text: string): Statement =>
  statement(`sealed.${what}.${of.table}.${of.column}`, text);

type KeyUse = { id: Buffer; values: number };

/** How many values each key has sealed, by the id at the start of the values. */
export async function countByKey(db: Db): Promise<KeyUse[]> {
  const total = new Map<string, number>();
  for (const of of SEALED_COLUMNS) {
    const rows = await db.rows<KeyUse>(
      statementFor(
        of,
        'count',
        `select substring(${of.column} for 4) as id, count(*) as values from ${of.table}
          where ${of.column} is not null group by 1`,
      ),
    );
    for (const { id, values } of rows)
      total.set(id.toString('hex'), (total.get(id.toString('hex')) ?? 0) + values);
  }
  return [...total].map(([id, values]) => ({ id: Buffer.from(id, 'hex'), values }));
}

type SealedValue = { id: string; sealed: Buffer };

/** Values sealed with one of these keys, in the order of their ids. */
export function readSealed(
  db: Db,
  of: SealedColumn,
  keyIds: Buffer[],
  after: string | null,
  limit: number,
): Promise<SealedValue[]> {
  return db.rows<SealedValue>(
    statementFor(
      of,
      'read',
      `select ${of.idColumn}::text as id, ${of.column} as sealed from ${of.table}
        where substring(${of.column} for 4) = any($1::bytea[])
          and ($2::text is null or ${of.idColumn}::text > $2) order by ${of.idColumn}::text limit $3`,
    ),
    [keyIds, after, limit],
  );
}

/** Replaces a value unless it changed in the meantime. */
export function replaceSealed(
  db: Db,
  of: SealedColumn,
  id: string,
  before: Buffer,
  after: Buffer,
): Promise<number> {
  return db.run(
    statementFor(
      of,
      'replace',
      `update ${of.table} set ${of.column} = $3 where ${of.idColumn}::text = $1 and ${of.column} = $2`,
    ),
    [id, before, after],
  );
}
