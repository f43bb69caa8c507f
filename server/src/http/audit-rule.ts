import type { AuditAction } from '../domain/audit/audit-actions.ts';

/**
 * What the audit log records of a route. A test fails when a route that changes something, or whose response has a plate or
 * VIN, declares none.
 */
export type AuditRule =
  | {
      /** Has a sentence in `domain/audit/audit-actions.ts`. */
      action: AuditAction;
      /**
       * A `change` is durable before it starts. A `read` is queued and written within 100 ms. A `sign-in` is durable before
       * the response.
       */
      kind: 'change' | 'read' | 'sign-in';
      /** The kind of the object, and where its ids are: `params.id`, `query.…`, `body.…` or `response.…`. */
      object?: readonly [kind: string, ...paths: string[]];
      /** The response contains plates or VINs: an organization can require a purpose. */
      showsVehicles?: true;
      /** A stream is recorded when it starts. */
      recordedAt?: 'start';
    }
  | {
      /** Why requests are not recorded. */
      none: string;
    };
