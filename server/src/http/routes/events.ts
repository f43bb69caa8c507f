import { Readable } from 'node:stream';
import Type from 'typebox';
import { MatchEvent, showMatchedSighting } from '../../contract/match.ts';
import { converted } from '../../contract/schema.ts';
import { LOCKS } from '../../db/advisory-locks.ts';
import type { Scope } from '../../domain/alerts/alert-store.ts';
import type { MatchEvents } from '../../domain/alerts/match/match-events.ts';
import type { MatchEvent as StoredMatchEvent } from '../../domain/alerts/match/match-events-store.ts';
import { takeSlot } from '../../domain/quotas/quota-store.ts';
import { once } from '../../lib/async/once.ts';
import { AppError } from '../../lib/errors.ts';
import { user } from '../access.ts';
import { type App, type Route, routeOf } from '../route.ts';
import { type ImagesOf, linkedImages } from '../sighting-images.ts';
import { READ_ROLES, scopeOf } from './alerts.ts';

const route = routeOf('Alerts');

const Headers = Type.Object({
  'last-event-id': Type.Optional(
    converted<number>('event-id', {
      description: 'Continues after this event. Without it, the stream starts with the next match.',
    }),
  ),
});

const MAX_STREAMS = 500;
const HEARTBEAT_MS = 15_000;
/** Clients reconnect after this time, so that their credentials are checked again. */
const MAX_STREAM_MS = 15 * 60_000;

/** Of one process. The quota of an organization limits its streams over all processes. */
type State = { open: number; stopping: AbortController };
const states = new WeakMap<App, State>();
const newState = (): State => ({ open: 0, stopping: new AbortController() });

const followMatches = route('GET /events', {
  operationId: 'followMatches',
  summary: 'Follow matches as server-sent events',
  description:
    'Each event is named `match`; its id is `match_id` and its data a `MatchEvent`. Send the last id in `Last-Event-ID` to continue without a gap. An id without data is sent at the start and every 15 seconds. The stream ends after 15 minutes; reconnect then.',
  access: user({ roles: READ_ROLES }),
  rate: 'expensive',
  audit: { action: 'match.follow', kind: 'read', showsVehicles: true, recordedAt: 'start' },
  headers: Headers,
  success: { contentType: 'text/event-stream', schema: MatchEvent, description: 'The stream.' },
  errors: { 429: 'Too many open streams.' },
  handler: async (services, { caller, headers, request, reply }) => {
    const { matchEvents, clock, credentials, database, observations } = services;
    const state = states.get(request.server) ?? newState();
    const release = await takeSlot(database, observations.calls, LOCKS.eventStreams, caller.organization_id);
    if (state.open >= MAX_STREAMS) {
      await release();
      throw new AppError('too_many', 'Too many open event streams.', { retryAfterSeconds: 5 });
    }
    state.open++;
    const ended = new AbortController();
    const stopWatching = credentials.onChange(async () => {
      if (!(await request.server.isStillAllowed(request))) ended.abort();
    });
    const close = once(() => {
      state.open--;
      void release();
      stopWatching();
      ended.abort();
    });
    reply.raw.once('close', close);
    // The client may have closed the connection before the listener was added.
    if (reply.raw.destroyed) close();
    const lifeMs = Math.min(MAX_STREAM_MS, caller.expires_at.getTime() - clock.now().getTime());
    const signal = AbortSignal.any([ended.signal, state.stopping.signal, AbortSignal.timeout(lifeMs)]);
    // `Connection: close` ends the connection with the stream: an idle one would delay the shutdown.
    const after = headers['last-event-id'] ?? null;
    const frames = framesOf(matchEvents, scopeOf(caller), after, linkedImages(services, request), signal);
    return reply
      .type('text/event-stream; charset=utf-8')
      .headers({ 'X-Accel-Buffering': 'no', Connection: 'close' })
      .send(Readable.from(frames, { highWaterMark: 16 }));
  },
});

export const eventRoutes: Route[] = [
  {
    ...followMatches,
    register(app, services) {
      const state = newState();
      app.addHook('preClose', async () => state.stopping.abort());
      states.set(app, state);
      followMatches.register(app, services);
    },
  },
];

/** The generator pauses while the client does not read, and so do the database queries. */
async function* framesOf(
  events: MatchEvents,
  who: Scope,
  after: number | null,
  imagesOf: ImagesOf,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield 'retry: 2000\n\n';
  for await (const event of events.follow(who, after, HEARTBEAT_MS, signal)) {
    // An ID without data moves the client's Last-Event-ID and is not an event.
    yield typeof event === 'number'
      ? `id: ${event}\n\n`
      : `id: ${event.match_id}\nevent: match\ndata: ${dataOf(event, imagesOf)}\n\n`;
  }
}

function dataOf(
  { match_id, alert_id, alert_name, matched_at, sighting }: StoredMatchEvent,
  imagesOf: ImagesOf,
): string {
  const event: MatchEvent = {
    match_id,
    alert_id,
    alert_name,
    matched_at: matched_at.toISOString(),
    // The images have just been read, so they are not looked up.
    sighting: showMatchedSighting(sighting, imagesOf(sighting)),
  };
  return JSON.stringify(event);
}
