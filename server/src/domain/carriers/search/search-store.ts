import { MAX_SEARCH_RESULTS } from '../../../contract/carrier.ts';
import { statement } from '../../../db/database.ts';
import { isOutOfService } from '../../federal/out-of-service.ts';

const mcDocket = `case when c.docket1_prefix = 'MC' then 'MC' || c.docket1_number
  when c.docket2_prefix = 'MC' then 'MC' || c.docket2_number
  when c.docket3_prefix = 'MC' then 'MC' || c.docket3_number end`;

/** The census has the docket of most carriers, the licensing files have the rest. Evaluated only for one page. */
const carrierColumns = `c.usdot_number::text as usdot_number, coalesce(${mcDocket}, (
    select d.docket_prefix || d.docket_number from carrier_dockets d where d.usdot_number = c.usdot_number
    order by d.docket_prefix <> 'MC', d.docket_number limit 1), '') as docket_number,
  coalesce(c.legal_name, '') as legal_name, coalesce(c.dba_name, '') as dba_name,
  coalesce(c.phy_city, '') as phy_city, coalesce(c.phy_state, '') as phy_state,
  case c.status_code when 'A' then 'active' when 'P' then 'pending' when 'I' then 'inactive' else '' end as carrier_status,
  ${isOutOfService(`(now() at time zone 'UTC')::date`, 'c.usdot_number')} as is_out_of_service, c.power_units`;

/**
 * A page of the carriers in the order of their rank. A page after the end is one row with only the total. `found`
 * selects usdot_number and rank; a lower rank is better.
 */
const pageOf = (found: string) => `
  with found as (${found}),
  best as (select usdot_number, min(rank) as rank from found group by usdot_number limit ${MAX_SEARCH_RESULTS}),
  page as (
    select b.usdot_number, row_number() over (
        order by b.rank, c.status_code <> 'A', c.power_units desc nulls last, b.usdot_number) as position
    from best b join company_census c using (usdot_number)
    order by position offset $1 limit $2)
  select t.total, one.* from (select count(*) as total from best) t
  left join (select page.position, ${carrierColumns} from page join company_census c using (usdot_number)) one on true
  order by one.position`;

/** $3, $4: ranges of USDOT numbers; $5, $6: of dockets; $7: the docket's prefix or null. Reads index ranges only. */
export const findByNumber = statement(
  'carriers.find-by-number',
  pageOf(`
    select * from (
      select c.usdot_number, r.digits * 2 as rank
      from unnest($3::int[], $4::int[]) with ordinality as r (first, last, digits)
      cross join lateral (select usdot_number from company_census
        where usdot_number between r.first and r.last limit ${MAX_SEARCH_RESULTS}) c) by_usdot
    union all
    select * from (
      select h.usdot_number, r.digits * 2 + 1
      from unnest($5::int[], $6::int[]) with ordinality as r (first, last, digits)
      cross join lateral (
        (select usdot_number from company_census
         where docket1_number between r.first and r.last and ($7::text is null or docket1_prefix = $7)
         limit ${MAX_SEARCH_RESULTS})
        union all
        (select usdot_number from legacy_carriers
         where docket_number between r.first and r.last and ($7::text is null or docket_prefix = $7)
         limit ${MAX_SEARCH_RESULTS})
        union all
        (select usdot_number from motus_carriers
         where docket_number between r.first and r.last and ($7::text is null or docket_prefix = $7)
         limit ${MAX_SEARCH_RESULTS})
      ) h where h.usdot_number <> 0) by_docket`),
);

/** $3 the query, $4 the query as a LIKE prefix, $6 and $7 the query as a city and a state. */
const namesAndCities = `
  (select usdot_number, case when lower(legal_name) = $3 then 0 else 1 end::float8 as rank from company_census
   where lower(legal_name) like $4 limit 200)
  union all
  (select usdot_number, 1.5 from company_census
   where dba_name is not null and lower(dba_name) like $4 limit 200)
  union all
  (select usdot_number, 2 from company_census where lower(phy_city) = $6 and ($7::text is null or phy_state = $7)
   order by power_units desc nulls last limit 500)`;

/** The text that the patterns of $5 must match. */
const words = `lower(concat_ws(' ', legal_name, dba_name, phy_city, phy_state))`;

/** $5 patterns, $8 a tsquery. The time depends on the number of carriers with the rarest word. */
export const findByWords = statement(
  'carriers.find-by-words',
  pageOf(`${namesAndCities}
    union all
    (select usdot_number,
       3 - greatest(similarity(lower(legal_name), $3), coalesce(similarity(lower(dba_name), $3), 0))
     from company_census
     where carrier_search_words(legal_name, dba_name, phy_city, phy_state) @@ $8::tsquery
       and ${words} ~ all ($5::text[]) limit ${MAX_SEARCH_RESULTS})`),
);

/** For words that very many carriers have: searches a fixed number of the largest carriers. */
export const findLargest = statement(
  'carriers.find-largest',
  pageOf(`${namesAndCities}
    union all
    (select usdot_number, 3 from (
       select usdot_number, legal_name, dba_name, phy_city, phy_state from company_census
       order by power_units desc nulls last, usdot_number limit 3000) largest
     where ${words} ~ all ($5::text[]) limit 200)`),
);

/** The number of carriers with each word, and with a word that begins with it. */
export const countWords = statement(
  'carriers.count-words',
  `select w.word, coalesce(sum(k.carriers), 0)::bigint as carriers,
     coalesce(sum(k.carriers) filter (where k.word = w.word), 0)::bigint as exact
   from unnest($1::text[]) as w (word)
   left join carrier_words k on k.word >= w.word collate "C" and k.word < (w.word || chr(1114111)) collate "C"
   group by w.word`,
);

/** The most similar words to one that no carrier has. */
export const similarWords = statement(
  'carriers.similar-words',
  `select word, carriers from carrier_words where word % $1 order by similarity(word, $1) desc, carriers desc limit 8`,
);

export const carrierByUsdot = statement(
  'carriers.by-usdot',
  `select ${carrierColumns} from company_census c where c.usdot_number = $1`,
);
