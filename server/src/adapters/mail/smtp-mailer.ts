import { connect, type Socket } from 'node:net';
import { createTransport, type MailComposerOptions } from 'nodemailer';
import pLimit from 'p-limit';
import type { Mailer, SendOutcome } from '../../domain/notifications/mail/mailer.ts';
import { messageOf } from '../../lib/errors.ts';
import { compose, mailOptions } from './compose.ts';

const CONNECTIONS = 8;
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
const DEADLINE_MS = 60_000;

type TlsPolicy = 'required' | 'optional';

/** Sends emails to an SMTP server over several connections, which stay open. */
export function smtpMailer(url: string, tls: TlsPolicy, deadlineMs = DEADLINE_MS): Mailer {
  const idle = Array.from({ length: CONNECTIONS }, () => new Lane(url, tls));
  const all = [...idle];
  const turn = pLimit(CONNECTIONS);
  return {
    atOnce: CONNECTIONS,
    send: (message) =>
      turn(async () => {
        const lane = idle.pop() as Lane;
        try {
          await lane.send(mailOptions(message), deadlineMs);
          return { kind: 'sent' };
        } catch (error) {
          return outcomeOf(error);
        } finally {
          idle.push(lane);
        }
      }),
    raw: compose,
    sweep: async () => 0,
    erase: async () => 0,
    async close() {
      for (const lane of all) lane.close();
    },
  };
}

/**
 * One connection. A server that answers each command just before the silence limit can hold a connection for hours, so the
 * deadline closes it: the email cannot be accepted after it was given up, and the next one gets a new connection.
 */
class Lane {
  readonly #url: string;
  readonly #tls: TlsPolicy;
  #transport: ReturnType<typeof openTransport> | null = null;
  #socket: Socket | null = null;

  constructor(url: string, tls: TlsPolicy) {
    this.#url = url;
    this.#tls = tls;
  }

  async send(message: MailComposerOptions, deadlineMs: number): Promise<void> {
    this.#transport ??= openTransport(this.#url, this.#tls, (socket) => {
      this.#socket = socket;
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.close();
      this.#socket?.destroy();
    }, deadlineMs);
    try {
      await this.#transport.sendMail(message);
    } catch (error) {
      throw isLate ? new Error(`The mail server took longer than ${deadlineMs / 1_000} seconds.`) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#transport?.close();
    this.#transport = null;
  }
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

type SmtpAddress = { host?: string; port?: number | string; secure?: boolean };

function openTransport(url: string, tls: TlsPolicy, onSocket: (socket: Socket) => void = () => {}) {
  return createTransport({
    url,
    pool: true,
    maxConnections: 1,
    getSocket({ host, port, secure }: SmtpAddress, callback: (error: Error | null, opened: object) => void) {
      const socket = connect({ host: host ?? 'localhost', port: Number(port) || (secure ? 465 : 587) });
      onSocket(socket);
      const timer = setTimeout(
        () => socket.destroy(new Error('The mail server cannot be reached.')),
        CONNECT_MS,
      );
      const done = (error: Error | null) => {
        clearTimeout(timer);
        socket.removeAllListeners('error');
        callback(error, { connection: socket });
      };
      socket.once('error', done);
      socket.once('connect', () => done(null));
    },
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
