import { createOrganization } from '../../../server/src/domain/identity/manage-organizations.ts';
import { createUser } from '../../../server/src/domain/identity/manage-users.ts';
import { openPasswords } from '../../../server/src/domain/identity/password-hashing.ts';
import type { BenchDatabase } from './service.ts';

/** Creates a partner with a user at a running service. Returns the headers of its requests. */
export async function partnerHeaders(
  { database }: BenchDatabase,
  origin: string,
): Promise<Record<string, string>> {
  const { organization_id, api_key } = await createOrganization(database, { name: 'Bench', kind: 'partner' });
  const login = { email: 'bench@milepost.example', password: 'a long password' };
  const account = { organizationId: organization_id, ...login, roles: ['image-ingest-endpoint' as const] };
  await createUser(database, await openPasswords(1), account);
  const headers = { 'x-api-key': api_key, 'content-type': 'application/json' };
  const response = await fetch(`${origin}/auth/token`, {
    method: 'POST',
    headers,
    body: JSON.stringify(login),
  });
  const { access_token_data } = (await response.json()) as { access_token_data: { token: string } };
  return { ...headers, authorization: `Bearer ${access_token_data.token}` };
}
