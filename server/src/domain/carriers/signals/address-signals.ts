import { statement } from '../../../db/database.ts';
import { sameAddress } from './identity-signals.ts';
import {
  daysBetween,
  type Finding,
  type FindSignal,
  fromFile,
  newest,
  type SignalRequest,
} from './signal.ts';
import {
  MIN_NUMBERS_AT_ADDRESS,
  MIN_REGISTERED_TOGETHER,
  MIN_SHARE_LINKED,
  MIN_SHARE_SAME_YEARS,
  SAME_YEARS_DAYS,
  TOGETHER_DAYS,
  YOUNG_NUMBER_DAYS,
} from './signal-rules.ts';

/** The address of an agent for thousands of companies says nothing about one of them. */
const MAX_AT_ADDRESS = 1_000;

type AtAddress = {
  usdot_number: string;
  legal_name: string;
  registered_on: string | null;
  own_registered_on: string;
  address: string;
  shares: string;
  phone: string | null;
  email: string | null;
  officer: string | null;
  source_dataset: string;
  source_date: string | null;
};

/** The other carriers at the address of $1, whatever its spelling, that were registered until $2, and their contacts. */
const atAddress = statement(
  'signals.at-address',
  `with own as materialized (
     select usdot_number, phone, street_key(phy_street) as street, substring(phy_street from '[0-9]+') as house,
       left(phy_zip, 5) as zip, lower(email_address) as email, upper(company_officer_1) as officer, add_date
     from company_census where usdot_number = $1 and add_date is not null)
   select c.usdot_number::text as usdot_number, coalesce(c.legal_name, '') as legal_name, c.add_date as registered_on,
     own.add_date as own_registered_on, concat_ws(', ', c.phy_street, c.phy_city, c.phy_state) as address,
     concat_ws(', ', case when c.phone = own.phone and length(own.phone) >= 7 then 'phone' end,
       case when lower(c.email_address) = own.email and own.email like '%_@_%' then 'email' end,
       case when upper(c.company_officer_1) = own.officer and own.officer like '% %' then 'officer' end) as shares,
     c.phone, lower(c.email_address) as email, upper(c.company_officer_1) as officer,
     ${fromFile(`'company-census'`)}
   from own cross join lateral (select * from company_census n
     where ${sameAddress} and n.usdot_number <> $1 and n.add_date <= $2 limit ${MAX_AT_ADDRESS + 1}) c
   order by c.add_date desc, c.usdot_number`,
);

async function readAtAddress({ db, usdotNumber, today }: SignalRequest): Promise<AtAddress[]> {
  const rows = await db.rows<AtAddress>(atAddress, [usdotNumber, today]);
  return rows.length > MAX_AT_ADDRESS ? [] : rows;
}

/** The days of the registrations at the address within so many days of each other, the own one among them; the most of them. */
export function registeredTogether(ownDay: string, days: string[], span: number): string[] {
  const starts = [ownDay, ...days].filter((day) => day <= ownDay && daysBetween(day, ownDay) <= span);
  const windows = starts.map((start) =>
    days.filter((day) => day >= start && daysBetween(start, day) <= span),
  );
  return windows.reduce((most, window) => (window.length > most.length ? window : most), []);
}

const shown = (rows: AtAddress[], numbers: number): Finding | null =>
  newest(
    rows.map(({ phone: _, email: __, officer: ___, ...row }) => ({ ...row, numbers_at_address: numbers })),
  );

/** Those that share a phone, an email or an officer with another one of the list, or with this carrier. */
function linked(rows: AtAddress[]): AtAddress[] {
  const keys = ({ phone, email, officer }: AtAddress) => [
    ...(phone ? [`phone ${phone}`] : []),
    ...(email ? [`email ${email}`] : []),
    ...(officer?.includes(' ') ? [`officer ${officer}`] : []),
  ];
  const holders = Map.groupBy(rows.flatMap(keys), (key) => key);
  return rows.filter(
    (row) => row.shares !== '' || keys(row).some((key) => (holders.get(key)?.length ?? 0) > 1),
  );
}

/** An address with a steady flow of registrations is that of an agent; a burst that makes up most of them is not. */
export const numbersRegisteredTogether: FindSignal = async (request) => {
  const others = await readAtAddress(request);
  const ownDay = others[0]?.own_registered_on;
  if (ownDay === undefined || daysBetween(ownDay, request.today) > YOUNG_NUMBER_DAYS) return null;
  const days = others.flatMap(({ registered_on }) => registered_on ?? []);
  const together = registeredTogether(ownDay, days, TOGETHER_DAYS);
  if (together.length + 1 < MIN_REGISTERED_TOGETHER || together.length + 1 < (others.length + 1) / 2)
    return null;
  const isTogether = new Set(together);
  return shown(
    others.filter(({ registered_on }) => isTogether.has(registered_on ?? '')),
    others.length + 1,
  );
};

/** Tenants of an office have their own phones and officers. The companies of a group were not all registered in some years. */
export const addressOfManyNumbers: FindSignal = async (request) => {
  const others = await readAtAddress(request);
  const ownDay = others[0]?.own_registered_on;
  if (ownDay === undefined || others.length + 1 < MIN_NUMBERS_AT_ADDRESS) return null;
  const near = others.filter(
    ({ registered_on }) => Math.abs(daysBetween(registered_on ?? '0001-01-01', ownDay)) <= SAME_YEARS_DAYS,
  );
  if (near.length < others.length * MIN_SHARE_SAME_YEARS) return null;
  if (linked(near).length < near.length * MIN_SHARE_LINKED) return null;
  return shown(near, others.length + 1);
};
