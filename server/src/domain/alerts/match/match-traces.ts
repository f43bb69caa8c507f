import type { Span, TraceParent, Tracing } from '../../../lib/telemetry/tracing.ts';

type Traced = { key: number; organization_id: number; traceparent: TraceParent | null };

/** The spans of a batch: one for each sighting that has a trace. */
export class MatchTraces {
  readonly #contexts = new Map<number, TraceParent>();
  readonly #spans: Span[] = [];

  constructor(tracing: Tracing, rows: Traced[]) {
    for (const { key, organization_id, traceparent } of rows) {
      if (traceparent === null) continue;
      const attributes = { 'milepost.organization_id': organization_id };
      const span = tracing.start({
        name: 'match sighting',
        parent: traceparent,
        kind: 'consumer',
        attributes,
      });
      if (span) this.#spans.push(span);
      this.#contexts.set(key, span?.traceparent ?? traceparent);
    }
  }

  /** What the matches of a sighting continue. */
  of(sightingId: number): TraceParent | null {
    return this.#contexts.get(sightingId) ?? null;
  }

  end(): void {
    for (const span of this.#spans) span.end();
  }
}
