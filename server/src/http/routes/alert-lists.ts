import { Readable } from 'node:stream';
import Type from 'typebox';
import { showAlert } from '../../contract/alert.ts';
import {
  ALERTS_PAGE_SIZE,
  AlertList,
  AlertsExportQuery,
  AlertsQuery,
  EXPORT_ONLY_COLUMNS,
  IMPORT_COLUMNS,
  ImportedAlerts,
  MAX_IMPORTED_ALERT_BYTES,
  MAX_IMPORTED_ALERTS,
} from '../../contract/alerts/alert-list.ts';
import { AlertActivity } from '../../contract/match.ts';
import { paginationOf } from '../../contract/pagination.ts';
import { type AlertListing, listAlerts, pageAlerts } from '../../domain/alerts/alert-store.ts';
import { exportAlerts } from '../../domain/alerts/export-alerts.ts';
import { localDay } from '../../domain/alerts/fire/firing-times.ts';
import { importAlerts } from '../../domain/alerts/import-alerts.ts';
import { listActivity } from '../../domain/alerts/list-matches.ts';
import { takeQuota } from '../../domain/quotas/quota-store.ts';
import { type Caller, user } from '../access.ts';
import { type Route, routeOf } from '../route.ts';
import { withBody } from '../streams/with-body.ts';
import { csvLines } from '../streams/write-rows.ts';
import { CREATE_ROLES, READ_ROLES, scopeOf } from './alerts.ts';

const route = routeOf('Alerts');
const EXPORTED_COLUMNS = [
  ...['id', 'state', 'alert_name', 'alert_type', 'disabled', 'email'],
  ...IMPORT_COLUMNS.filter((name) => !['alert_name', 'alert_type', 'disabled', 'email'].includes(name)),
  ...EXPORT_ONLY_COLUMNS.filter((name) => name !== 'id' && name !== 'state'),
];

const listingOf = (caller: Caller, filters: AlertListing['filters'], now: Date): AlertListing => ({
  scope: scopeOf(caller),
  today: localDay(now, caller.timezone),
  filters,
});

function pageOf({ page, page_size }: { page?: number; page_size?: number }) {
  if (page === undefined && page_size === undefined) return null;
  return { number: page ?? 1, size: page_size ?? ALERTS_PAGE_SIZE };
}

export const alertListRoutes: Route[] = [
  route('GET /alerts', {
    operationId: 'listAlerts',
    summary: 'List alerts, newest first',
    description:
      "All alerts of the organization with `external-api-get-all-company-alerts` or `admin`, the user's own with `external-api-get-alerts-endpoint`. With `page` or `page_size`, one page of them and `pagination`.",
    access: user({ roles: READ_ROLES }),
    audit: { action: 'alert.list', kind: 'read', showsVehicles: true },
    query: AlertsQuery,
    success: { schema: AlertList, description: 'The alerts.' },
    handler: async ({ alerts: { db, clock } }, { query, caller }) => {
      const listing = listingOf(caller, query, clock.now());
      const page = pageOf(query);
      if (page === null) return { alerts: (await listAlerts(db, listing)).map(showAlert) };
      const { number, size } = page;
      const { alerts: listed, total } = await pageAlerts(db, listing, number, size);
      return { alerts: listed.map(showAlert), pagination: paginationOf(number, size, listed.length, total) };
    },
  }),
  route('GET /alerts/activity', {
    operationId: 'listAlertActivity',
    summary: 'List the number of matches and the last firing of each alert',
    description: 'The same alerts as `GET /alerts` with the same parameters, newest first.',
    access: user({ roles: READ_ROLES }),
    query: AlertsQuery,
    success: { schema: AlertActivity, description: 'The activity of the alerts.' },
    handler: async ({ alerts: { db, clock } }, { query, caller }) => ({
      alerts: await listActivity(db, listingOf(caller, query, clock.now()), pageOf(query)),
    }),
  }),
  route('GET /alerts/export.csv', {
    operationId: 'exportAlerts',
    summary: 'Export alerts as CSV',
    description:
      'The alerts of `GET /alerts` with the same filters. `POST /alerts/import` reads the same file; it ignores the columns that only an export has.',
    access: user({ roles: READ_ROLES }),
    rate: 'expensive',
    audit: { action: 'alert.export', kind: 'read', showsVehicles: true },
    query: AlertsExportQuery,
    success: { contentType: 'text/csv', description: 'One alert per line.' },
    handler: async ({ alerts: { db, clock } }, { query, caller, reply }) => {
      await takeQuota(db, caller.organization_id, 'exports_per_day', 1, clock.now());
      const pages = exportAlerts(db, listingOf(caller, query, clock.now()));
      return reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', 'attachment; filename="alerts.csv"')
        .send(Readable.from(csvLines(EXPORTED_COLUMNS, pages)));
    },
  }),
  route('POST /alerts/import', {
    operationId: 'importAlerts',
    summary: 'Create alerts from a CSV file, such as a hot list',
    description: `The first line names the columns: ${IMPORT_COLUMNS.map((name) => `\`${name}\``).join(', ')}. A line needs a criterion; without a name it is named by its first criterion, without an email address it notifies the caller, and \`alert_type\` is \`hot\`. Lists are separated by spaces. All lines are stored or none. A line with the same criteria and days as an earlier line or as an alert that the caller sees is left out and reported.`,
    access: user({ roles: CREATE_ROLES }),
    rate: 'expensive',
    audit: { action: 'alert.import', kind: 'change' },
    bodyType: 'text/csv',
    body: Type.String({ maxLength: MAX_IMPORTED_ALERT_BYTES, description: 'The file, in UTF-8.' }),
    success: {
      schema: ImportedAlerts,
      description: 'How many were created, and the lines that were left out.',
    },
    errors: {
      400: 'Nothing was stored. `detail` lists the problems of every line, at most 1,000: `loc` has the number of the line and the column.',
      413: `The file is larger than ${MAX_IMPORTED_ALERT_BYTES} bytes or has more than ${MAX_IMPORTED_ALERTS} lines.`,
      415: 'Content-Type must be text/csv.',
    },
    handler: ({ alerts: { db, clock } }, { caller, request }) => {
      const now = clock.now();
      const importer = {
        ...{ scope: scopeOf(caller), userId: caller.user_id, email: caller.email },
        today: localDay(now, caller.timezone),
      };
      return withBody(request, (bytes) => importAlerts(db, importer, bytes, now));
    },
  }),
];
