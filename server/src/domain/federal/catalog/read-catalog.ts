import { type Db, statement } from '../../../db/database.ts';
import { plainCodeSql } from './violation-code.ts';

/**
 * A lateral join `rule` with the catalog entry of a code. An entry with the same description takes precedence: a code
 * can have different weights. One index probe.
 */
export const catalogRule = (code: string, description: string) => `
  left join lateral (
    select c.basic, c.violation_group, c.severity_weight, c.oos_weight, c.is_red_flag, c.description
    from violation_catalog c where c.is_current and c.plain_code = ${plainCodeSql(code)}
    order by upper(c.description) = upper(${description}) desc nulls last, c.place limit 1) rule on true`;

/**
 * A join `flagged` that has a row if the code is a red flag. For rows of the SMS file, which have the other facts
 * themselves: about 60 codes, so it costs less than a microsecond for each row.
 */
export const redFlagRule = (code: string) => `
  left join violation_catalog flagged on flagged.is_current and flagged.is_red_flag and flagged.place = 0
    and flagged.plain_code = ${plainCodeSql(code)}`;

const counts = statement(
  'federal.catalog-coverage',
  `select min(month) as month, coalesce(sum(sms_rows + daily_rows), 0)::bigint as violations,
     coalesce(sum(sms_rows + daily_rows) filter (
       where source = 'unknown' or (source = 'sms' and severity_weight is null)), 0)::bigint as without_weight,
     coalesce((select array_agg(code order by rows desc, code) from (
       select code, sms_rows + daily_rows as rows from violation_catalog
       where is_current and source = 'unknown' and sms_rows + daily_rows > 0
       order by rows desc, code limit 5) often), '{}') as most_frequent
   from violation_catalog where is_current`,
);

export type CatalogCoverage = {
  /** The month of the catalog's version. Null before any SMS violation file was imported. */
  month: string | null;
  /** Violations in the loaded SMS and daily files. */
  violations: number;
  /** Violations whose code is not in the catalog. Codes that SMS ignores count as found. */
  without_weight: number;
  /** 0 to 1. */
  share: number;
  /** The most frequent unresolved codes, at most five. */
  most_frequent: string[];
};

/** The share of loaded violations that have no weight in the catalog. Reads a few thousand rows. */
export async function catalogCoverage(db: Db): Promise<CatalogCoverage> {
  const row = await db.row<Omit<CatalogCoverage, 'share'>>(counts);
  const { violations = 0, without_weight = 0, most_frequent = [], month = null } = row ?? {};
  const share = violations === 0 ? 0 : without_weight / violations;
  return { month: month === '2000-01-01' ? null : month, violations, without_weight, share, most_frequent };
}

/** From this share on, weights and severity buckets are not reliable. */
export const MAX_SHARE_WITHOUT_WEIGHT = 0.01;

export function coverageText({ violations, without_weight, share, most_frequent }: CatalogCoverage): string {
  const codes = most_frequent.length > 0 ? ` Most frequent: ${most_frequent.join(', ')}.` : '';
  return `${without_weight} of ${violations} violations (${(share * 100).toFixed(2)} %) have a code without a weight.${codes}`;
}
