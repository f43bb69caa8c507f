import { join } from 'node:path';
import type { Settings } from '../../config/settings.ts';
import type { Mailer } from '../../domain/notifications/mail/mailer.ts';
import { fileMailer } from './file-mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

export function openMailer({ mail, dataDir }: Pick<Settings, 'mail' | 'dataDir'>): Mailer {
  return mail.smtpUrl === null ? fileMailer(join(dataDir, 'mail')) : smtpMailer(mail.smtpUrl);
}
