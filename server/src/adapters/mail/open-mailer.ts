import { join } from 'node:path';
import type { Settings } from '../../config/settings.ts';
import type { Mailer } from '../../domain/notifications/mail/mailer.ts';
import { fileMailer } from './file-mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

export function openMailer({ mail, dataDir }: Pick<Settings, 'mail' | 'dataDir'>): Mailer {
  if (mail.smtpUrl !== null) return smtpMailer(mail.smtpUrl, mail.tls);
  return fileMailer(join(dataDir, 'mail'), mail.fileDays);
}
