import { buildProvider } from '../../../app/build-identity.ts';
import { openOutbound } from '../../../app/builder-base.ts';
import { loadSecrets } from '../../../config/secret-file.ts';
import { accountMailQueue } from '../../../domain/notifications/mail/account-mail.ts';
import type { Services } from '../../../http/services.ts';
import { closing } from '../../../lib/async/closing.ts';
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
    await using outbound = closing(openOutbound(settings));
    await using built = closing(buildProvider({ settings, outbound, log }));
    Object.assign(identity, {
      sealing: seals,
      provider: built.provider,
      publicUrl: settings.http.publicUrl ?? `http://localhost:${settings.http.port}`,
      queueMail: accountMailQueue(seals),
      // Workers poll for new emails every few seconds.
      wakeMailer: () => undefined,
    });
    return await work(services);
  });
}
