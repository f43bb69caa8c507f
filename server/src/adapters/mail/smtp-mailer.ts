import { Readable } from 'node:stream';
import type MailMessage from 'nodemailer/lib/mailer/mail-message.js';
import SMTPPool from 'nodemailer/lib/smtp-pool/index.js';
import type { Mailer, Message, SendOutcome } from '../../domain/notifications/mail/mailer.ts';
import { withDeadline } from '../../lib/async/deadline.ts';
import { messageOf } from '../../lib/errors.ts';
import { compose } from './compose.ts';

const CONNECTIONS = 8;
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
const DEADLINE_MS = 60_000;

type TlsPolicy = 'required' | 'optional';

/** Sends emails to an SMTP server over a pool of connections. */
export function smtpMailer(url: string, tls: TlsPolicy): Mailer {
  const pool = openPool(url, tls);
  return {
    atOnce: CONNECTIONS * 2,
    async send(message) {
      try {
        await withDeadline(sendRaw(pool, message, compose(message)), DEADLINE_MS, 'Sending the email');
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    raw: compose,
    sweep: async () => 0,
    erase: async () => 0,
    async close() {
      pool.close();
    },
  };
}

/**
 * The pool calls these functions of a message, `getHeader` only for the Message-ID. The library's own object would compile
 * the finished message again, which takes as long as sending it.
 */
function sendRaw(pool: SMTPPool, { from, recipient, messageId }: Message, raw: Buffer): Promise<void> {
  const message = {
    getEnvelope: () => ({ from, to: [recipient] }),
    messageId: () => `<${messageId}>`,
    getHeader: () => `<${messageId}>`,
    createReadStream: () => Readable.from([raw]),
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  pool.send({ data: {}, message } as unknown as MailMessage<SMTPPool.SentMessageInfo>, (error) =>
    error ? reject(error) : resolve(),
  );
  return promise;
}

/** Connects, negotiates TLS and signs in, without sending an email. Throws if a step fails. */
export async function checkSmtp(url: string, tls: TlsPolicy): Promise<void> {
  const pool = openPool(url, tls);
  try {
    await pool.verify();
  } finally {
    pool.close();
  }
}

function openPool(url: string, tls: TlsPolicy): SMTPPool {
  return new SMTPPool({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: 1_000,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Without it, a server or attacker that does not offer STARTTLS receives the password and the emails in plain text.
    requireTLS: tls === 'required',
    disableFileAccess: true,
    disableUrlAccess: true,
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
