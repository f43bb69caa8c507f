import type { LinkKind } from '../../../contract/brokers/related.ts';
import type { HistoryField } from '../../../contract/carrier.ts';
import { type Db, statement } from '../../../db/database.ts';
import { type CarrierArchive, readArchive } from '../history/archive.ts';
import { MAX_SHARING } from '../signals/signal-rules.ts';
import { type Link, type Links, orderOf } from './link.ts';

const SOURCE = 'company-census';
const KINDS: Partial<Record<HistoryField, LinkKind>> = {
  phone: 'phone',
  cell_phone: 'phone',
  email_address: 'email',
  officer_1: 'officer',
  officer_2: 'officer',
  physical_address: 'address',
};
type Own = { kind: LinkKind; value: string; first_seen: string; last_seen: string };

/** Values that say nothing: a number without an area, an address without a house number, a name of one word. */
const isTelling: Partial<Record<LinkKind, RegExp>> = {
  phone: /^\D*(\d\D*){7,}$/,
  email: /^\S+@\S+$/,
  officer: /\S \S/,
  address: /^[^,]*\d.*\d{5}/,
};

/** The contacts that the carrier has or had, each once. */
function ownContacts({ values }: CarrierArchive): Own[] {
  const contacts = new Map<string, Own>();
  for (const { source, field, value, first_seen, last_seen } of values) {
    const kind = KINDS[field];
    if (source !== SOURCE || kind === undefined || value === null || !isTelling[kind]?.test(value)) continue;
    const key = `${kind} ${value.toUpperCase()}`;
    const known = contacts.get(key);
    if (!known) contacts.set(key, { kind, value, first_seen, last_seen });
    else {
      if (first_seen < known.first_seen) known.first_seen = first_seen;
      if (last_seen > known.last_seen) known.last_seen = last_seen;
    }
  }
  return [...contacts.values()];
}

/** One more carrier than counts, and some more values of the same carriers. */
const MOST = MAX_SHARING * 3;

/** Carriers whose newest record has the contact. `field`: its name in the archive, from which it is known since when. */
const present = (kind: LinkKind, field: HistoryField, condition: string) => `
  select own.n, c.usdot_number, coalesce((select max(h.replaced_on) from carrier_history h
      where h.usdot_number = c.usdot_number and h.source = '${SOURCE}' and h.field = '${field}'), s.since) as first_seen,
    s.newest_on as last_seen
  from own join carrier_history_sources s on s.source = '${SOURCE}'
  cross join lateral (select usdot_number from company_census n
    where ${condition} and n.usdot_number <> $1 limit ${MOST}) c
  where own.kind = '${kind}'`;

const former = (kind: LinkKind, condition: string) => `
  select own.n, h.usdot_number, h.first_seen, h.last_seen from own
  cross join lateral (select usdot_number, first_seen, last_seen from carrier_history h
    where h.source = '${SOURCE}' and ${condition} and h.usdot_number <> $1 limit ${MOST}) h
  where own.kind = '${kind}'`;
const formerValue = (kind: LinkKind, fields: string) =>
  former(kind, `h.field in (${fields}) and upper(h.value) = upper(own.value)`);

/** $2 kinds and $3 values of the carrier's contacts. */
const holders = statement(
  'related.holders',
  `with own as materialized (
     select kind, value, n::integer, zip_of_address(value) as zip, street_key(street_of_address(value)) as street,
       substring(street_of_address(value) from '[0-9]+') as house
     from unnest($2::text[], $3::text[]) with ordinality as own (kind, value, n)
   ), found as (
     ${present('phone', 'phone', 'n.phone = own.value')}
     union all ${present('phone', 'cell_phone', 'n.cell_phone = own.value')}
     union all ${present('email', 'email_address', 'lower(n.email_address) = lower(own.value)')}
     union all ${present('officer', 'officer_1', 'upper(n.company_officer_1) = upper(own.value)')}
     union all ${present('officer', 'officer_2', 'upper(n.company_officer_2) = upper(own.value)')}
     union all ${present(
       'address',
       'physical_address',
       `n.phy_street is not null and left(n.phy_zip, 5) = own.zip
        and substring(n.phy_street from '[0-9]+') = own.house and street_key(n.phy_street) = own.street`,
     )}
     union all ${formerValue('phone', `'phone', 'cell_phone'`)}
     union all ${formerValue('email', `'email_address'`)}
     union all ${formerValue('officer', `'officer_1', 'officer_2'`)}
     union all ${former(
       'address',
       `h.field = 'physical_address' and zip_of_address(h.value) = own.zip
        and street_key(street_of_address(h.value)) = own.street`,
     )}
   )
   select n, usdot_number, min(first_seen)::text as first_seen, max(last_seen)::text as last_seen from found group by 1, 2`,
);
type Holder = { n: number; usdot_number: number; first_seen: string; last_seen: string };

/** Carriers that have or had a phone, an email, an officer or an address of this one. */
export async function sharedContacts(db: Db, usdotNumber: number): Promise<Links> {
  const own = ownContacts(await readArchive(db, usdotNumber));
  if (own.length === 0) return { links: [], sharedByMany: [] };
  const rows = await db.rows<Holder>(holders, [
    usdotNumber,
    own.map(({ kind }) => kind),
    own.map(({ value }) => value),
  ]);
  const links: Link[] = [];
  const sharedByMany: Links['sharedByMany'] = [];
  for (const [n, found] of Map.groupBy(rows, (row) => row.n)) {
    const contact = own[n - 1];
    if (contact === undefined) continue;
    const { kind, value, first_seen, last_seen } = contact;
    if (found.length > MAX_SHARING) {
      sharedByMany.push({ kind, value });
      continue;
    }
    for (const { usdot_number, ...theirs } of found) {
      const mine = { first_seen, last_seen };
      const order = orderOf(mine, theirs);
      links.push({ usdot_number, kind, value, own: mine, theirs, order, source: SOURCE });
    }
  }
  return { links, sharedByMany };
}
