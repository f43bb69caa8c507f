/** An organization's client at its OpenID Connect provider. */
export type ProviderClient = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The audience of access tokens that may be exchanged; null: only ID tokens. */
  apiAudience: string | null;
};

/** What a provider states about a person, with a verified signature, issuer, audience and expiry. */
export type Claims = Record<string, unknown> & { iss: string; sub: string };

type SignInRequest = {
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
};

/** Throws `unauthenticated` for an invalid response and `unavailable` if the provider cannot be reached. */
export type IdentityProvider = {
  /** Why an issuer URL is not allowed; null if it is. */
  refusal(issuer: string): string | null;
  /** Throws if the provider does not publish a valid configuration. */
  check(client: ProviderClient): Promise<void>;
  /** Where the browser is sent: authorization code flow with PKCE, state and nonce. */
  authorizationUrl(client: ProviderClient, request: SignInRequest & { loginHint: string }): Promise<string>;
  /** Exchanges the code. `query` is the query of the URL that the browser was sent back to. */
  finish(client: ProviderClient, request: SignInRequest & { query: string }): Promise<Claims>;
  /** Verifies an ID token for the client, or an access token for its API audience. */
  verify(client: ProviderClient, token: string): Promise<Claims>;
};
