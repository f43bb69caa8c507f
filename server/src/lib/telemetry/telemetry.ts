import type { Health } from './health.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';

/** What a process reports about itself. */
export type Telemetry = { health: Health; metrics: Metrics; tracing: Tracing };
