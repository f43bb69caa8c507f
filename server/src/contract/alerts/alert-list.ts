import Type, { type Static, type TProperties } from 'typebox';
import { Alert, CreateAlert } from '../alert.ts';
import { CRITERION_NAMES, criteriaRequest, criterion } from '../criteria.ts';
import { Pagination } from '../pagination.ts';
import { named, nullable, oneOf, text } from '../schema.ts';

/** Of an alert on a day. `ended`: its last day is over. `paused`: it is disabled. `scheduled`: its first day has not come. */
export const ALERT_STATES = ['active', 'paused', 'scheduled', 'ended'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

export const AlertList = named('AlertList', {
  alerts: Type.Array(Alert),
  pagination: Type.Optional(Pagination),
});
export const ALERTS_PAGE_SIZE = 100;

const filters = {
  state: Type.Optional(
    oneOf(ALERT_STATES, {
      description:
        'Only alerts in this state today. `ended`: the last day has passed. `paused`: disabled. `scheduled`: the first day is in the future. `active`: none of these. The first one that applies is used.',
    }),
  ),
  query: Type.Optional(
    text({ description: 'Only alerts whose name, email address or criteria contain this text.' }),
  ),
  alert_type: Type.Optional(oneOf(['normal', 'hot'])),
};
export const AlertsExportQuery = Type.Object(filters);
export type AlertFilters = Static<typeof AlertsExportQuery>;
/** Without either parameter of pages, the list has all alerts. */
export const AlertsQuery = Type.Object({
  ...filters,
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  page_size: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: `${ALERTS_PAGE_SIZE} if only \`page\` is given.`,
    }),
  ),
});

export const MAX_IMPORTED_ALERTS = 5_000;
export const MAX_IMPORTED_ALERT_BYTES = 2_097_152;

const editOnly = CRITERION_NAMES.filter((name) => criterion(name).isEditOnly);
/** What a line of a file becomes: an alert with all of its criteria. */
export const AlertLine = Type.Object({
  ...CreateAlert.properties,
  ...(Type.Partial(
    Type.Object(Object.fromEntries(editOnly.map((name) => [name, criteriaRequest[name]])) as TProperties),
  ).properties as TProperties),
});
export type AlertLine = Static<typeof CreateAlert> & {
  location_state?: string | null;
  location_city?: string | null;
};
export const IMPORT_COLUMNS = Object.keys(AlertLine.properties);
/** Columns of an exported file that an import ignores. */
export const EXPORT_ONLY_COLUMNS = ['id', 'state', 'matches', 'last_fired_at', 'created_at'] as const;

export const ImportedAlerts = named('ImportedAlerts', {
  created: Type.Integer(),
  duplicates: Type.Array(
    named('DuplicateAlertLine', {
      line: Type.Integer(),
      alert_name: Type.String(),
      of_line: nullable(
        Type.Integer({ description: 'The line of the file with the same criteria and days.' }),
      ),
      of_alert: nullable(Type.Integer({ description: 'The alert with the same criteria and days.' })),
    }),
    { description: 'Lines that were left out, because the same is watched already.' },
  ),
});
export type ImportedAlerts = Static<typeof ImportedAlerts>;
