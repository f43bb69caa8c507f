import { statement } from '../../db/database.ts';

/** Told to all processes when an import has put a new table in place. */
export const FEDERAL_CHANGED = 'federal_changed';

/** Part of the import's transaction: it is told when, and only when, the new rows can be seen. */
export const tellFederalChanged = statement(
  'federal.tell-changed',
  `select pg_notify('${FEDERAL_CHANGED}', $1)`,
);
