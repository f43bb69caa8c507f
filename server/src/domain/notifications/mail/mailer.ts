/** An email as plain values, before MIME encoding. */
export type Message = {
  /** Without angle brackets. The same each time the email is rendered. */
  messageId: string;
  date: Date;
  from: string;
  to: string;
  cc: string[];
  /** The only address that this copy is sent to. */
  recipient: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  /** Referenced in the HTML as `cid:…`. */
  inlineImages: { cid: string; filename: string; contentType: string; bytes: Buffer }[];
};

export type SendOutcome =
  | { kind: 'sent' }
  /** Written to a file, not sent. */
  | { kind: 'kept' }
  /** A temporary failure: it is retried. */
  | { kind: 'later'; reason: string }
  /** A permanent failure: the server rejects this address. */
  | { kind: 'refused'; reason: string };

/** Sends emails to a mail server, or writes them to files. `send` never throws. */
export type Mailer = {
  /** The number of emails that can be sent concurrently. */
  atOnce: number;
  send(message: Message): Promise<SendOutcome>;
  /** The encoded message. */
  raw(message: Message): Promise<Buffer>;
  /** Deletes files of emails that are older than the configured number of days. Returns their number. */
  sweep(now: Date): Promise<number>;
  /** Deletes files of emails whose text matches, or only counts them. Returns their number. */
  erase(isErased: (text: string) => boolean, isDryRun: boolean): Promise<number>;
  close(): Promise<void>;
};
