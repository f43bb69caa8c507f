import assert from 'node:assert/strict';
import type { Log } from '../../../src/lib/log.ts';
import { type Customer, type TestApi, testApi } from '../api.ts';
import { CLIENT, type OidcServer, type Person, startOidcServer } from './oidc-server.ts';
import { type Headers, requester } from './requests.ts';

export const PUBLIC_URL = 'http://milepost.example';
export const REDIRECT_URI = `${PUBLIC_URL}/console/sso`;

export type Company = Customer & { headers: Headers; base: string; domain: string; idp: OidcServer };

/** An API, and organizations that each have an identity provider of their own. */
export async function ssoWorld(log: Log, now: () => Date) {
  const api: TestApi = await testApi({
    clock: { now },
    log,
    env: { PUBLIC_URL, TOKEN_LIMIT_PER_SOURCE: '10000', TOKEN_LIMIT_PER_ADDRESS: '1000' },
  });
  const send = requester(api);
  const operator = await api.signIn(await api.customer(['admin'], 'operator'));
  let companies = 0;

  async function start(email: string) {
    const { status, body } = await send('POST', '/auth/sso/start', {}, { email });
    assert.equal(status, 200, JSON.stringify(body));
    return body as { authorization_url: string; login_secret: string };
  }
  const finish = (login_secret: string, query: string) =>
    send('POST', '/auth/sso/finish', {}, { login_secret, query });

  return {
    api,
    send,
    operator,
    start,
    finish,
    /** An organization with an email domain and a connection with these settings. */
    async company(settings: object = {}): Promise<Company> {
      const customer = await api.customer(['admin']);
      const domain = `company${++companies}.example`;
      const base = `/admin/organizations/${customer.organizationId}`;
      const headers = await api.signIn(customer);
      const idp = await startOidcServer(REDIRECT_URI);
      await send('PATCH', base, operator, { email_domains: [domain] });
      const client = { issuer: idp.issuer, client_id: CLIENT.id, client_secret: CLIENT.secret };
      const { status, body } = await send('POST', `${base}/sso`, headers, { ...client, ...settings });
      assert.equal(status, 200, JSON.stringify(body));
      return { ...customer, headers, base, domain, idp };
    },
    /** Adds a person at the provider; returns the address. */
    person({ idp, domain }: Company, name: string, more: Person = {}): string {
      idp.people.set(name, { email: `${name}@${domain}`, email_verified: true, ...more });
      return `${name}@${domain}`;
    },
    async signIn({ idp, domain }: Company, name: string) {
      const { authorization_url, login_secret } = await start(`${name}@${domain}`);
      return finish(login_secret, await idp.signIn(authorization_url, name));
    },
    exchange: ({ apiKey }: Customer, token: string) =>
      send('POST', '/auth/token/exchange', { 'x-api-key': apiKey }, { token }),
  };
}
