import type { TokenPair } from './generated/schemas.ts';

type Login = { email: string; password: string };

/** A token that expires within this time is renewed before it is used. */
const MARGIN_MS = 60_000;

/**
 * The access token of a client. With an email and a password, a token is obtained when it is needed, and again when it expires;
 * concurrent requests wait for the same one.
 */
export class Session {
  #login: Login | null;
  #token: string | null;
  /** Unknown for a token that the caller passed. */
  #expiresAt = Number.POSITIVE_INFINITY;
  #obtaining: Promise<TokenPair> | null = null;
  readonly #obtain: (login: Login) => Promise<TokenPair>;

  constructor(login: Login | null, token: string | null, obtain: (login: Login) => Promise<TokenPair>) {
    this.#login = login;
    this.#token = token;
    this.#obtain = obtain;
  }

  get token(): string | null {
    return this.#token;
  }

  /** The token to send; null if the client has none and no login. */
  async current(): Promise<string | null> {
    const isUsable = this.#token !== null && Date.now() < this.#expiresAt - MARGIN_MS;
    if (!isUsable && this.#login) await this.#renew(this.#login);
    return this.#token;
  }

  /** Replaces a token that the service rejected. Returns whether there is another one. */
  async replace(rejected: string | null): Promise<boolean> {
    if (!this.#login) return false;
    if (this.#token === rejected) await this.#renew(this.#login);
    return true;
  }

  async signIn(login: Login): Promise<TokenPair> {
    const pair = await this.#obtain(login);
    this.#login = login;
    return this.#store(pair);
  }

  forget(): void {
    this.#login = null;
    this.#token = null;
  }

  #renew(login: Login): Promise<TokenPair> {
    this.#obtaining ??= this.#obtain(login)
      .then((pair) => this.#store(pair))
      .finally(() => {
        this.#obtaining = null;
      });
    return this.#obtaining;
  }

  #store(pair: TokenPair): TokenPair {
    this.#token = pair.access_token_data.token;
    this.#expiresAt = Date.parse(pair.access_token_data.expires);
    return pair;
  }
}
