import { randomBytes } from 'node:crypto';
import { createToken } from '../../../server/src/domain/identity/create-token.ts';
import { createOrganization } from '../../../server/src/domain/identity/manage-organizations.ts';
import { createUser } from '../../../server/src/domain/identity/manage-users.ts';
import { openPasswords } from '../../../server/src/domain/identity/password-hashing.ts';
import { keyring } from '../../../server/src/lib/bytes/keyring.ts';
import { sealing } from '../../../server/src/lib/bytes/sealing.ts';
import { systemClock } from '../../../server/src/lib/clock.ts';
import type { BenchDatabase } from './service.ts';

/** Creates a partner with a user. Returns the headers of its requests. */
export async function partnerHeaders({ database }: BenchDatabase): Promise<Record<string, string>> {
  const { organization_id, api_key } = await createOrganization(database, { name: 'Bench', kind: 'partner' });
  const passwords = await openPasswords(1);
  const account = {
    organizationId: organization_id,
    email: 'bench@milepost.example',
    password: 'a long password',
  };
  await createUser(database, passwords, { ...account, roles: ['image-ingest-endpoint'] });
  const limit = { count: 100, windowSeconds: 60 };
  const limits = { perAddress: limit, perAccount: limit, perSource: limit, perKey: limit };
  const lifetime = { accessTokenSeconds: 86_400, refreshTokenSeconds: 86_400 };
  const seals = sealing(keyring(randomBytes(32).toString('base64url')));
  const service = { db: database, clock: systemClock, passwords, sealing: seals, limits, ...lifetime };
  const tokens = await createToken(service, { ...account, apiKeyId: 1, address: '127.0.0.1' });
  return { 'x-api-key': api_key, authorization: `Bearer ${tokens.access_token_data.token}` };
}
