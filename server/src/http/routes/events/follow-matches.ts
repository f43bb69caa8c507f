import { Readable } from 'node:stream';
import Type from 'typebox';
import type { MatchEvents } from '../../../domain/alerts/match/match-events.ts';
import type { Followed, MatchEvent } from '../../../domain/alerts/match/match-events-store.ts';
import { AppError } from '../../../lib/errors.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import { READ_ROLES, scopeOf } from '../alerts/alert-access.ts';
import { Sighting, showSighting } from '../alerts/sighting-schema.ts';

const Headers = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ pattern: '^\\d{1,15}$', description: 'Goes on after this event; left out: from now on.' }),
  ),
});

const MOST_CLIENTS = 500;
const MOST_OF_ORGANIZATION = 20;
const HEARTBEAT_MS = 15_000;
/** Then the client connects anew, and its credentials are looked at anew. */
const LONGEST_MS = 15 * 60_000;

export const followMatchesRoute: Route = (app, { matchEvents, clock }) => {
  const places = new Places();
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  app.get(
    '/events',
    {
      config: { access: user({ roles: READ_ROLES }) },
      schema: {
        operationId: 'followMatches',
        tags: ['Alerts'],
        summary: 'Matches as they are found, as server-sent events',
        description:
          'Each event is named `match`, its id is `match_id`, its data `{match_id, alert_id, alert_name, matched_at, sighting}`. Send the last id in `Last-Event-ID` to go on without a gap. A line of comment comes every 15 seconds; after 15 minutes the stream ends, and a client connects anew.',
        headers: Headers,
        response: {
          200: {
            description: 'The stream.',
            headers: schemas.CORRELATION_HEADER,
            content: { 'text/event-stream': { schema: Type.String() } },
          },
          400: schemas.answer(schemas.Problems, 'Last-Event-ID is not one.'),
          429: schemas.answer(schemas.Detail, 'Too many streams at once.', schemas.RETRY_AFTER_HEADER),
          ...schemas.userErrors,
        },
      },
    },
    async (request, reply) => {
      const { caller, headers } = request;
      if (!caller) throw new AppError('unauthenticated', 'Credentials are missing or incorrect.');
      const leave = places.enter(caller.organization_id);
      const gone = new AbortController();
      reply.raw.once('close', () => {
        leave();
        gone.abort();
      });
      const lifeMs = Math.min(LONGEST_MS, caller.expires_at.getTime() - clock.now().getTime());
      const signal = AbortSignal.any([gone.signal, stopping.signal, AbortSignal.timeout(lifeMs)]);
      const lastId = headers['last-event-id'];
      const after = lastId === undefined ? null : Number(lastId);
      const texts = frames(matchEvents, followed(caller), after, signal);
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('X-Accel-Buffering', 'no')
        .send(Readable.from(texts, { highWaterMark: 16 }) as never);
    },
  );
};

function followed(caller: Parameters<typeof scopeOf>[0]): Followed {
  const { organizationId, userId } = scopeOf(caller);
  return { organizationId, userId };
}

/** What has not been read by the client is not read from the database either: the generator waits with it. */
async function* frames(
  events: MatchEvents,
  who: Followed,
  after: number | null,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield 'retry: 2000\n\n';
  for await (const event of events.follow(who, after, HEARTBEAT_MS, signal)) {
    yield event === null ? ':\n\n' : `id: ${event.match_id}\nevent: match\ndata: ${dataOf(event)}\n\n`;
  }
}

function dataOf({ match_id, alert_id, alert_name, matched_at, sighting }: MatchEvent): string {
  return JSON.stringify({
    match_id,
    alert_id,
    alert_name,
    matched_at: matched_at.toISOString(),
    sighting: Object.fromEntries(Object.entries(showSighting(sighting)).filter(([key]) => SHOWN.has(key))),
  });
}

/** No serializer stands behind a stream: what the schema does not name is left out here. */
const SHOWN = new Set(Object.keys(Sighting.properties));

/** So many streams in one process, and so many of them of one organization. */
class Places {
  readonly #taken = new Map<number, number>();
  #all = 0;

  /** Call what it returns when the client has gone. */
  enter(organizationId: number): () => void {
    const mine = this.#taken.get(organizationId) ?? 0;
    if (this.#all >= MOST_CLIENTS || mine >= MOST_OF_ORGANIZATION) {
      throw new AppError('too_many', 'Too many event streams are open.', { retryAfterSeconds: 5 });
    }
    this.#all++;
    this.#taken.set(organizationId, mine + 1);
    return () => {
      this.#all--;
      const left = (this.#taken.get(organizationId) ?? 1) - 1;
      if (left === 0) this.#taken.delete(organizationId);
      else this.#taken.set(organizationId, left);
    };
  }
}
