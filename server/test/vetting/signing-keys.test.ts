import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdSecrets } from '../../src/domain/secrets/hold-secrets.ts';
import type { Rings } from '../../src/domain/secrets/registry.ts';
import { resetSecret, rotateSecrets } from '../../src/domain/secrets/rotate-secrets.ts';
import { publishedKeys, signingKey } from '../../src/domain/signing/signing-keys.ts';
import { keyring } from '../../src/lib/bytes/keyring.ts';
import { sealing } from '../../src/lib/bytes/sealing.ts';
import { silent } from '../support/cluster.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/milepost.ts';

const db = await testDatabase();
const [OLD, NEW, LOST] = ['old-'.repeat(10), 'new-'.repeat(10), 'lost-'.repeat(8)];
const rings = (secretKey: string): Rings => ({
  SECRET_KEY: keyring(secretKey),
  LINK_SECRET: keyring('link-'.repeat(8)),
});
const NONE = { api: false, work: false };
/** What a process with these settings signs with. */
async function keyWith(secretKey: string) {
  const own = rings(secretKey);
  const held = await holdSecrets(db, own, NONE, silent);
  try {
    return await db.transaction((tx) => signingKey(tx, sealing(own.SECRET_KEY), new Date()));
  } finally {
    await held.close();
  }
}

test('the first use creates one key, however many processes start at once; its private half is sealed', async () => {
  const keys = await Promise.all([1, 2, 3, 4].map(() => keyWith(OLD)));
  assert.equal(new Set(keys.map(({ id }) => id)).size, 1);
  const { rows } = await db.pool.query('select private_key from signing_keys');
  assert.equal(rows.length, 1);
  const stored: Buffer = rows[0].private_key;
  assert.ok(!stored.includes(Buffer.from(keys[0]?.privateKey ?? '', 'base64')));
  assert.ok(!stored.includes(keys[0]?.privateKey ?? ''));
});

test('a rotation of SECRET_KEY ends the key and deletes its private half; the public half stays published', async () => {
  const before = await keyWith(OLD);
  assert.ok((await rotateSecrets(db, rings(`${NEW},${OLD}`))).some(({ rotated }) => rotated));
  const after = await keyWith(`${NEW},${OLD}`);
  assert.notEqual(after.id, before.id);
  assert.deepEqual(await keyWith(NEW), after, 'the new key alone is enough');
  const published = await publishedKeys(db);
  assert.deepEqual(
    published.map(({ id }) => id),
    [after.id, before.id],
  );
  const [current, former] = published;
  assert.equal(current?.valid_until, null);
  assert.ok(former?.valid_until && former.valid_until >= former.valid_from);
  const { rows } = await db.pool.query('select id from signing_keys where private_key is not null');
  assert.deepEqual(rows, [{ id: after.id }]);
  await rotateSecrets(db, rings(NEW));
  assert.equal((await keyWith(NEW)).id, after.id, 'a rotation without a new SECRET_KEY changes nothing');
});

test('after a lost SECRET_KEY was reset, another key signs', async () => {
  const before = await keyWith(NEW);
  await resetSecret(db, rings(LOST), 'SECRET_KEY');
  const after = await keyWith(LOST);
  assert.notEqual(after.id, before.id);
});

test('a key that signs in an open transaction is not retired before the commit', async () => {
  const own = rings(LOST);
  let signed = new Date(0);
  const signing = db.transaction(async (tx) => {
    const { id } = await signingKey(tx, sealing(own.SECRET_KEY), new Date());
    const rotation = rotateSecrets(db, rings(`${OLD},${LOST}`));
    rotation.catch(() => undefined);
    await eventually('the rotation waits for the transaction', async () => {
      const { rows } = await db.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    const waiting = await tx.client.query('select clock_timestamp() as now');
    signed = waiting.rows[0].now;
    return { id, rotation };
  });
  const { id, rotation } = await signing;
  await rotation;
  const key = (await publishedKeys(db)).find((one) => one.id === id);
  assert.ok(key?.valid_until && key.valid_until >= signed);
});
