import type { Database } from '../../server/src/db/database.ts';
import { DEMO_IDS, type DemoIdKind } from '../../server/src/demo/relative-values.ts';

/**
 * In the database that the demo data is taken from, every number that an installation assigns itself is in a range of its
 * own: 88, two digits for its kind, five for its position. So it can be found in any column, also inside JSON.
 */
const PREFIX = 88;
const RANGE = 100_000;

export function firstId(kind: DemoIdKind): number {
  return (PREFIX * 100 + DEMO_IDS.indexOf(kind) + 1) * RANGE + 1;
}

export const demoOrganizations = { customer: firstId('organization'), partner: firstId('organization') + 1 };

/** Writes numbers of these ranges as positions: 880400007 becomes `{sighting7}`. */
export function relativeIds(text: string): string {
  return text.replace(/(?<![\w.])88(0[1-9])(\d{5})(?![\w.])/g, (number, digits: string, position: string) => {
    const kind = DEMO_IDS[Number(digits) - 1];
    return kind ? `{${kind}${Number(position)}}` : number;
  });
}

export async function reserveIds({ pool }: Database): Promise<void> {
  const columns: [table: string, column: string, kind: DemoIdKind][] = [
    ['organizations', 'id', 'organization'],
    ['users', 'id', 'user'],
    ['alerts', 'id', 'alert'],
    ['webhooks', 'fairness_key', 'webhook'],
    ['safety_runs', 'id', 'run'],
    ['federal_loads', 'id', 'load'],
  ];
  for (const [table, column, kind] of columns)
    await pool.query(`alter table ${table} alter column ${column} restart with ${firstId(kind)}`);
  await pool.query(`alter sequence observation_ids restart with ${firstId('sighting')}`);
}
