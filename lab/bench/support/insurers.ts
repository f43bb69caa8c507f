import { createOrganization } from '../../../server/src/domain/identity/organizations.ts';
import { createUser } from '../../../server/src/domain/identity/users.ts';
import type { benchService } from './service.ts';

type Service = Awaited<ReturnType<typeof benchService>>;
const PASSWORD = 'correct horse battery';

/** Headers of so many insurance customers, each of whom may make two calls at a time. */
export async function insurers({ app, database, services }: Service, count: number, roles: string[] = []) {
  const headers: Record<string, string>[] = [];
  for (let n = 0; n < count; n++) {
    const { organization_id: organizationId, api_key: key } = await createOrganization(database, {
      name: `Insurer ${n}`,
      kind: 'insurance',
    });
    const email = `insurer${n}@example.com`;
    await createUser(database, services.tokens.passwords, {
      organizationId,
      email,
      password: PASSWORD,
      roles,
    });
    const response = await app.inject({
      method: 'POST',
      url: '/auth/token',
      headers: { 'x-api-key': key },
      payload: { email, password: PASSWORD },
    });
    headers.push({ 'x-api-key': key, 'access-token': response.json().access_token_data.token });
  }
  return headers;
}
