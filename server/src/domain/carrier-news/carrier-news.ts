import { type Db, statement, type Transaction } from '../../db/database.ts';

/*
 * Which watched carriers may have changed. Imports, score runs and the writers of sightings note them in their own transaction,
 * and only insert; domain/watchlists compares the carriers.
 */

/** Files whose rows are facts that are compared. The rows of other files matter only for signals. */
const COMPARED = new Set([
  ...['company-census', 'motus-carrier', 'legacy-carrier', 'out-of-service-orders'],
  ...['motus-insur', 'motus-ins-hist', 'legacy-act-pend-insur', 'legacy-insur', 'legacy-ins-hist'],
  ...['crash-file', 'sms-crash'],
  ...['sms-ab-property', 'sms-c-property', 'sms-ab-passenger', 'sms-c-passenger'],
]);

/** Kinds whose facts come from sightings. */
const SEEN = `array['first_sighting', 'silence', 'signal']`;

type NewFile = { dataset: string; live: string; staged: string; columns: ReadonlyMap<string, boolean> };

/**
 * Notes the watched carriers whose rows in a file differ from those in the file before. One index range per carrier in both
 * tables.
 */
export async function noteChangedCarriers(
  tx: Transaction,
  { dataset, live, staged, columns }: NewFile,
): Promise<void> {
  if (!columns.has('usdot_number')) return;
  const hash = (table: string) =>
    `(select sum(hash_record_extended(x, 0)) from ${table} x where x.usdot_number = w.usdot_number)`;
  const isAsked = COMPARED.has(dataset) ? 'true' : `(facts ? 'signal' or checked_on is null)`;
  // A hash join would read both tables whole for a few carriers.
  await tx.client.query(
    `insert into carrier_news (usdot_number, is_sighting)
     select w.usdot_number, false from (select distinct usdot_number from watched_carriers where ${isAsked}) w
     where ${hash(live)} is distinct from ${hash(staged)}`,
  );
}

const scored = statement(
  'carrier-news.scored',
  `insert into carrier_news (usdot_number, is_sighting)
   select distinct usdot_number, false from watched_carriers where facts ? 'score' or checked_on is null`,
);

/** Notes every watched carrier whose scores are compared, after a run. */
export function noteScoreRun(tx: Db): Promise<number> {
  return tx.run(scored);
}

const seen = statement(
  'carrier-news.seen',
  `insert into carrier_news (usdot_number, is_sighting)
   select distinct usdot_number, true from watched_carriers
    where usdot_number = any($1::integer[]) and (facts ?| ${SEEN} or checked_on is null)`,
);
const LARGEST_USDOT = 2 ** 31 - 1;

/** Notes those of the carriers that are watched. */
export async function noteSeenCarriers(tx: Db, usdotNumbers: Iterable<number>): Promise<void> {
  const numbers = [...new Set(usdotNumbers)].filter((one) => one > 0 && one <= LARGEST_USDOT);
  if (numbers.length > 0) await tx.run(seen, [numbers]);
}

const forget = statement(
  'carrier-news.forget-facts',
  `update watched_carriers set facts = '{}', due_at = now(), lease_id = null`,
);

/** The next comparison of every watched carrier is a start, which tells of nothing. */
export function forgetComparedFacts(tx: Db): Promise<number> {
  return tx.run(forget);
}
