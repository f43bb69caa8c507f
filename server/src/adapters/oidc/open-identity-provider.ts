import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import type {
  Claims,
  IdentityProvider,
  ProviderClient,
} from '../../domain/identity/sso/identity-provider.ts';
import { AppError, codeOf, messageOf } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import { type Outbound, outboundReason } from '../../lib/outbound.ts';
import { guardedFetch } from './guarded-fetch.ts';

type Options = {
  /** Connects to public addresses, in local mode also to loopback. */
  outbound: Outbound;
  /** Connects to any address; used for the hosts that the operator names. */
  privateHosts: { hosts: readonly string[]; outbound: Outbound };
  /** Local mode only. */
  isHttpAllowed: boolean;
  log: Log;
};

const SCOPE = 'openid email profile';
/** Signed with a private key of the provider. Symmetric algorithms and `none` are not accepted. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const CLOCK_TOLERANCE_SECONDS = 30;

/**
 * OpenID Connect with `openid-client`. The configuration and keys of the provider are fetched for every sign-in, so a
 * rotated key works immediately.
 */
export function openIdentityProvider({
  outbound,
  privateHosts,
  isHttpAllowed,
  log,
}: Options): IdentityProvider {
  const outboundFor = (host: string) =>
    privateHosts.hosts.includes(host) ? privateHosts.outbound : outbound;
  const fetch = guardedFetch(outboundFor, log);

  const isProtocolAllowed = ({ protocol }: URL) =>
    protocol === 'https:' || (isHttpAllowed && protocol === 'http:');

  async function configure({ issuer, clientId, clientSecret }: ProviderClient): Promise<oidc.Configuration> {
    const config = await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      [oidc.customFetch]: fetch,
      execute: [oidc.enableNonRepudiationChecks, ...(isHttpAllowed ? [oidc.allowInsecureRequests] : [])],
    });
    return config;
  }

  /** Runs one step with the provider. Its errors are logged; the caller learns only which kind of failure it was. */
  async function step<T>(client: ProviderClient, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const unreachable = [error, (error as Error).cause].some((one) => outboundReason(one) !== null);
      log.warn(
        { issuer: client.issuer, code: codeOf(error), error: messagesOf(error) },
        'single sign-on failed',
      );
      if (unreachable)
        throw new AppError('unavailable', 'The identity provider cannot be reached. Try again later.', {
          retryAfterSeconds: 30,
        });
      throw new AppError('unauthenticated', 'The identity provider did not confirm the sign-in.');
    }
  }

  return {
    refusal(issuer) {
      const url = URL.parse(issuer);
      if (url === null || url.search !== '' || url.hash !== '')
        return 'issuer must be a URL without query and fragment';
      if (!isProtocolAllowed(url)) return 'issuer must use https';
      return outboundFor(url.hostname).refusal(issuer)?.message ?? null;
    },
    async check(client) {
      try {
        const { authorization_endpoint, token_endpoint, jwks_uri } = (
          await configure(client)
        ).serverMetadata();
        if (authorization_endpoint && token_endpoint && jwks_uri) return;
      } catch (error) {
        log.warn({ issuer: client.issuer, error: messageOf(error) }, 'invalid identity provider');
      }
      throw new AppError('invalid', 'The issuer does not publish a valid OpenID Connect configuration.');
    },
    authorizationUrl: (client, { redirectUri, state, nonce, codeVerifier, loginHint }) =>
      step(client, async () => {
        const config = await configure(client);
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: SCOPE,
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          login_hint: loginHint,
        });
        // The browser opens this URL: it must not be a script or a file.
        if (!isProtocolAllowed(url)) throw new Error('the authorization endpoint must use https');
        return url.href;
      }),
    finish: (client, { redirectUri, state, nonce, codeVerifier, query }) =>
      step(client, async () => {
        const config = await configure(client);
        const tokens = await oidc.authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('no ID token');
        // Some providers put the email and the groups only into the user info.
        const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined;
        const more =
          claims.email === undefined && hasUserInfo
            ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
            : {};
        return { ...more, ...claims };
      }),
    verify: (client, token) =>
      step(client, async () => {
        const { issuer, jwks_uri } = (await configure(client)).serverMetadata();
        if (!jwks_uri) throw new Error('the provider publishes no keys');
        const answer = await fetch(jwks_uri, {
          method: 'GET',
          headers: { accept: 'application/json' },
          body: null,
          redirect: 'manual',
        });
        if (answer.status !== 200) throw new Error(`the keys have the status ${answer.status}`);
        const keys = createLocalJWKSet((await answer.json()) as JSONWebKeySet);
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          audience: [client.clientId, ...(client.apiAudience === null ? [] : [client.apiAudience])],
          algorithms: ALGORITHMS,
          requiredClaims: ['sub', 'exp', 'iat'],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
        });
        requireOwnParty(payload, client);
        return { ...payload, iss: issuer, sub: String(payload.sub) } satisfies Claims;
      }),
  };
}

/** An ID token for several audiences must have been issued to this client. */
function requireOwnParty({ aud, azp }: JWTPayload, { clientId, apiAudience }: ProviderClient): void {
  const audiences = [aud ?? []].flat();
  if (audiences.length > 1 && azp !== clientId && (apiAudience === null || !audiences.includes(apiAudience)))
    throw new Error('the token was issued to another client');
}

/** The messages of an error and its causes. The libraries put no tokens into messages. */
function messagesOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${messagesOf(error.cause)}` : '';
  return messageOf(error) + cause;
}
