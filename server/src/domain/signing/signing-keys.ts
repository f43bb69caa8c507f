import { type Db, statement } from '../../db/database.ts';
import type { Sealing } from '../../lib/bytes/sealing.ts';
import { createKey, type NewKey } from '../../lib/signed-files/ed25519-key.ts';

/** The context that the private key is sealed with. */
export const signingKeyContext = (id: string) => `signing key ${id}`;

type KeyRow = { id: string; public_key: Buffer; private_key: Buffer };

const current = statement(
  'signing.current',
  `select id, public_key, private_key from signing_keys where valid_until is null for share`,
);
const insert = statement(
  'signing.insert',
  `insert into signing_keys (id, public_key, private_key, valid_from) values ($1, $2, $3, $4)
   on conflict ((true)) where valid_until is null do nothing`,
);

/**
 * The key that signs now; the first use creates it. Inside a transaction, it is not retired before the commit: what it signed
 * is within its validity.
 */
export async function signingKey(db: Db, sealing: Sealing, now: Date): Promise<NewKey> {
  for (;;) {
    const row = await db.row<KeyRow>(current);
    if (row) {
      const { id, public_key: publicKey, private_key: sealed } = row;
      return { id, publicKey, privateKey: sealing.open(sealed, signingKeyContext(id)) };
    }
    const { id, publicKey, privateKey } = createKey();
    await db.run(insert, [id, publicKey, sealing.seal(privateKey, signingKeyContext(id)), now]);
  }
}

export type PublishedKey = {
  id: string;
  public_key: Buffer;
  valid_from: Date;
  valid_until: Date | null;
};
const published = statement(
  'signing.published',
  `select id, public_key, valid_from, valid_until from signing_keys order by valid_from desc, id`,
);

/** Every key that has signed a file. Replaced keys stay published, because the files that they signed stay valid. */
export function publishedKeys(db: Db): Promise<PublishedKey[]> {
  return db.rows<PublishedKey>(published);
}

const lock = statement('signing.lock', `select id from signing_keys where valid_until is null for update`);
const retire = statement(
  'signing.retire',
  `update signing_keys set valid_until = clock_timestamp(), private_key = null where valid_until is null`,
);

/** Ends the current key and deletes its private half. The next signature creates another key. */
export async function retireSigningKey(tx: Db): Promise<void> {
  await tx.rows(lock);
  await tx.run(retire);
}
