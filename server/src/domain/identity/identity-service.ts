import type { Database, Transaction } from '../../db/database.ts';
import type { Sealing } from '../../lib/bytes/sealing.ts';
import type { Clock } from '../../lib/clock.ts';
import type { TokenService } from './create-token.ts';
import type { IdentityProvider } from './sso/identity-provider.ts';

type AccountMail = {
  organizationId: number;
  organizationName: string;
  address: string;
  template: 'invitation' | 'password_reset';
  /** The path of the link, which contains the secret. It is stored encrypted. */
  path: string;
  expiresAt: Date;
};

/** Queues an email in the transaction of the change. A suppressed address gets none. */
export type QueueAccountMail = (tx: Transaction, mail: AccountMail) => Promise<void>;

/** What changes to accounts need, also in the CLI. */
export type AccountService = {
  db: Database;
  clock: Clock;
  queueMail: QueueAccountMail;
  /** Notifies the workers of new emails. Called after the commit. */
  wakeMailer: () => void;
  /** The base of links in emails, and of the redirect URL that is registered at identity providers. */
  publicUrl: string;
};

export type IdentityService = TokenService &
  AccountService & {
    sealing: Sealing;
    provider: IdentityProvider;
  };
