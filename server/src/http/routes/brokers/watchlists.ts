import { Readable } from 'node:stream';
import Type from 'typebox';
import {
  AddedWatchedCarriers,
  AddWatchedCarriers,
  CreateWatchlist,
  LICENSED_KINDS,
  RemovedWatchedCarriers,
  RemoveWatchedCarriers,
  UpdateWatchlist,
  WatchEvents,
  WatchEventsQuery,
  WatchedCarrierParams,
  WatchedCarriers,
  WatchedCarriersQuery,
  type WatchKind,
  Watchlist,
  WatchlistParams,
  Watchlists,
  WatchlistsQuery,
  watchlistChangeProblems,
} from '../../../contract/brokers/watchlist.ts';
import { findLegalNames } from '../../../domain/federal/legal-names.ts';
import {
  addCarriers,
  exportCarriers,
  pageCarriers,
  removeCarrier,
  removeCarriers,
} from '../../../domain/watchlists/listed-carriers.ts';
import { summaryOf } from '../../../domain/watchlists/summary.ts';
import {
  createWatchlist,
  deleteWatchlist,
  pageEvents,
  pageWatchlists,
  readWatchlist,
  updateWatchlist,
  type WatchlistRow,
} from '../../../domain/watchlists/watchlist-store.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Caller, seesAllSightings, user } from '../../access.ts';
import { type Route, routeOf } from '../../route.ts';
import { csvLines } from '../../streams/write-rows.ts';

const route = routeOf('Brokers');
export const watchlistAccess = user({ roles: ['admin', 'watchlist-endpoint'] });
const access = watchlistAccess;
const errors = { 404: 'There is no such watchlist.' };
const show = ({ position: _, ...list }: WatchlistRow) => list;

function checkKinds(caller: Caller, kinds: readonly WatchKind[] = []): void {
  const licensed = kinds.filter((kind) => LICENSED_KINDS.includes(kind));
  if (licensed.length === 0 || seesAllSightings(caller)) return;
  throw new AppError(
    'forbidden',
    `${licensed.join(' and ')} tell where or when cameras saw trucks, which needs the license for carrier observations.`,
  );
}
const KINDS_FORBIDDEN =
  'The user lacks the role, or a kind needs the license for carrier observations (`first_sighting`, `silence`).';

