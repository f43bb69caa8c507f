import type { WatchFacts } from '../../../contract/brokers/watchlist.ts';
import { statement } from '../../../db/database.ts';
import { endOf, inForce, largestOnFile, liabilityOnFile } from '../../carriers/profile/insurance.ts';
import { RATING_WORDS, wordOf } from '../../carriers/records/census-words.ts';
import { type Filing, readFilingArchive, readFilingsOf } from '../../carriers/records/filings.ts';
import { filingsOn } from '../../carriers/records/filings-on.ts';
import {
  AUTHORITY_REGISTERS,
  ENDED_FILING_FILES,
  FILING_FILES,
} from '../../carriers/records/loaded-files.ts';
import { orderInForce } from '../../federal/out-of-service.ts';
import { filesOf, type Kind, plainKind, under } from './kind.ts';

/** From best to worst: with several dockets of a kind, the best counts. */
const STATUSES = ['active', 'pending', 'inactive', 'none'];
const WORDS: Record<string, string> = { A: 'active', I: 'inactive', N: 'none' };
type Authority = { usdot_number: number; name: string; status: string; is_pending: boolean };

const authorities = statement(
  'watchlists.authorities',
  `select usdot_number, replace(concat_ws('_', authority, carries), ' ', '_') as name, status, coalesce(is_pending, false) as is_pending
     from carrier_authorities where usdot_number = any($1::integer[]) and status in ('A', 'I', 'N')`,
);

export const authority = plainKind(async (request, usdotNumbers) => {
  const files = filesOf(request, AUTHORITY_REGISTERS);
  if (files === null) return new Map();
  const values = new Map<number, WatchFacts>(usdotNumbers.map((one) => [one, {}]));
  for (const row of await request.db.rows<Authority>(authorities, [usdotNumbers])) {
    const { usdot_number, name, status, is_pending } = row;
    const word = is_pending && status !== 'A' ? 'pending' : (WORDS[status] ?? 'none');
    const facts = values.get(usdot_number) ?? {};
    const best = [String(facts[name] ?? 'none'), word].sort(
      (a, b) => STATUSES.indexOf(a) - STATUSES.indexOf(b),
    );
    // An authority that a register lists as never granted is the same as one that it does not list.
    if (best[0] !== 'none') facts[name] = best[0] as string;
    values.set(usdot_number, facts);
  }
  return under(files, values);
});

const KINDS = { liability: ['BIPD'], cargo: ['CARGO'], bond: ['SURETY', 'TRUST FUND'] };

/** What is on file of one kind, and its end if that is announced. */
function onFile(name: keyof typeof KINDS, filings: Filing[], today: string): WatchFacts {
  const own = filings.filter(({ kind }) => kind !== null && KINDS[name].includes(kind));
  const now = inForce(own, today);
  const ends = now.map(endOf);
  const last = ends.includes(null) ? null : (ends.sort().at(-1) ?? null);
  const insurers = [...new Set(now.map(({ company_name }) => company_name ?? ''))].filter(Boolean).sort();
  return {
    [`${name}_dollars`]: Number(
      name === 'liability' ? liabilityOnFile(own, today) : largestOnFile(own, today),
    ),
    [`${name}_insurer`]: insurers.join('; ') || null,
    [`${name}_ends_on`]: last,
  };
}

export const insurance = plainKind(async (request, usdotNumbers) => {
  const files = filesOf(request, [...FILING_FILES, ...ENDED_FILING_FILES]);
  if (files === null || !FILING_FILES.some((name) => name in files)) return new Map();
  const [rows, archive] = await Promise.all([
    readFilingsOf(request.db, usdotNumbers),
    readFilingArchive(request.db),
  ]);
  const byCarrier = Map.groupBy(rows, ({ usdot_number }) => usdot_number);
  return under(
    files,
    usdotNumbers.map((one) => {
      const records = byCarrier.get(one) ?? [];
      const { filings } = filingsOn({ ...archive, records }, null, request.today);
      const facts = (['liability', 'cargo', 'bond'] as const).map((name) =>
        onFile(name, filings, request.today),
      );
      return [one, Object.assign({}, ...facts) as WatchFacts] as const;
    }),
  );
});

type Order = { usdot_number: number; oos_date: string | null; oos_reason: string | null };
const orders = statement(
  'watchlists.orders',
  `select distinct on (usdot_number) usdot_number, oos_date, oos_reason from out_of_service_orders o
    where usdot_number = any($1::integer[]) and ${orderInForce('$2::date', 'o')}
    order by usdot_number, oos_date desc, row_hash`,
);

export const order = plainKind(async (request, usdotNumbers) => {
  const files = filesOf(request, ['out-of-service-orders']);
  if (files === null) return new Map();
  const rows = await request.db.rows<Order>(orders, [usdotNumbers, request.today]);
  const found = new Map(rows.map((row) => [row.usdot_number, row]));
  return under(
    files,
    usdotNumbers.map((one) => {
      const row = found.get(one);
      const facts: WatchFacts = {
        order_in_force: row ? 'yes' : 'no',
        ordered_on: row?.oos_date ?? null,
        reason: row?.oos_reason ?? null,
      };
      return [one, facts] as const;
    }),
  );
});

const CENSUS = 'company-census';
const ratings = statement(
  'watchlists.ratings',
  `select usdot_number, safety_rating, safety_rating_date from company_census where usdot_number = any($1::integer[])`,
);
type Rating = { usdot_number: number; safety_rating: string | null; safety_rating_date: string | null };

/** A carrier that the file lacks is unknown. */
export const rating = plainKind(async (request, usdotNumbers) => {
  const files = filesOf(request, [CENSUS]);
  if (files === null) return new Map();
  const rows = await request.db.rows<Rating>(ratings, [usdotNumbers]);
  return under(
    files,
    rows.map(({ usdot_number, safety_rating, safety_rating_date }) => [
      usdot_number,
      {
        safety_rating: safety_rating === null ? 'None' : wordOf(RATING_WORDS, safety_rating),
        safety_rating_date,
      },
    ]),
  );
});

const place = (prefix: string) =>
  `nullif(concat_ws(', ', ${prefix}_street, ${prefix}_city, nullif(concat_ws(' ', ${prefix}_state, ${prefix}_zip), '')), '')`;
const contacts = statement(
  'watchlists.contacts',
  `select usdot_number, legal_name, dba_name, phone, cell_phone, email_address, company_officer_1 as officer_1,
     company_officer_2 as officer_2, ${place('phy')} as physical_address, ${place('mailing')} as mailing_address
   from company_census where usdot_number = any($1::integer[])`,
);

export const contact: Kind = plainKind(async (request, usdotNumbers) => {
  const files = filesOf(request, [CENSUS]);
  if (files === null) return new Map();
  const rows = await request.db.rows<WatchFacts & { usdot_number: number }>(contacts, [usdotNumbers]);
  return under(
    files,
    rows.map(({ usdot_number, ...facts }) => [usdot_number, facts as WatchFacts]),
  );
});
