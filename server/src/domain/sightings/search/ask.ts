import type { Database } from '../../../db/database.ts';
import type { Part } from '../../../db/nodes/read-on-nodes.ts';
import type { Reader } from '../../../db/reader.ts';
import { codeOf } from '../../../lib/errors.ts';
import { fromRow, type Observation } from '../../observations/observation.ts';

const QUERY_CANCELED = '57014';

/** The time that a search may take in all. */
export class Deadline {
  readonly #end: number;

  constructor(budgetMs: number) {
    this.#end = performance.now() + budgetMs;
  }

  get leftMs(): number {
    return Math.floor(this.#end - performance.now());
  }
}

/** The servers that a statement runs on. By default, only the current server of the reader. */
type PartsOf = (database: Database) => Part[] | Promise<Part[]>;

/**
 * The rows of a statement that is planned for its values, since the best plan depends on them. Null when the time was too
 * short. A replica that fails is replaced by the primary database.
 */
export async function ask<Row>(
  reader: Reader,
  deadline: Deadline,
  sql: string,
  values: unknown[],
  partsOf: PartsOf = (on) => [{ on, values }],
): Promise<Row[] | null> {
  const first = reader.current();
  const runPart = (part: Part) =>
    part.on.transaction(async ({ client, commitWith }) => {
      // Sent together.
      const [, found] = await commitWith(
        Promise.all([
          client.query(`set local statement_timeout = ${Math.max(1, deadline.leftMs)}`),
          client.query(sql, part.values),
        ]),
      );
      return found.rows as Row[];
    });
  const run = async (database: Database) =>
    (await Promise.all((await partsOf(database)).map(runPart))).flat();
  if (deadline.leftMs < 1) return null;
  try {
    return await run(first);
  } catch (error) {
    if (codeOf(error) === QUERY_CANCELED) return null;
    if (!reader.failed(first, error)) throw error;
    return run(reader.primary);
  }
}

/** As `ask`, for rows of observations. */
export async function askObservations(...question: Parameters<typeof ask>): Promise<Observation[] | null> {
  const rows = await ask<Record<string, unknown>>(...question);
  return rows?.map(fromRow) ?? null;
}
