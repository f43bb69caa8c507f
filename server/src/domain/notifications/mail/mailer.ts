/** A mail that is ready to be sent: plain values, nothing encoded yet. */
export type Message = {
  /** Without brackets; the same whenever the mail is made. */
  messageId: string;
  date: Date;
  from: string;
  to: string;
  cc: string[];
  /** The one address that this copy goes to. */
  recipient: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  /** Shown inside the text by `cid:`. */
  pictures: { cid: string; filename: string; contentType: string; bytes: Buffer }[];
};

export type SendOutcome =
  | { kind: 'sent' }
  /** As a file; nobody has got it. */
  | { kind: 'kept' }
  /** Not now: it is tried again. */
  | { kind: 'later'; reason: string }
  /** The server will never take a mail for this address. */
  | { kind: 'refused'; reason: string };

/** Hands mails to a mail server, or keeps them as files. `send` never throws. */
export type Mailer = {
  /** How many it takes side by side. */
  atOnce: number;
  send(message: Message): Promise<SendOutcome>;
  /** The bytes that it sends or keeps. */
  raw(message: Message): Promise<Buffer>;
  /** Deletes files of emails that are older than the configured number of days. Returns their number. */
  sweep(now: Date): Promise<number>;
  close(): Promise<void>;
};
