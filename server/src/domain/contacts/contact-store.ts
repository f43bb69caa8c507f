import { randomUUID } from 'node:crypto';
import type { ContactChange, NewContact } from '../../contract/brokers/contact.ts';
import { type Database, type Db, readRow, statement } from '../../db/database.ts';
import { ownPages } from '../../db/own-pages.ts';
import { AppError } from '../../lib/errors.ts';

export type ContactRow = {
  id: string;
  organization_id: number;
  usdot_number: number;
  name: string | null;
  phone: string | null;
  email: string | null;
  source: string;
};
const COLUMNS = 'id, organization_id, usdot_number, name, phone, email, source';

const insert = statement(
  'contacts.insert',
  `with admitted as materialized (select admit_rows($1, 'carrier_contacts', cardinality($3::uuid[])) as organization_id)
   insert into onboarded_contacts (${COLUMNS})
   select given.id, admitted.organization_id, given.usdot, given.name, given.phone, given.email, $2
     from admitted, unnest($3::uuid[], $4::integer[], $5::text[], $6::text[], $7::text[])
       with ordinality as given (id, usdot, name, phone, email, nth)
    order by given.nth returning ${COLUMNS}`,
);

/** Stores all of them or none. Returns them in the given order. */
export async function insertContacts(
  db: Db,
  organizationId: number,
  source: 'single' | 'bulk',
  contacts: readonly NewContact[],
): Promise<ContactRow[]> {
  const ids = contacts.map(() => randomUUID());
  const column = (name: keyof NewContact) => contacts.map((contact) => contact[name] ?? null);
  const rows = await db.rows<ContactRow>(insert, [
    ...[organizationId, source, ids, column('usdot')],
    ...[column('name'), column('phone'), column('email')],
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Newest first. */
export const pageContacts = ownPages<ContactRow, 'usdot_number'>('contacts.own', {
  ...{ columns: COLUMNS, table: 'onboarded_contacts', filters: { usdot_number: 'integer[]' } },
});

const lock = statement('contacts.lock', `select ${COLUMNS} from onboarded_contacts where id = $1 for update`);
const update = statement(
  'contacts.update',
  `update onboarded_contacts set name = $2, phone = $3, email = $4, updated_at = now()
    where id = $1 returning ${COLUMNS}`,
);

/** Changes the supplied fields; null clears one. A contact keeps at least one. */
export function updateContact(
  database: Database,
  organizationId: number,
  id: string,
  change: ContactChange,
): Promise<ContactRow> {
  return database.transaction(async (tx) => {
    const current = ownContact(await tx.row<ContactRow>(lock, [id]), organizationId);
    const { name, phone, email } = { ...current, ...change };
    if (!(name || phone || email))
      throw new AppError('invalid', 'A contact needs a name, a phone number or an email address.');
    return readRow<ContactRow>(tx, update, [id, name, phone, email]);
  });
}

const remove = statement('contacts.delete', `delete from onboarded_contacts where id = $1`);
export function deleteContact(database: Database, organizationId: number, id: string): Promise<void> {
  return database.transaction(async (tx) => {
    ownContact(await tx.row<ContactRow>(lock, [id]), organizationId);
    await tx.run(remove, [id]);
  });
}

const removeMany = statement(
  'contacts.delete-many',
  `delete from onboarded_contacts where organization_id = $1 and id = any ($2::uuid[])`,
);

/** Deletes all of them, or none if one does not exist or belongs to another organization. */
export function deleteContacts(database: Database, organizationId: number, ids: string[]): Promise<void> {
  return database.transaction(async (tx) => {
    const deleted = await tx.run(removeMany, [organizationId, ids]);
    if (deleted < ids.length)
      throw new AppError(
        'not_found',
        'One or more contacts do not exist or are not yours. None was deleted.',
      );
  });
}

/** The reference tells a contact of another customer (403) from one that does not exist (404). */
function ownContact(contact: ContactRow | null, organizationId: number): ContactRow {
  if (contact === null) throw new AppError('not_found', 'There is no such contact.');
  if (contact.organization_id !== organizationId)
    throw new AppError('forbidden', 'The contact belongs to another customer.');
  return contact;
}

const ofCarriers = statement(
  'contacts.of-carriers',
  `select ${COLUMNS} from onboarded_contacts where organization_id = $1 and usdot_number = any ($2::integer[])
    order by position`,
);
/** An organization's contacts at these carriers, oldest first. */
export function contactsOf(db: Db, organizationId: number, usdotNumbers: number[]): Promise<ContactRow[]> {
  return db.rows<ContactRow>(ofCarriers, [organizationId, usdotNumbers]);
}
