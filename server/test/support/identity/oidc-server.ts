import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import { closing } from '../closing.ts';

export const CLIENT = { id: 'milepost', secret: 'a secret of the client' };

/** What the provider states about a person, by the name that was typed as login. */
export type Person = { email?: string; email_verified?: boolean; groups?: string[] };

export type OidcServer = {
  issuer: string;
  people: Map<string, Person>;
  /** Signs claims with the current key of the provider. */
  sign(claims: Record<string, unknown>, options?: { expiresIn?: string }): Promise<string>;
  /** From now on, tokens are signed with a new key; the old one is no longer published. */
  rotateKeys(): Promise<void>;
  /** Signs in as a browser would, and returns the query of the URL to which the provider sends the browser back. */
  signIn(authorizationUrl: string, login: string): Promise<string>;
  stop(): Promise<void>;
};

/** A real OpenID Connect provider on loopback. */
export async function startOidcServer(redirectUri: string): Promise<OidcServer> {
  const people = new Map<string, Person>();
  let key = await newKey();
  let handle: ReturnType<Provider['callback']> | null = null;
  const server: Server = createServer((request, response) => handle?.(request, response)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const start = () => {
    handle = quietly(() => new Provider(issuer, configuration(people, key, redirectUri)).callback());
  };
  start();
  const stop = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  closing(stop);
  return {
    issuer,
    people,
    stop,
    async rotateKeys() {
      key = await newKey();
      start();
    },
    sign: async (claims, { expiresIn = '5m' } = {}) =>
      new SignJWT({ iss: issuer, aud: CLIENT.id, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: key.kid ?? '' })
        .setIssuedAt()
        .setExpirationTime(expiresIn)
        .sign(await importJWK(key, 'ES256')),
    signIn: (url, login) => browse(url, login, redirectUri),
  };
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: crypto.randomUUID() };
}

function configuration(people: Map<string, Person>, key: JWK, redirectUri: string): Configuration {
  return {
    jwks: { keys: [key] } as Configuration['jwks'],
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ] as Configuration['clients'],
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...people.get(id) }),
    }),
    cookies: { keys: ['only for tests'] },
    pkce: { required: () => true },
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client?.clientId ?? '',
        accountId: context.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

/** The provider prints notices about its development settings. */
function quietly<T>(work: () => T): T {
  const { info, warn } = console;
  Object.assign(console, { info: () => undefined, warn: () => undefined });
  try {
    return work();
  } finally {
    Object.assign(console, { info, warn });
  }
}

/** Follows redirects with cookies and submits the login form of the provider. */
async function browse(start: string, login: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  let form: string | null = null;
  for (let hop = 0; hop < 20; hop++) {
    const response: Response = await fetch(url, {
      redirect: 'manual',
      method: form === null ? 'GET' : 'POST',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form !== null && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form !== null && { body: form }),
    });
    form = null;
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const text: string = await response.text();
    const location = response.headers.get('location');
    if (location !== null) {
      url = new URL(location, url).href;
      if (url.startsWith(redirectUri)) return new URL(url).search.slice(1);
      continue;
    }
    const action = /<form[^>]*action="([^"]+)"/.exec(text)?.[1];
    if (action === undefined) throw new Error(`no form at ${url}: ${response.status} ${text.slice(0, 300)}`);
    url = new URL(action, url).href;
    form = text.includes('name="login"') ? `prompt=login&login=${login}&password=x` : 'prompt=consent';
  }
  throw new Error('too many redirects');
}
