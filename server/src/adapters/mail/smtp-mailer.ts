import { createTransport } from 'nodemailer';
import type { Mailer, SendOutcome } from '../../domain/notifications/mail/mailer.ts';
import { withDeadline } from '../../lib/async/deadline.ts';
import { messageOf } from '../../lib/errors.ts';
import { compose } from './compose.ts';

const CONNECTIONS = 8;
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
const DEADLINE_MS = 60_000;

/** A mail server, by a few connections that stay open. */
export function smtpMailer(url: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: 1_000,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
  return {
    atOnce: CONNECTIONS * 2,
    async send(message) {
      try {
        const raw = await compose(message);
        const envelope = { from: message.from, to: [message.recipient] };
        await withDeadline(transport.sendMail({ raw, envelope }), DEADLINE_MS, 'Sending the mail');
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    raw: compose,
    async close() {
      transport.close();
    },
  };
}

type SmtpError = Error & { responseCode?: number; command?: string };

/** 5xx to this address or to this mail is final; 5xx to ourselves (sign-in, sender) is the operator's to mend. */
function outcomeOf(error: unknown): SendOutcome {
  const { responseCode = 0, command = '' } = error as SmtpError;
  const reason = messageOf(error).replace(/\s+/g, ' ').slice(0, 500);
  const final = responseCode >= 500 && responseCode < 600 && /^(RCPT TO|DATA)/.test(command);
  return final ? { kind: 'refused', reason } : { kind: 'later', reason };
}
