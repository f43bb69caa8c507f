import { parse } from 'libpg-query';
import { allDatasets } from '../../../src/domain/federal/datasets/all-datasets.ts';

/** Tables that grow with traffic or with federal files. On the others, any statement is fast. */
export const LARGE_TABLES = new Set([
  ...allDatasets.map(({ table }) => table),
  'alert_matches',
  'alerts',
  'blob_deletions',
  'carrier_history',
  'carrier_last_known',
  'carrier_snapshots',
  'carrier_words',
  'delivery_queue',
  'federal_vins',
  'filing_first_seen',
  'former_filings',
  'image_queue',
  'images',
  'lane_carriers',
  'lane_changes',
  'lane_visits',
  'mails',
  'observation_counts',
  'observations',
  'recent_sightings',
  'revisits',
  'safety_scores',
  'sightings',
  'token_attempts',
  'tokens',
  'unmatched_sightings',
  'vehicle_evidence',
  'vehicle_sightings',
  'watch_events',
  'watched_carriers',
  'watchlist_carriers',
  'webhook_attempts',
  'webhook_deliveries',
]);

/** On the lines before a statement: `-- lock-exempt: <reason>`. */
const EXEMPTION = /--\s*lock-exempt:\s*(.*)/;
const SHORTEST_REASON = 15;
/** Their value does not change during a statement, so that existing rows need no rewrite. */
const STABLE_FUNCTIONS = new Set(['now', 'transaction_timestamp', 'statement_timestamp', 'current_setting']);

type Node = Record<string, unknown>;
type Relation = { relname: string };
type AlterCommand = { subtype: string; name?: string; def?: Node };
type Constraint = {
  contype: string;
  conname?: string;
  skip_validation?: boolean;
  indexname?: string;
  raw_expr?: Node;
};

type MigrationFile = { name: string; text: string };

/** What one file has done so far, and the columns that a validated check proves to be not null. */
type State = {
  created: Set<string>;
  lockedHere: Set<string>;
  notNull: Map<string, string>;
  proven: Set<string>;
};

/**
 * The statements of `files` that would lock a large table for longer than a moment, one sentence each. Files are in the order
 * in which they are applied.
 */
export async function findLongLocks(files: MigrationFile[]): Promise<string[]> {
  const problems: string[] = [];
  const shared = { notNull: new Map<string, string>(), proven: new Set<string>() };
  for (const { name, text } of files) {
    const state: State = { ...shared, created: new Set(), lockedHere: new Set() };
    const bytes = Buffer.from(text);
    const { stmts } = (await parse(text)) as {
      stmts: { stmt: Node; stmt_location?: number; stmt_len?: number }[];
    };
    let previousEnd = 0;
    for (const { stmt, stmt_location = 0, stmt_len } of stmts) {
      const before = bytes.toString('utf8', previousEnd, stmt_location);
      previousEnd = stmt_location + (stmt_len ?? bytes.length);
      const found = problemsOf(stmt, state, stmts.length === 1);
      const exemption = EXEMPTION.exec(before);
      const line = bytes.toString('utf8', 0, stmt_location).split('\n').length;
      if (exemption && (exemption[1] ?? '').trim().length < SHORTEST_REASON)
        problems.push(`${name}:${line}: the exemption needs a reason: -- lock-exempt: <reason>`);
      else if (exemption && found.length === 0)
        problems.push(`${name}:${line}: the exemption is not needed; remove it`);
      else if (!exemption) problems.push(...found.map((problem) => `${name}:${line}: ${problem}`));
    }
  }
  return problems;
}

function problemsOf(stmt: Node, state: State, isOnly: boolean): string[] {
  const [kind = '', body] = Object.entries(stmt)[0] ?? [];
  const node = body as Node;
  const table = (node.relation as Relation | undefined)?.relname ?? '';
  const isLarge = LARGE_TABLES.has(table) && !state.created.has(table);
  switch (kind) {
    case 'CreateStmt':
      state.created.add(table);
      return [];
    case 'IndexStmt':
      if (node.concurrent)
        return isOnly ? [] : ['CREATE INDEX CONCURRENTLY must be the only statement of its migration'];
      return isLarge
        ? [`CREATE INDEX blocks all writes to ${table}; use CONCURRENTLY, in a migration of its own`]
        : [];
    case 'AlterTableStmt': {
      if (node.objtype !== 'OBJECT_TABLE' || !isLarge) return [];
      const commands = node.cmds as { AlterTableCmd: AlterCommand }[];
      return commands.flatMap(({ AlterTableCmd }) => alterProblems(table, AlterTableCmd, state));
    }
    case 'UpdateStmt':
    case 'DeleteStmt':
      return isLarge && node.whereClause === undefined
        ? [`this changes every row of ${table}; do it in batches in the background`]
        : [];
    case 'LockStmt':
      return ['LOCK TABLE holds the lock until the end of the migration'];
    case 'ClusterStmt':
      return ['CLUSTER rewrites the table'];
    case 'VacuumStmt':
      return ['VACUUM cannot run in a migration, and VACUUM FULL rewrites the table'];
    case 'ReindexStmt':
      return ['REINDEX blocks all writes'];
    case 'RefreshMatViewStmt':
      return node.concurrent ? [] : ['REFRESH MATERIALIZED VIEW blocks all reads'];
    case 'VariableSetStmt':
      return node.name === 'lock_timeout' || node.name === 'statement_timeout'
        ? [`${node.name} is set by the code that runs the migrations; do not change it`]
        : [];
    case 'DoStmt':
      return ['the statements of a DO block cannot be checked'];
    default:
      return [];
  }
}

