import { parse } from 'libpg-query';
import type { Statement } from '../../../src/db/database.ts';
import type { Distribution } from '../../../src/db/distribute.ts';

type Node = Record<string, unknown>;
type Options = { distribution: Distribution; temporary: readonly string[]; functions: ReadonlySet<string> };

/**
 * What is wrong with a statement that touches distributed tables, one sentence each: constructs that Citus rejects or
 * runs slowly, and shards that it does not declare. Null if it touches none.
 */
export async function checkStatement(
  { text, allShards }: Pick<Statement, 'text' | 'allShards'>,
  { distribution, temporary, functions }: Options,
): Promise<string[] | null> {
  const { stmts } = (await parse(text)) as { stmts: { stmt: Node }[] };
  const root = stmts[0]?.stmt ?? {};
  const ctes = new Set(find(root, 'CommonTableExpr').map((cte) => String(cte.ctename)));
  const tablesIn = (node: unknown) =>
    tableNames(node).filter((name) => !ctes.has(name) && name !== createdBy(root));
  const isDistributed = (name: string) => distribution.tables.includes(name);
  const tables = tablesIn(root);
  if (!tables.some(isDistributed)) return null;
  const route = routeOf(root, distribution, ctes);
  const problems: string[] = [];
  const reject = (is: boolean, problem: string) => is && problems.push(problem);

  const selects = find(root, 'SelectStmt');
  reject(
    selects.some((one) => !one.targetList && !one.valuesLists && !one.larg),
    'a select without columns is rejected by the workers; use select 1',
  );
  reject(
    find(root, 'CommonTableExpr').some((cte) =>
      /InsertStmt|UpdateStmt|DeleteStmt/.test(Object.keys(cte.ctequery as Node)[0] ?? ''),
    ),
    'a CTE that writes is gathered on the coordinator; use several statements',
  );
  reject(
    selects.some((one) => one.lockingClause !== undefined && !isOneRow(one)),
    'FOR UPDATE must select one row by its full key',
  );
  const others = tables.filter((name) => !isDistributed(name));
  reject(
    others.some((name) => !temporary.includes(name)),
    `it mixes distributed tables with ${others.join(', ')}; use two statements`,
  );
  reject(
    find(root, 'SubLink').some((link) => tablesIn(link).some((name) => !isDistributed(name))),
    'a subquery on a local table cannot be pushed down; join a temporary table',
  );
  const called = find(root, 'FuncCall').map((call) => lastName(call.funcname));
  reject(
    called.some((name) => functions.has(name)),
    `the workers do not have the function ${called.filter((name) => functions.has(name)).join(', ')}; pass its value`,
  );
  reject(
    route !== 'carrier' && find(root, 'RangeSubselect').some((one) => one.lateral === true),
    'LATERAL over several shards cannot be pushed down; join with usdot_number = any($1)',
  );
  reject(
    selects.some(
      (one) => hasKey(one.groupClause, 'GroupingSet') && tablesIn(one.fromClause).some(isDistributed),
    ),
    'GROUPING SETS over distributed tables are not supported',
  );
  const bounds = find(root, 'A_Expr').filter(
    (one) => /^(<|>|<=|>=|=)$/.test(lastName(one.name)) && isColumn(one.lexpr, 'time_captured'),
  );
  reject(
    bounds.some((one) => hasKey(one.rexpr, 'FuncCall') || hasKey(one.rexpr, 'A_Expr')) &&
      bounds.filter((one) => isParameter(one.rexpr)).length < 2,
    'computed times do not exclude partitions when the workers plan; add timestamptz parameters',
  );
  reject(
    find(root, 'A_Expr').some(
      (one) => isColumn(one.lexpr, distribution.column) && /"sval":"int4?"/.test(JSON.stringify(one.rexpr)),
    ),
    'the carrier is a bigint; an integer belongs to another shard',
  );
  reject(
    route === 'allShards' && allShards === undefined,
    'it runs on all shards; name the carrier, or declare the reason as allShards',
  );
  reject(route !== 'allShards' && allShards !== undefined, 'it names its carriers; allShards is not true');
  return problems;
}

type Route = 'carrier' | 'carriers' | 'allShards';

