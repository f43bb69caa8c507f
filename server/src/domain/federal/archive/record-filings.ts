import type { Derivation } from '../derive/derivation.ts';
import { currentLoad } from '../loads.ts';

const DATASETS = new Set([
  ...['motus-insur', 'motus-ins-hist', 'legacy-act-pend-insur', 'legacy-insur', 'legacy-ins-hist'],
]);

type Archive = { since: string; newest_on: string; is_interrupted: boolean };

/**
 * Stores the days on which rows of the insurance files appeared and disappeared, so that a profile of an earlier day shows the
 * filings and cancellations that were known on it. The first file stores none. Rows are compared by their hash alone: a row
 * without a carrier is the same row when its carrier becomes known.
 */
export const recordFilings: Derivation = async (tx, { dataset, live, staged, asOf }) => {
  if (!DATASETS.has(dataset)) return;
  const { rows } = await tx.client.query<Archive>(
    'select since, newest_on, is_interrupted from filing_archive where dataset = $1',
    [dataset],
  );
  const [archive] = rows;
  const loaded = await currentLoad(tx, dataset);
  const start = async (since: string) => {
    await tx.client.query(
      `insert into filing_archive (dataset, since, newest_on) values ($1, $2, $3) on conflict (dataset) do update
       set since = excluded.since, newest_on = excluded.newest_on, is_interrupted = false`,
      [dataset, since, asOf],
    );
  };
  if (loaded === null) return start(asOf);
  const { newest_on } = archive ?? { newest_on: loaded.as_of };
  if (asOf < newest_on) {
    await tx.client.query('update filing_archive set is_interrupted = true where dataset = $1', [dataset]);
    return;
  }
  if (archive?.is_interrupted) return start(asOf);
  await start(archive?.since ?? loaded.as_of);

  const missingIn = (table: string, other: string) =>
    `(select x.row_hash from ${table} x where not exists (select from ${other} y where y.row_hash = x.row_hash))`;
  await tx.client.query(
    `with gone as (${missingIn(live, staged)}),
     ended as (delete from filing_first_seen s using gone
       where s.dataset = $1 and s.row_hash = gone.row_hash returning s.row_hash, s.listed_from)
     insert into former_filings (usdot_number, dataset, row_hash, docket_prefix, docket_number, form_code, kind, class_code,
       company_name, policy_number, max_coverage_dollars, underlying_limit_dollars, posted_date, effective_date,
       cancel_effective_date, cancellation_method, listed_from, listed_until)
     select f.usdot_number, f.dataset, f.row_hash, f.docket_prefix, f.docket_number, f.form_code, f.kind, f.class_code,
       f.company_name, f.policy_number, f.max_coverage_dollars, f.underlying_limit_dollars, f.posted_date, f.effective_date,
       f.cancel_effective_date, f.cancellation_method, ended.listed_from, $2::date
     from listed_filings f join gone using (row_hash) left join ended using (row_hash)
     where f.dataset = $1 and (ended.listed_from is null or ended.listed_from < $2)
     on conflict do nothing`,
    [dataset, asOf],
  );
  await tx.client.query(
    `insert into filing_first_seen (dataset, row_hash, listed_from)
     select distinct $1, x.row_hash, $2::date from ${missingIn(staged, live)} x on conflict do nothing`,
    [dataset, asOf],
  );
};
