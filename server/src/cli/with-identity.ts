import { openOutbound } from '../app/base.ts';
import { buildProvider } from '../app/build-identity.ts';
import { loadSecrets } from '../config/secret-file.ts';
import type { AccountService } from '../domain/identity/identity-service.ts';
import type { IdentityProvider } from '../domain/identity/sso/identity-provider.ts';
import { accountMailQueue } from '../domain/notifications/mail/account-mail.ts';
import { type Sealing, sealing } from '../lib/bytes/sealing.ts';
import { systemClock } from '../lib/clock.ts';
import type { Context } from './command.ts';
import { withDatabase } from './with-database.ts';

type CliIdentity = AccountService & { sealing: Sealing; provider: IdentityProvider };

/** What changes to accounts need: stored secrets can be opened, and emails are queued for the running service. */
export function withIdentity<T>(context: Context, work: (identity: CliIdentity) => Promise<T>): Promise<T> {
  const { settings, log } = context;
  return withDatabase(context, async (db) => {
    const { SECRET_KEY } = await loadSecrets(settings);
    const seals = sealing(SECRET_KEY);
    const outbound = openOutbound(settings);
    const { provider, close } = buildProvider({ settings, outbound, log });
    try {
      return await work({
        db,
        clock: systemClock,
        sealing: seals,
        provider,
        queueMail: accountMailQueue(seals),
        // Workers poll for new emails every few seconds.
        wakeMailer: () => undefined,
      });
    } finally {
      await close();
      await outbound.close();
    }
  });
}