function alterProblems(table: string, { subtype, name = '', def }: AlterCommand, state: State): string[] {
  switch (subtype) {
    case 'AT_AddColumn': {
      const column = (def as { ColumnDef: Node }).ColumnDef;
      const constraints = (column.constraints ?? []) as { Constraint: Constraint }[];
      return [
        ...(/serial/.test(JSON.stringify(column.typeName)) ? [`a serial column rewrites ${table}`] : []),
        ...constraints.flatMap(({ Constraint }) => columnProblems(table, String(column.colname), Constraint)),
      ];
    }
    case 'AT_AlterColumnType':
      return [`ALTER COLUMN ${name} TYPE rewrites ${table}; add a column and copy in batches`];
    case 'AT_SetNotNull':
      return state.proven.has(`${table}.${name}`)
        ? []
        : [
            `SET NOT NULL scans ${table}; in earlier migrations, add CHECK (${name} IS NOT NULL) NOT VALID and validate it`,
          ];
    case 'AT_AddConstraint':
      return constraintProblems(table, (def as { Constraint: Constraint }).Constraint, state);
    case 'AT_ValidateConstraint': {
      const column = state.notNull.get(`${table}.${name}`);
      if (column !== undefined) state.proven.add(`${table}.${column}`);
      return state.lockedHere.has(table)
        ? [`VALIDATE CONSTRAINT scans ${table} while this migration blocks it; use a migration of its own`]
        : [];
    }
    case 'AT_SetLogged':
    case 'AT_SetUnLogged':
    case 'AT_SetTableSpace':
    case 'AT_SetAccessMethod':
      return [`${subtype.slice(3)} rewrites ${table}`];
    default:
      return [];
  }
}

function columnProblems(table: string, column: string, { contype, raw_expr }: Constraint): string[] {
  switch (contype) {
    case 'CONSTR_DEFAULT':
      return volatileFunctions(raw_expr).map(
        (name) => `the default ${name}() of ${column} rewrites ${table}; add the column without it`,
      );
    case 'CONSTR_NULL':
    case 'CONSTR_NOTNULL':
      return [];
    default:
      return [
        `${contype.replace('CONSTR_', '')} of the new column ${column} scans or rewrites ${table}; add it separately, NOT VALID`,
      ];
  }
}

function constraintProblems(table: string, constraint: Constraint, state: State): string[] {
  const { contype, conname = '', skip_validation, indexname, raw_expr } = constraint;
  state.lockedHere.add(table);
  if (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY')
    return indexname === undefined
      ? [
          `this constraint builds an index while ${table} is blocked; build the index before, and add it USING INDEX`,
        ]
      : [];
  const tested = raw_expr?.NullTest as { arg?: Node; nulltesttype?: string } | undefined;
  if (tested?.nulltesttype === 'IS_NOT_NULL') {
    const fields = (tested.arg?.ColumnRef as { fields?: { String?: { sval: string } }[] } | undefined)
      ?.fields;
    state.notNull.set(`${table}.${conname}`, fields?.at(-1)?.String?.sval ?? '');
  }
  return skip_validation
    ? []
    : [`ADD CONSTRAINT ${conname} scans ${table}; add it NOT VALID and validate it in the next migration`];
}

function volatileFunctions(expression: unknown): string[] {
  if (typeof expression !== 'object' || expression === null) return [];
  const call = (expression as { FuncCall?: { funcname: { String: { sval: string } }[] } }).FuncCall;
  const name = call?.funcname.at(-1)?.String.sval;
  const own = name !== undefined && !STABLE_FUNCTIONS.has(name) ? [name] : [];
  return [...own, ...Object.values(expression).flatMap(volatileFunctions)];
}
