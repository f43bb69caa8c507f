import { openIdentityProvider } from '../adapters/oidc/open-identity-provider.ts';
import { createOutbound } from '../adapters/outbound/create-outbound.ts';
import type { IdentityService } from '../domain/identity/identity-service.ts';
import { openPasswords } from '../domain/identity/password-hashing.ts';
import type { IdentityProvider } from '../domain/identity/sso/identity-provider.ts';
import { accountMailQueue } from '../domain/notifications/mail/account-mail.ts';
import type { NotificationService } from '../domain/notifications/notification-service.ts';
import type { Base } from './builder-base.ts';

export async function buildIdentity(
  base: Base,
  { sealing, publicUrl, wake }: NotificationService,
): Promise<IdentityService & { close(): Promise<void> }> {
  const { db, clock } = base;
  const settings = base.settings.identity;
  const { limitPerAddress, limitPerAccount, limitPerSource, limitPerKey } = settings;
  const { provider, close } = buildProvider(base);
  return {
    db,
    clock,
    sealing,
    publicUrl,
    passwords: await openPasswords(settings.hashesAtOnce),
    limits: {
      perAddress: limitPerAddress,
      perAccount: limitPerAccount,
      perSource: limitPerSource,
      perKey: limitPerKey,
    },
    accessTokenSeconds: settings.accessTokenSeconds,
    refreshTokenSeconds: settings.refreshTokenSeconds,
    queueMail: accountMailQueue(sealing),
    wakeMailer: () => wake('mails'),
    provider,
    close,
  };
}

/** Requests to identity providers reach public addresses only, except for the hosts that the operator names. */
export function buildProvider({
  settings: { identity, mode },
  outbound,
  log,
}: Pick<Base, 'settings' | 'outbound' | 'log'>): { provider: IdentityProvider; close(): Promise<void> } {
  const anyAddress = createOutbound({ allows: () => true, userAgent: 'Milepost' });
  const provider = openIdentityProvider({
    outbound,
    privateHosts: { hosts: identity.ssoPrivateHosts, outbound: anyAddress },
    isHttpAllowed: mode === 'local',
    log,
  });
  return { provider, close: () => anyAddress.close() };
}
