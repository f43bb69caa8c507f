import { type Db, foundRow, statement } from '../../../db/database.ts';
import { ownPages } from '../../../db/own-pages.ts';
import type { Result, RuleResult } from '../decide.ts';
import type { LoadClass } from '../rules/rule.ts';

export type CheckRow = {
  id: string;
  usdot_number: number;
  legal_name: string;
  day: string;
  result: Result;
  reference: string | null;
  note: string | null;
  classes: LoadClass[];
  rules_version: string;
  results: RuleResult[];
  created_at: Date;
  created_by: number | null;
  /** Null: there is none, or not yet. */
  time_stamped_at: Date | null;
};
const INSERTED = `id, usdot_number, legal_name, day, result, reference, note, classes, rules_version, results, created_at, created_by`;
const COLUMNS = `${INSERTED}, time_stamped_at`;

const insert = statement(
  'vetting.insert-checks',
  `with admitted as materialized (select admit_rows($1, 'vetting_checks', cardinality($3::bytea[])) as organization_id)
   insert into vetting_checks (organization_id, file, time_stamp_due_at, ${INSERTED})
   select admitted.organization_id, ($3::bytea[])[nth], case when $4 then given.created_at end, given.id, given.usdot_number, given.legal_name, given.day,
     given.result, given.reference, given.note, given.classes, given.rules_version, given.results, given.created_at,
     given.created_by
   from admitted, rows from (json_to_recordset($2) as (id uuid, usdot_number integer, legal_name text, day date,
       result text, reference text, note text, classes text[], rules_version text, results jsonb,
       created_at timestamptz, created_by integer)) with ordinality as given (id, usdot_number, legal_name, day, result,
       reference, note, classes, rules_version, results, created_at, created_by, nth)
   order by nth`,
);

/** Stores all of them or none. `files` are compressed, in the order of the checks. `isStamped`: they get a time stamp. */
export async function insertChecks(
  db: Db,
  organizationId: number,
  checks: CheckRow[],
  files: Buffer[],
  isStamped: boolean,
): Promise<void> {
  await db.run(insert, [organizationId, JSON.stringify(checks), files, isStamped]);
}

/** Newest first. */
export const pageChecks = ownPages<CheckRow, 'usdot_number' | 'reference' | 'result'>('vetting.checks', {
  ...{ columns: COLUMNS, table: 'vetting_checks' },
  filters: { usdot_number: 'integer', reference: 'text', result: 'text' },
});

const one = statement(
  'vetting.check',
  `select ${COLUMNS} from vetting_checks where id = $1 and organization_id = $2`,
);
const fileOf = statement(
  'vetting.check-file',
  `select usdot_number, day, file, time_stamp from vetting_checks where id = $1 and organization_id = $2`,
);
const NOT_FOUND = 'There is no such check.';

export function readCheck(db: Db, organizationId: number, id: string): Promise<CheckRow> {
  return foundRow<CheckRow>(db, one, [id, organizationId], NOT_FOUND);
}

export type StoredFile = { usdot_number: number; day: string; file: Buffer; time_stamp: string | null };

export function readCheckFile(db: Db, organizationId: number, id: string): Promise<StoredFile> {
  return foundRow<StoredFile>(db, fileOf, [id, organizationId], NOT_FOUND);
}
