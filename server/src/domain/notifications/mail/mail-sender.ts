import pLimit from 'p-limit';
import type { Batch, WorkQueue } from '../../../db/claim.ts';
import { sleep } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/errors.ts';
import type { NotificationService } from '../notification-service.ts';
import type { WaitingMail } from './mail-queue.ts';
import type { SendOutcome } from './mailer.ts';
import { type SentMail, settleMails } from './settle-mails.ts';
import { writeMail } from './write-mail.ts';

/** Emails that this process has claimed and not finished. */
const MOST_UNFINISHED = 200;
const CLAIM_MS = 500;
/** Results wait this long for those of other emails, and are then written in one transaction. */
const GATHER_MS = 20;
const EXTENSIONS_PER_LEASE = 4;
/** An email whose result is not recorded is sent twice, so recording is tried for longer than a database restarts. */
const RECORD_TRIES = 60;
const RECORD_PAUSE_MS = 1_000;

type Mail = Batch<WaitingMail>['rows'][number];

/** The end of one attempt. `outcome` is null if too many workers vanished with the email. */
export type MailResult = {
  mail: Mail;
  outcome: SendOutcome['kind'] | null;
  isDead: boolean;
  durationMs: number;
};

/**
 * Claims emails and sends them concurrently. Their leases are short and extended meanwhile, so that the emails of a killed
 * process are late by one lease. A slow email delays no other: each result is recorded soon, and the free places are filled.
 */
export class MailSender {
  readonly #service: NotificationService;
  readonly #queue: WorkQueue<WaitingMail>;
  readonly #onResult: (result: MailResult) => void;
  readonly #sending;
  readonly #batches = new Set<Promise<void>>();
  #unfinished = 0;
  /** Ends the wait of `run` when there is room for further emails. */
  #onRoom: () => void = () => undefined;
  #failure: unknown = null;

  constructor(
    service: NotificationService,
    queue: WorkQueue<WaitingMail>,
    onResult: (result: MailResult) => void = () => {},
  ) {
    this.#service = service;
    this.#queue = queue;
    this.#onResult = onResult;
    this.#sending = pLimit(service.mail.mailer.atOnce);
  }

  /** Claims what there is room for. True while there may be more, or emails are being sent. */
  async run(signal: AbortSignal): Promise<boolean> {
    const mayBeMore = !this.#hasRoom || (await this.#claim(signal));
    const room = new Promise<void>((resolve) => {
      this.#onRoom = resolve;
    });
    if (this.#batches.size > 0) await Promise.race([...this.#batches, room, sleep(CLAIM_MS, signal)]);
    if (signal.aborted) await Promise.all(this.#batches);
    const failure = this.#failure;
    this.#failure = null;
    if (failure !== null) throw failure;
    return mayBeMore || this.#batches.size > 0;
  }

  get #hasRoom(): boolean {
    return this.#unfinished < MOST_UNFINISHED / 2;
  }

  /** Returns whether there were any. */
  async #claim(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    const room = MOST_UNFINISHED - this.#unfinished;
    const { leaseId, rows, dead } = await this.#queue.claim(this.#service.db, room);
    for (const mail of dead) this.#onResult({ mail, outcome: null, isDead: true, durationMs: 0 });
    if (rows.length > 0) this.#start(leaseId, rows, signal);
    return rows.length > 0;
  }

  #start(leaseId: string, mails: Mail[], signal: AbortSignal): void {
    this.#unfinished += mails.length;
    const batch: Promise<void> = this.#deliver(leaseId, mails, signal).finally(() =>
      this.#batches.delete(batch),
    );
    this.#batches.add(batch);
  }

  async #deliver(leaseId: string, mails: Mail[], signal: AbortSignal): Promise<void> {
    const unrecorded = new Map(mails.map((mail) => [mail.key, mail]));
    const lost = new Set<string>();
    const extending = setInterval(() => {
      const keys = [...unrecorded.keys()];
      this.#queue.extend(this.#service.db, leaseId, keys).then(
        (kept) => {
          for (const key of keys) if (!kept.includes(key)) lost.add(key);
        },
        () => undefined,
      );
    }, this.#queue.leaseMs / EXTENSIONS_PER_LEASE);
    const results: SentMail[] = [];
    let recording: Promise<void> | null = null;
    const record = async () => {
      while (results.length > 0) {
        await sleep(GATHER_MS);
        const taken = results.splice(0);
        await this.#record(leaseId, taken).catch((error) => {
          this.#failure = error;
        });
        for (const { mail } of taken) unrecorded.delete(mail.key);
        this.#unfinished -= taken.length;
        if (this.#hasRoom) this.#onRoom();
      }
      recording = null;
    };
    const one = async (mail: Mail) => {
      const startedAt = performance.now();
      // Another worker has an email whose lease was lost.
      const isSkipped = signal.aborted || lost.has(mail.key);
      const outcome = isSkipped ? null : await this.#send(mail);
      results.push({ mail, outcome, durationMs: performance.now() - startedAt });
      recording ??= record();
    };
    await Promise.all(mails.map((mail) => this.#sending(() => one(mail))));
    await recording;
    clearInterval(extending);
  }

  async #record(leaseId: string, results: SentMail[]): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        const dead = await settleMails(this.#service.db, this.#queue, leaseId, results);
        for (const { mail, outcome, durationMs } of results)
          if (outcome)
            this.#onResult({ mail, outcome: outcome.kind, isDead: dead.has(mail.key), durationMs });
        return;
      } catch (error) {
        if (tries === RECORD_TRIES) throw error;
        await sleep(RECORD_PAUSE_MS);
      }
    }
  }

  async #send(mail: Mail): Promise<SendOutcome> {
    const span = this.#service.tracing.start({
      name: 'send email',
      parent: mail.traceparent,
      kind: 'client',
      attributes: { 'milepost.email_id': mail.key, 'milepost.organization_id': mail.organization_id },
    });
    const outcome = await this.#sendOnce(mail);
    span?.end('reason' in outcome ? { error: outcome.kind } : {});
    return outcome;
  }

  async #sendOnce(mail: Mail): Promise<SendOutcome> {
    try {
      return await this.#service.mail.mailer.send(await writeMail(this.#service, mail));
    } catch (error) {
      return { kind: 'later', reason: messageOf(error) };
    }
  }
}