export const watchlistRoutes: Route[] = [
  route('POST /watchlists', {
    operationId: 'createWatchlist',
    summary: 'Create a watchlist',
    description:
      'A list of carriers, and what to be told of. Events are in `GET /watchlist-events`, and are sent to webhooks that subscribed to `watchlist.changes_found`.',
    access,
    audit: { action: 'watchlist.create', kind: 'change' },
    body: CreateWatchlist,
    example: { name: 'Core carriers', kinds: ['authority', 'insurance', 'order', 'rating', 'crash'] },
    isIdempotent: true,
    success: { status: 201, schema: Watchlist, description: 'The watchlist.' },
    errors: { 403: KINDS_FORBIDDEN },
    handler: ({ watchlists: { db, clock } }, { body, caller, once }) => {
      checkKinds(caller, body.kinds);
      return once(db, async (tx) =>
        show(await createWatchlist(tx, caller.organization_id, body, clock.now())),
      );
    },
  }),
  route('GET /watchlists', {
    operationId: 'listWatchlists',
    summary: "List the organization's watchlists, newest first",
    access,
    audit: { action: 'watchlist.list', kind: 'read' },
    query: WatchlistsQuery,
    success: { schema: Watchlists, description: 'A page of watchlists.' },
    handler: async ({ database }, { query, caller }) => {
      const { cursor = null, usdot_number: usdotNumber = null, page_size: pageSize } = query;
      const found = await pageWatchlists(database, caller.organization_id, { cursor, usdotNumber, pageSize });
      return { watchlists: found.rows.map(show), next_cursor: found.nextCursor };
    },
  }),
  route('GET /watchlists/:watchlist_id', {
    operationId: 'getWatchlist',
    summary: 'Get a watchlist',
    access,
    audit: { action: 'watchlist.read', kind: 'read', object: ['watchlist', 'params.watchlist_id'] },
    params: WatchlistParams,
    success: { schema: Watchlist, description: 'The watchlist.' },
    errors,
    handler: async ({ database }, { params, caller }) =>
      show(await readWatchlist(database, caller.organization_id, params.watchlist_id)),
  }),
  route('PATCH /watchlists/:watchlist_id', {
    operationId: 'updateWatchlist',
    summary: 'Rename a watchlist, or change what it tells of',
    description:
      'Changes the supplied fields. For a kind that is added, what is known now is the start: it is not told.',
    access,
    audit: { action: 'watchlist.update', kind: 'change', object: ['watchlist', 'params.watchlist_id'] },
    params: WatchlistParams,
    body: UpdateWatchlist,
    example: { kinds: ['authority', 'insurance', 'signal'] },
    success: { schema: Watchlist, description: 'The changed watchlist.' },
    errors: { ...errors, 403: KINDS_FORBIDDEN },
    rules: (_services, { body }) => watchlistChangeProblems(body),
    handler: async ({ watchlists: { db, clock } }, { params, body, caller }) => {
      checkKinds(caller, body.kinds);
      const { organization_id: organizationId } = caller;
      return show(await updateWatchlist(db, organizationId, params.watchlist_id, body, clock.now()));
    },
  }),
  route('DELETE /watchlists/:watchlist_id', {
    operationId: 'deleteWatchlist',
    summary: 'Delete a watchlist',
    description: 'Its events stay.',
    access,
    audit: { action: 'watchlist.delete', kind: 'change', object: ['watchlist', 'params.watchlist_id'] },
    params: WatchlistParams,
    success: { status: 204, description: 'Deleted.', schema: Type.Null() },
    errors,
    handler: async ({ database }, { params, caller, reply }) => {
      await deleteWatchlist(database, caller.organization_id, params.watchlist_id);
      return reply.code(204).send();
    },
  }),
  route('GET /watchlists/:watchlist_id/carriers', {
    operationId: 'listWatchedCarriers',
    summary: 'List the carriers on a watchlist, by USDOT number',
    access,
    audit: { action: 'watchlist.carriers', kind: 'read', object: ['watchlist', 'params.watchlist_id'] },
    params: WatchlistParams,
    query: WatchedCarriersQuery,
    success: { schema: WatchedCarriers, description: 'A page of carriers.' },
    errors,
    handler: async ({ database }, { params, query, caller }) => {
      const { id } = await readWatchlist(database, caller.organization_id, params.watchlist_id);
      const { cursor = 0, page_size: pageSize } = query;
      const { carriers, nextCursor } = await pageCarriers(database, id, { cursor, pageSize });
      return { carriers, next_cursor: nextCursor };
    },
  }),
  route('GET /watchlists/:watchlist_id/carriers.csv', {
    operationId: 'exportWatchedCarriers',
    summary: 'Export the carriers on a watchlist as CSV',
    description: 'The same file can be uploaded with `POST /watchlists/{watchlist_id}/carriers/csv`.',
    access,
    rate: 'expensive',
    audit: { action: 'watchlist.export', kind: 'read', object: ['watchlist', 'params.watchlist_id'] },
    params: WatchlistParams,
    success: { contentType: 'text/csv', description: 'One carrier per line.' },
    errors,
    handler: async ({ database }, { params, caller, reply }) => {
      const { id } = await readWatchlist(database, caller.organization_id, params.watchlist_id);
      const lines = csvLines(
        Object.keys(WatchedCarriers.properties.carriers.items.properties),
        exportCarriers(database, id),
      );
      return reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="watchlist-${id}.csv"`)
        .send(Readable.from(lines));
    },
  }),
  route('POST /watchlists/:watchlist_id/carriers', {
    operationId: 'addWatchedCarriers',
    summary: 'Add carriers to a watchlist',
    description: 'Up to 500 USDOT numbers. What is known of a new carrier is the start: it is not told.',
    access,
    audit: { action: 'watchlist.add', kind: 'change', object: ['watchlist', 'params.watchlist_id'] },
    params: WatchlistParams,
    body: AddWatchedCarriers,
    example: { usdot_numbers: ['1234567', '7654321'] },
    isIdempotent: true,
    success: { schema: AddedWatchedCarriers, description: 'How many were added.' },
    errors,
    handler: ({ watchlists: { db, clock } }, { params, body, caller, once }) => {
      const { organization_id: organizationId } = caller;
      return once(db, (tx) =>
        addCarriers(tx, organizationId, params.watchlist_id, body.usdot_numbers, clock.now()),
      );
    },
  }),
  route('DELETE /watchlists/:watchlist_id/carriers', {
    operationId: 'removeWatchedCarriers',
    summary: 'Remove carriers from a watchlist',
    description: 'Up to 500 USDOT numbers. Those that are not on the list are ignored.',
    access,
    audit: { action: 'watchlist.remove', kind: 'change', object: ['watchlist', 'params.watchlist_id'] },
    params: WatchlistParams,
    body: RemoveWatchedCarriers,
    example: { usdot_numbers: ['1234567'] },
    success: { schema: RemovedWatchedCarriers, description: 'How many were removed.' },
    errors,
    handler: async ({ database }, { params, body, caller }) => ({
      removed: await removeCarriers(
        ...([database, caller.organization_id, params.watchlist_id, body.usdot_numbers] as const),
      ),
    }),
  }),
  route('DELETE /watchlists/:watchlist_id/carriers/:usdot_number', {
    operationId: 'removeWatchedCarrier',
    summary: 'Remove a carrier from a watchlist',
    access,
    audit: { action: 'watchlist.remove', kind: 'change', object: ['watchlist', 'params.watchlist_id'] },
    params: WatchedCarrierParams,
    success: { status: 204, description: 'Removed.', schema: Type.Null() },
    errors: { 404: 'There is no such watchlist, or the carrier is not on it.' },
    handler: async ({ database }, { params, caller, reply }) => {
      await removeCarrier(database, caller.organization_id, params.watchlist_id, params.usdot_number);
      return reply.code(204).send();
    },
  }),
  route('GET /watchlist-events', {
    operationId: 'listWatchlistEvents',
    summary: 'List the changes of watched carriers, newest first',
    description:
      'Each change once, with the lists that told of it. Kept for two years. Without a license for carrier observations, events that tell where or when cameras saw trucks are left out.',
    access,
    audit: { action: 'watchlist.events', kind: 'read' },
    query: WatchEventsQuery,
    success: { schema: WatchEvents, description: 'A page of events.' },
    errors: { 404: 'There is no such watchlist.' },
    handler: async ({ database }, { query, caller }) => {
      const { watchlist_id, usdot_number, kind = null, cursor = null, page_size: pageSize } = query;
      const found = await pageEvents(database, caller.organization_id, {
        ...{ watchlistId: watchlist_id ?? null, usdotNumber: usdot_number ?? null, kind, cursor, pageSize },
        isLicensed: seesAllSightings(caller),
      });
      const numbers = found.rows.map((row) => row.usdot_number);
      const names = await findLegalNames(database, numbers);
      return {
        events: found.rows.map(({ usdot_number: usdot, watchlist_ids, position: _, ...event }) => ({
          ...event,
          usdot_number: String(usdot),
          legal_name: names.get(usdot) ?? '',
          summary: summaryOf(event.kind, event.before, event.after),
          watchlists: watchlist_ids.flatMap((id) => {
            const name = found.names.get(id);
            return name === undefined ? [] : [{ id, name }];
          }),
        })),
        next_cursor: found.nextCursor,
      };
    },
  }),
];
