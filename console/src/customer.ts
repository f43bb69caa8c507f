import type { Answer, Client } from '@milepost/sdk';

/** Whose token this is. */
export type Identity = Answer<'GET', '/auth/me'>;

/** What every page gets: who is signed in, and the client that acts for them. */
export type Customer = { identity: Identity; client: Client };
