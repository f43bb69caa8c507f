import type { WorkCounts } from '../domain/queues/work-counts.ts';
import { codeOf, messageOf } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Outcome, QueueName } from '../lib/queues.ts';
import type { Metrics } from '../lib/telemetry/metrics.ts';
import { traceIdOf } from '../lib/telemetry/tracing.ts';

/** One attempt at an image, a delivery or an email. */
type Attempted = {
  outcome: Outcome;
  durationMs: number;
  /** Of the request that submitted an image; of a delivery and an email, the id of the firing. */
  correlationId: string | null;
  organizationId: number;
  traceparent?: string | null | undefined;
  /** Further fields of the line: ids and counts, never a plate, an address or text from outside. */
  about: Record<string, string | number | null | undefined>;
};

type MatchedSighting = { sightingId: number; imageIds: string[]; alertIds: number[] };

/** Most ids of a kind in one line. */
const MOST_IDS = 100;
const MESSAGES = { images: 'image', webhook_deliveries: 'delivery', mails: 'email' } as const;

/** Writes one log line per attempt and counts it. */
export class WorkReport {
  readonly #log: Log;
  readonly #metrics: Metrics;
  readonly #counts: WorkCounts | null;

  constructor(log: Log, metrics: Metrics, counts: WorkCounts | null = null) {
    // The fields are fixed and none is a secret. Searching each line for secrets would cost eight times the line.
    this.#log = log.child({}, { redact: [] });
    this.#metrics = metrics;
    this.#counts = counts;
  }

  attempted(queue: keyof typeof MESSAGES, attempt: Attempted): void {
    const { outcome, durationMs, correlationId, organizationId, traceparent, about } = attempt;
    this.count(queue, outcome, 1, durationMs);
    const line = {
      correlation_id: correlationId ?? undefined,
      organization_id: organizationId,
      ...about,
      outcome,
      duration_ms: Math.round(durationMs * 10) / 10,
      trace_id: traceIdOf(traceparent),
    };
    if (outcome === 'done') this.#log.info(line, MESSAGES[queue]);
    else this.#log.warn(line, MESSAGES[queue]);
  }

  /** One line for each sighting with matches. It joins the image with the alerts. */
  matched({ sightingId, imageIds, alertIds }: MatchedSighting): void {
    const line = {
      sighting_id: sightingId,
      image_ids: imageIds,
      alert_ids: alertIds.slice(0, MOST_IDS),
      alerts: alertIds.length,
    };
    this.#log.info(line, 'match');
  }

  /** Observations that could not be written together with the matches of their batch. */
  delayed(error: unknown): void {
    this.#log.warn({ error: loggedReason(error) }, 'observations are written later');
  }

  /** For work that has no line of its own, because its items are many and small. */
  count(queue: QueueName, outcome: Outcome, items: number, durationMs: number): void {
    if (items === 0) return;
    this.#metrics.queueItems.inc({ queue, outcome }, items);
    this.#counts?.add(queue, outcome, items);
    // Without a duration there was no attempt.
    if (durationMs > 0) this.#metrics.queueItemSeconds.observe({ queue }, durationMs / 1_000);
  }
}

/** A description of an unexpected error for the log. The message of a database error may quote values of the row. */
export function loggedReason(error: unknown): string {
  const isFromDatabase = typeof error === 'object' && error !== null && 'severity' in error;
  return isFromDatabase ? `Database error ${codeOf(error)}.` : messageOf(error);
}
