import { openOutbound } from '../../../app/base.ts';
import { buildProvider } from '../../../app/build-identity.ts';
import { loadSecrets } from '../../../config/secret-file.ts';
import { accountMailQueue } from '../../../domain/notifications/mail/account-mail.ts';
import type { Services } from '../../../http/services.ts';
import { sealing } from '../../../lib/bytes/sealing.ts';
import { systemClock } from '../../../lib/clock.ts';
import type { Context } from '../../command.ts';
import { withDatabase } from '../../with-database.ts';

/** Opens what operations of administration use. Secrets are loaded only for operations that need them. */
export function withServices<T>(
  context: Context,
  usesSecrets: boolean,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const { settings, log } = context;
  return withDatabase(context, async (database) => {
    const identity = { db: database, clock: systemClock };
    const services = { settings, database, clock: systemClock, identity } as unknown as Services;
    if (!usesSecrets) return work(services);
    const seals = sealing((await loadSecrets(settings)).SECRET_KEY);
    const outbound = openOutbound(settings);
    const { provider, close } = buildProvider({ settings, outbound, log });
    Object.assign(identity, {
      sealing: seals,
      provider,
      publicUrl: settings.http.publicUrl ?? `http://localhost:${settings.http.port}`,
      queueMail: accountMailQueue(seals),
      // Workers poll for new emails every few seconds.
      wakeMailer: () => undefined,
    });
    try {
      return await work(services);
    } finally {
      await close();
      await outbound.close();
    }
  });
}
