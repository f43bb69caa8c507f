import type { CustomFetch } from 'openid-client';
import { messageOf } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { Outbound } from '../../lib/outbound.ts';

const DEADLINE_MS = 5_000;
const MAX_BYTES = 1_048_576;

/** Sends the requests of the OpenID Connect library through the guarded outbound client, and logs each of them. */
export function guardedFetch(outboundFor: (host: string) => Outbound, log: Log): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const { host, hostname, pathname } = new URL(url);
    const startedAt = performance.now();
    const note = { host, path: pathname, method };
    const durationMs = () => Math.round(performance.now() - startedAt);
    try {
      const answer = await outboundFor(hostname).send({
        url,
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        ...(body === null || body === undefined ? {} : { body: String(body) }),
        deadlineMs: DEADLINE_MS,
        maxBytes: MAX_BYTES,
        ...(signal && { signal }),
      });
      const bytes = await answer.bytes();
      log.info({ ...note, status: answer.status, duration_ms: durationMs() }, 'identity provider request');
      return new Response(answer.status === 204 ? null : new Uint8Array(bytes), {
        status: answer.status,
        headers: Object.entries(answer.headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((one): [string, string] => [name, one]),
        ),
      });
    } catch (error) {
      log.warn(
        { ...note, error: messageOf(error), duration_ms: durationMs() },
        'identity provider request failed',
      );
      throw error;
    }
  };
}
