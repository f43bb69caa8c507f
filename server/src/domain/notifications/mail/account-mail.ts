import { randomUUID } from 'node:crypto';
import type { Sealing } from '../../../lib/bytes/sealing.ts';
import type { QueueAccountMail } from '../../identity/identity-service.ts';
import type { AccountContent } from './content.ts';
import { insertMails } from './mail-store.ts';

const SUBJECTS: Record<AccountContent['template'], string> = {
  invitation: 'Your invitation to Milepost',
  password_reset: 'Reset your Milepost password',
};

const contextOf = (mailId: string) => `mail ${mailId}`;

/** Queues emails about accounts. The link is stored encrypted, because it signs a person in. */
export function accountMailQueue(sealing: Sealing): QueueAccountMail {
  return async (tx, { organizationId, organizationName, address, template, path, expiresAt }) => {
    const id = randomUUID();
    const content: AccountContent = {
      template,
      organization_name: organizationName,
      sealed_path: sealing.seal(path, contextOf(id)).toString('base64'),
      expires_at: expiresAt.toISOString(),
    };
    const subject = SUBJECTS[template];
    const mail = { id, organizationId, firingId: null, alertId: null, address, subject };
    // Recipients of alerts confirm their address; people who get an account prove it with the link.
    const policy = { confirmRecipients: false, now: new Date() };
    await insertMails(tx, [{ ...mail, kind: 'account', content }], policy);
  };
}

export function openPath({ sealing }: { sealing: Sealing }, mailId: string, content: AccountContent): string {
  return sealing.open(Buffer.from(content.sealed_path, 'base64'), contextOf(mailId));
}

/** The paragraphs of the email. */
export function accountLines(content: AccountContent, link: string): string[] {
  const { template, organization_name, expires_at } = content;
  const until = `The link can be used once, until ${expires_at.slice(0, 16).replace('T', ' ')} UTC.`;
  if (template === 'invitation')
    return [
      `You were invited to join ${organization_name} on Milepost. Choose a password to create your account:`,
      link,
      until,
      'If you did not expect this invitation, ignore this email.',
    ];
  return [
    `Somebody asked for a new password for your Milepost account at ${organization_name}. To choose one, open:`,
    link,
    until,
    'If it was not you, ignore this email. Your password stays the same.',
  ];
}
