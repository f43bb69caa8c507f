import { createTransport } from 'nodemailer';
import type { Mailer, SendOutcome } from '../../domain/notifications/mail/mailer.ts';
import { withDeadline } from '../../lib/async/deadline.ts';
import { messageOf } from '../../lib/errors.ts';
import { compose, mailOptions } from './compose.ts';

const CONNECTIONS = 8;
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
const DEADLINE_MS = 60_000;

type TlsPolicy = 'required' | 'optional';

/** Sends emails to an SMTP server over a pool of connections. */
export function smtpMailer(url: string, tls: TlsPolicy): Mailer {
  const transport = openTransport(url, tls);
  return {
    atOnce: CONNECTIONS * 2,
    async send(message) {
      try {
        await withDeadline(transport.sendMail(mailOptions(message)), DEADLINE_MS, 'Sending the email');
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    raw: compose,
    sweep: async () => 0,
    erase: async () => 0,
    async close() {
      transport.close();
    },
  };
}

/** Connects, negotiates TLS and signs in, without sending an email. Throws if a step fails. */
export async function checkSmtp(url: string, tls: TlsPolicy): Promise<void> {
  const transport = openTransport(url, tls);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function openTransport(url: string, tls: TlsPolicy) {
  return createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: 1_000,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Without it, a server or attacker that does not offer STARTTLS receives the password and the emails in plain text.
    requireTLS: tls === 'required',
  });
}

type SmtpError = Error & { responseCode?: number; command?: string };

/** A 5xx response to the recipient or the message is final. One to the login or the sender is for the operator to fix. */
function outcomeOf(error: unknown): SendOutcome {
  const { responseCode = 0, command = '' } = error as SmtpError;
  const reason = messageOf(error).replace(/\s+/g, ' ').slice(0, 500);
  const final = responseCode >= 500 && responseCode < 600 && /^(RCPT TO|DATA)/.test(command);
  return final ? { kind: 'refused', reason } : { kind: 'later', reason };
}