/** The shards that a statement runs on: of one carrier, of a list of carriers, or all. Every query level must name the carrier. */
function routeOf(root: Node, { tables, column }: Distribution, ctes: Set<string>): Route {
  const levels = ['SelectStmt', 'UpdateStmt', 'DeleteStmt'].flatMap((kind) => find(root, kind));
  const own = levels.filter((level) => {
    const from = [level.relation && { RangeVar: level.relation }, ...fromItems(level)];
    return from.some((item) => directTables(item).some((name) => tables.includes(name) && !ctes.has(name)));
  });
  const inserts = find(root, 'InsertStmt').filter((one) =>
    tables.includes(String((one.relation as Node).relname)),
  );
  const routes = new Set<Route>([
    ...own.map((level) => levelRoute(level, column)),
    ...inserts.map((insert) => insertRoute(insert, column)),
  ]);
  const [only = 'allShards', ...others] = routes;
  return others.length === 0 ? only : 'allShards';
}

function levelRoute(level: Node, column: string): Route {
  const conditions = find({ where: level.whereClause, from: fromItems(level) }, 'A_Expr', [
    'SelectStmt',
  ]).filter((one) => isColumn(one.lexpr, column) && isParameter(one.rexpr));
  if (conditions.some((one) => one.kind === 'AEXPR_OP' && lastName(one.name) === '=')) return 'carrier';
  return conditions.some((one) => one.kind === 'AEXPR_OP_ANY') ? 'carriers' : 'allShards';
}

function insertRoute(insert: Node, column: string): Route {
  const at = ((insert.cols ?? []) as { ResTarget: Node }[]).findIndex(
    ({ ResTarget }) => ResTarget.name === column,
  );
  const rows = ((insert.selectStmt as { SelectStmt: Node }).SelectStmt.valuesLists ?? []) as {
    List: { items: Node[] };
  }[];
  return rows.length > 0 && rows.every(({ List }) => isParameter(List.items[at])) ? 'carrier' : 'allShards';
}

function isOneRow({ whereClause, fromClause }: Node): boolean {
  const equal = find({ whereClause }, 'A_Expr').filter(
    (one) => lastName(one.name) === '=' && isParameter(one.rexpr),
  );
  const keys = ['usdot_number', 'time_captured', 'id'];
  return (
    (fromClause as Node[]).length === 1 && keys.every((key) => equal.some((one) => isColumn(one.lexpr, key)))
  );
}

/** All nodes of a kind below `node`. Does not descend into the kinds in `except`. */
function find(node: unknown, kind: string, except: string[] = []): Node[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (except.includes(key)) return [];
    const below = find(value, kind, except);
    return key === kind ? [value as Node, ...below] : below;
  });
}

const hasKey = (node: unknown, kind: string) => find(node, kind).length > 0;
const fromItems = (level: Node) => (level.fromClause ?? level.usingClause ?? []) as Node[];
/** The table that CREATE TABLE AS creates. */
const createdBy = (root: Node) => {
  const into = (root.CreateTableAsStmt as { into?: { rel?: { relname?: string } } } | undefined)?.into;
  return into?.rel?.relname;
};

/** The tables of a level itself: its FROM items and joins, without subqueries. */
function directTables(item: unknown): string[] {
  return find({ item }, 'RangeVar', ['SelectStmt']).map((one) => String(one.relname));
}

function tableNames(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = 'relname' in node ? [String(node.relname)] : [];
  return [...own, ...Object.values(node).flatMap(tableNames)];
}

function lastName(names: unknown): string {
  const last = (names as { String?: { sval?: string } }[] | undefined)?.at(-1);
  return last?.String?.sval ?? '';
}

function isColumn(node: unknown, name: string): boolean {
  const fields = (node as { ColumnRef?: { fields?: unknown } } | undefined)?.ColumnRef?.fields;
  return fields !== undefined && lastName(fields) === name;
}

function isParameter(node: unknown): boolean {
  const one = (node ?? {}) as { ParamRef?: unknown; TypeCast?: { arg: unknown } };
  return one.ParamRef !== undefined || (one.TypeCast !== undefined && isParameter(one.TypeCast.arg));
}
