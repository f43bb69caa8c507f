import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { testDatabase } from '../support/database.ts';

const ROLE = 'image-read-endpoint';

test('the migration gives the role for images to those who had a use for it, and to nobody else', async () => {
  const db = await testDatabase();
  const file = await readFile(join(import.meta.dirname, '../../migrations/0018-contract.sql'), 'utf8');
  const roles = file.slice(file.indexOf('create function with_image_role'));
  const organization = async (kind: string) =>
    (
      await db.pool.query(
        `insert into organizations (name, kind, timezone) values ($1, $1, 'UTC') returning id`,
        [kind],
      )
    ).rows[0].id as number;
  const [broker, insurer] = [await organization('broker'), await organization('insurance')];
  const cases: [organizationId: number, roles: string[], expected: boolean][] = [
    [broker, [], false],
    [broker, ['create-alert-endpoint'], false],
    [broker, ['image-ingest-endpoint'], true],
    [broker, ['image-correction-endpoint', 'create-alert-endpoint'], true],
    [broker, ['admin'], true],
    [broker, [ROLE, 'admin'], true],
    [insurer, [], true],
    [insurer, ['carrier-observations-quality'], true],
  ];
  for (const [i, [organizationId, given]] of cases.entries())
    await db.pool.query('insert into users (organization_id, email, roles) values ($1, $2, $3)', [
      organizationId,
      `user${i}@example.com`,
      given,
    ]);
  await db.pool.query(
    `insert into sso_connections (organization_id, issuer, client_id, client_secret, default_roles, group_roles)
     values ($1, 'https://idp.example', 'x', 'x', '{create-alert-endpoint}', $2)`,
    [broker, { cameras: ['image-ingest-endpoint'], desk: ['create-alert-endpoint'] }],
  );
  // A second run changes nothing more.
  for (let run = 0; run < 2; run++) await db.pool.query(roles);
  const { rows } = await db.pool.query('select roles from users order by id');
  for (const [i, [, given, expected]] of cases.entries()) {
    const wanted = expected && !given.includes(ROLE) ? [...given, ROLE] : given;
    assert.deepEqual(rows[i].roles, wanted, given.join());
  }
  const { rows: connections } = await db.pool.query('select default_roles, group_roles from sso_connections');
  assert.deepEqual(connections[0], {
    default_roles: ['create-alert-endpoint'],
    group_roles: { cameras: ['image-ingest-endpoint', ROLE], desk: ['create-alert-endpoint'] },
  });
});
