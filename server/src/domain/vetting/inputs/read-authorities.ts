import { type Db, statement } from '../../../db/database.ts';
import type { AuthorityChange } from '../../carriers/profile/authority-periods.ts';
import { requiredRows } from '../../carriers/profile/insurance.ts';
import { authoritiesOn } from '../../carriers/records/authorities.ts';
import type { AuthorityInput, RequirementInput } from './inputs.ts';

export type OfCarrier<T> = T & { usdot_number: number };

const columns = `distinct a.usdot_number, %docket as docket, a.authority, a.carries, a.status,
  coalesce(a.is_pending, false) as is_pending, a.source_dataset, a.source_date`;
const held = statement(
  'vetting.authorities',
  `select ${columns.replace('%docket', 'a.docket_prefix || a.docket_number')} from carrier_authorities a
   where a.usdot_number = any($1::integer[]) and a.status is not null order by 1, 2, 3, 4, 5`,
);
/** The archive merges the dockets of a kind. */
const heldOn = statement(
  'vetting.authorities-on',
  `select ${columns.replace('%docket', `''`)} from ${authoritiesOn('$2')} a
   where a.usdot_number = $1 and a.status is not null order by 1, 2, 3, 4, 5`,
);
const changed = statement(
  'vetting.authority-changes',
  `select distinct usdot_number, authority, carries, day, is_active, coalesce(reason, '') as reason, served_date,
     source_dataset, federal_file_date(source_dataset) as source_date
   from carrier_authority_changes
   where usdot_number = any($1::integer[]) and day is not null and (day <= $2 or served_date <= $2)
   order by usdot_number, day, is_active, reason, source_dataset`,
);
const required = statement(
  'vetting.requirements',
  `select usdot_number, source_dataset, docket, required as dollars from (${requiredRows('= any($1::integer[])')}) r
   where required > 0 order by usdot_number, source_dataset, docket, required`,
);

/** The registers and their events; what they require is as loaded now, also for an earlier day. */
export async function readAuthorities(db: Db, usdotNumbers: number[], day: string, asOf: string | null) {
  const [authorities, changes, requirements] = await Promise.all([
    asOf === null
      ? db.rows<OfCarrier<AuthorityInput>>(held, [usdotNumbers])
      : Promise.all(usdotNumbers.map((one) => db.rows<OfCarrier<AuthorityInput>>(heldOn, [one, asOf]))),
    db.rows<OfCarrier<AuthorityChange>>(changed, [usdotNumbers, day]),
    db.rows<OfCarrier<RequirementInput>>(required, [usdotNumbers]),
  ]);
  return { authorities: authorities.flat(), changes, requirements };
}
