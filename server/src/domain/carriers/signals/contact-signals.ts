import { statement } from '../../../db/database.ts';
import { insurerName } from '../profile/insurance.ts';
import { type NewGrant, newGrants } from './authority-signals.ts';
import {
  type ArchivedChange,
  type CensusArchive,
  type IdentityChange,
  readCensusArchive,
} from './identity-changes.ts';
import {
  addDays,
  dayStart,
  daysBetween,
  type Evidence,
  type FindSignal,
  type FromFile,
  inPeriod,
  isCarrierRead,
  newest,
  readRegistered,
  type SignalRequest,
} from './signal.ts';
import {
  AFTER_CHANGE_DAYS,
  BEFORE_CHANGE_DAYS,
  MAX_CHANCE,
  MIN_DAYS_IN_USE,
  MIN_FURTHER_CHANGES,
  MIN_MORE_SIGHTINGS,
  MIN_USUAL_DAYS,
  MORE_DECLARED_UNITS,
  MORE_SIGHTINGS,
  SAME_CHANGE_DAYS,
  USUAL_DAYS,
} from './signal-rules.ts';
import { compare, readOwnPlates, readOwnVins, type SeenPlate, type SeenVehicle } from './vehicles.ts';

const MAX_FILE_DAYS = 60;

/** Days on which something belongs to a change of contacts. */
export type Span = { from: string; to: string };
export const isWithin = ({ from, to }: Span, day: string) => day >= from && day <= to;

export const contactChanged: FindSignal = async (request) => {
  const { since, today } = request;
  const archive = await readCensusArchive(request, since);
  if (archive === null) return null;
  const changes = archive.identityChanges();
  const replaced = contactsReplaced(
    changes.filter((one) => isWithin({ from: since, to: today }, one.replaced_on)),
  );
  if (replaced === null) return null;
  const first = earliest(replaced.map(({ replaced_on }) => replaced_on));
  const registeredOn = await readRegistered(request);
  if (registeredOn === null || daysBetween(registeredOn, first) < 365) return null;
  const last = latest(replaced.map(({ replaced_on }) => replaced_on));
  // A file that was not imported for months says little about the day of a change.
  const lastSeen = latest([earliest(replaced.map((one) => one.last_seen)), addDays(first, -MAX_FILE_DAYS)]);
  const span = {
    from: addDays(lastSeen, -BEFORE_CHANGE_DAYS),
    to: earliest([addDays(last, AFTER_CHANGE_DAYS), today]),
  };
  const others = changes.filter(
    (one) => !isContact(one.kind) && replaced.every((contact) => areTogether(one, contact)),
  );
  const hasNewAddress = others.some(({ kind }) => kind === 'address');
  const hasNewOfficers = others.some(({ kind }) => kind === 'officer');
  const isOneContact = replaced.length < 2;
  if (isOneContact && !(hasNewAddress && hasNewOfficers)) return null;
  const begun = earliest([lastSeen, ...others.map((one) => one.last_seen)]);
  const vehicles = hasNewOfficers ? await readFleetChange(request, begun, first) : null;
  // A company that is sold with its trucks gets new officers and new contacts.
  if (vehicles?.mayBeKept) return null;
  const otherVehicles = vehicles?.replaced ?? [];
  // One contact is not enough if the company may still run its own trucks: it may have been sold and moved.
  if (isOneContact && otherVehicles.length === 0) return null;
  const further = [
    ...[...Map.groupBy(others, ({ kind }) => kind).values()].map((same) => shown(same.at(-1))),
    otherVehicles,
    declaredMore(archive, span),
    // One fact: a lapse of the insurance ends the authority, and the filing of the next insurer restores it.
    [...(await insurerChanged(request, span)), ...(await authorityGranted(request, span))],
    await seenMore(request, span),
  ].filter((evidence) => evidence.length > 0);
  if (further.length < MIN_FURTHER_CHANGES) {
    // With the address replaced too, nobody can reach the former carrier.
    if (!hasNewAddress) return null;
    const isOneFile = [...replaced, ...others].every(({ replaced_on }) => replaced_on === first);
    // In two files, this may be a company that moved and later changed its contacts. Use of the number makes that unlikely.
    if (!isOneFile && !(await isInUse(request, { from: first, to: span.to }))) return null;
  }
  return newest([...replaced.flatMap(shown), ...further.flat()]);
};

const sightedDays = statement(
  'signals.sighted-days',
  `select distinct (o.time_captured at time zone 'UTC')::date as day from observations o
   where o.usdot_number = $1 and o.type = 'Detection' and ${isCarrierRead} and ${inPeriod} limit ${MIN_DAYS_IN_USE}`,
);
const inspectedDays = statement(
  'signals.inspected-days',
  `select distinct insp_date as day from carrier_units
   where usdot_number = $1 and insp_date between $2 and $3 limit ${MIN_DAYS_IN_USE}`,
);

/** Whether the number was recorded on enough days. */
async function isInUse({ db, usdotNumber }: SignalRequest, { from, to }: Span): Promise<boolean> {
  const rows = await Promise.all([
    db.rows<{ day: string }>(sightedDays, [usdotNumber, dayStart(from), dayStart(to, 1)]),
    db.rows<{ day: string }>(inspectedDays, [usdotNumber, from, to]),
  ]);
  return new Set(rows.flat().map(({ day }) => day)).size >= MIN_DAYS_IN_USE;
}

/** For the vehicles before a change of contacts. */
const VEHICLE_DAYS = 365;
/** One other vehicle does not show that the fleet was replaced. */
const MIN_OTHER_TRUCKS = 2;

/**
 * Compares the vehicles recorded before a change with those recorded after it. The carrier may still have its former vehicles
 * if one of them was recorded again, or if others were recorded on fewer than two days: the plate of a former vehicle may not
 * have been read before. Without a vehicle recorded before the change, the result says nothing.
 */
async function readFleetChange(
  request: SignalRequest,
  before: string,
  after: string,
): Promise<{ mayBeKept: boolean; replaced: Evidence[] }> {
  const period = { ...request, since: addDays(before, -VEHICLE_DAYS) };
  const vehicles = (await Promise.all([readOwnVins(period), readOwnPlates(period)])).flat();
  const former = vehicles.filter(({ first_seen }) => first_seen <= before);
  if (former.length === 0) return { mayBeKept: false, replaced: [] };
  const others = vehicles.filter(({ first_seen }) => first_seen > before);
  const days = new Set(others.flatMap(({ first_seen, last_seen }) => [first_seen, last_seen]));
  const lastSeen = latest(former.map(({ last_seen }) => last_seen));
  if (lastSeen >= after || days.size < 2) return { mayBeKept: true, replaced: [] };
  if (leastTrucks(others) < MIN_OTHER_TRUCKS) return { mayBeKept: false, replaced: [] };
  const replaced = {
    ...{ changed: 'vehicles', value: `${former.length} VINs and plates`, last_seen: lastSeen },
    replaced_by: `${others.length} others`,
    replaced_on: earliest(others.map(({ first_seen }) => first_seen)),
    ...{ source_dataset: null, source_date: null },
  };
  return { mayBeKept: false, replaced: [replaced] };
}

/** A truck can be on record with a VIN and with a plate. */
function leastTrucks(vehicles: (SeenVehicle | SeenPlate)[]): number {
  const vins = vehicles.filter((one) => 'vin' in one).length;
  return Math.max(vins, vehicles.length - vins);
}

const isContact = (kind: IdentityChange['kind']) => kind === 'phone' || kind === 'email';
export const earliest = (days: string[]) => days.reduce((a, b) => (a < b ? a : b));
const latest = (days: string[]) => days.reduce((a, b) => (a > b ? a : b));

/** Each change happened between its `last_seen` and its `replaced_on`, so only the shortest possible time between them is known. */
function areTogether(a: IdentityChange, b: IdentityChange): boolean {
  const minDays = daysBetween(earliest([a.replaced_on, b.replaced_on]), latest([a.last_seen, b.last_seen]));
  return minDays <= SAME_CHANGE_DAYS;
}

/** The newest changes of phone and email that belong together; else the newest change of one of them. */
function contactsReplaced(changes: IdentityChange[]): IdentityChange[] | null {
  const phones = changes.filter(({ kind }) => kind === 'phone').reverse();
  const emails = changes.filter(({ kind }) => kind === 'email').reverse();
  for (const phone of phones)
    for (const email of emails) if (areTogether(phone, email)) return [phone, email];
  const [newestOne] = [...phones, ...emails].sort((a, b) => compare(b.replaced_on, a.replaced_on));
  return newestOne === undefined ? null : [newestOne];
}

/** A change of the census as evidence. */
export function shown(change: IdentityChange | undefined): Evidence[] {
  return change === undefined ? [] : [evidenceOf(change.kind, change)];
}

const evidenceOf = (
  changed: string,
  { value, replaced_by, last_seen, replaced_on, source }: ArchivedChange,
) => ({
  ...{ changed, value, replaced_by, last_seen, replaced_on },
  ...{ source_dataset: source, source_date: replaced_on },
});

/** By half or more, and by more than one truck. */
function declaredMore(archive: CensusArchive, span: Span): Evidence[] {
  const grown = archive.changesOf('power_units').filter(({ value, replaced_by, replaced_on }) => {
    const [before, after] = [Number(value), Number(replaced_by)];
    return isWithin(span, replaced_on) && after >= before * MORE_DECLARED_UNITS && after - before >= 2;
  });
  return grown.slice(-1).map((change) => evidenceOf('power units', change));
}

type LiabilityFiling = FromFile & { company_name: string | null; effective_date: string };
const liabilityFilings = statement(
  'signals.insurers',
  `select company_name, effective_date, source_dataset, source_date from (
     select company_name, effective_date, source_dataset, source_date from carrier_filings
     where usdot_number = $1 and kind = 'BIPD' and effective_date <= $2
     union all
     select company_name, effective_date, source_dataset, source_date from carrier_filing_history
     where usdot_number = $1 and kind = 'BIPD' and effective_date <= $2) filed
   where company_name is not null order by effective_date`,
);

/** A first filing replaces nobody. */
async function insurerChanged({ db, usdotNumber }: SignalRequest, span: Span): Promise<Evidence[]> {
  const filings = await db.rows<LiabilityFiling>(liabilityFilings, [usdotNumber, span.to]);
  const before = filings.filter(({ effective_date }) => effective_date < span.from);
  const last = before.at(-1);
  if (last === undefined) return [];
  const known = new Set(before.map(insurerName));
  const found = filings.find((one) => one.effective_date >= span.from && !known.has(insurerName(one)));
  if (found === undefined) return [];
  const { company_name, effective_date, source_dataset, source_date } = found;
  return [
    {
      ...{ changed: 'insurer', value: last.company_name, replaced_by: company_name },
      ...{ last_seen: null, replaced_on: effective_date, source_dataset, source_date },
    },
  ];
}

async function authorityGranted({ db, usdotNumber }: SignalRequest, { from, to }: Span): Promise<Evidence[]> {
  const grants = await db.rows<NewGrant>(newGrants, [usdotNumber, from, to]);
  return grants.map(({ granted, ended_on, granted_on, source_dataset, source_date }) => ({
    ...{ changed: 'authority', value: null, replaced_by: granted },
    ...{ last_seen: ended_on, replaced_on: granted_on, source_dataset, source_date },
  }));
}

/** $2 to $4: before, since, and the end. */
const sightingsAround = statement(
  'signals.sightings-around',
  `select count(*) filter (where o.time_captured < $4::timestamptz) as before,
     count(*) filter (where o.time_captured >= $4::timestamptz) as after,
     count(distinct (o.time_captured at time zone 'UTC')::date) filter (where o.time_captured >= $4::timestamptz) as days
   from observations o where o.usdot_number = $1 and o.type = 'Detection' and ${isCarrierRead} and ${inPeriod}`,
);

/** Compared with the time before. One truck that many cameras of a day saw is not more. */
async function seenMore({ db, usdotNumber, since }: SignalRequest, { from, to }: Span): Promise<Evidence[]> {
  const usualFrom = latest([addDays(from, -USUAL_DAYS), since]);
  const usualDays = daysBetween(usualFrom, from);
  if (usualDays < MIN_USUAL_DAYS) return [];
  const row = await db.row<{ before: number; after: number; days: number }>(sightingsAround, [
    ...[usdotNumber, dayStart(usualFrom), dayStart(to, 1), dayStart(from)],
  ]);
  if (row === null || row.after < MIN_MORE_SIGHTINGS || row.days < MIN_MORE_SIGHTINGS / 2) return [];
  const length = daysBetween(from, to) + 1;
  if (row.after / length < (row.before / usualDays) * MORE_SIGHTINGS) return [];
  // With an unchanged rate, each sighting is after the change with this probability.
  const share = length / (length + usualDays);
  if (chanceOfAtLeast(row.after, row.before + row.after, share) > MAX_CHANCE) return [];
  return [
    {
      ...{ changed: 'sightings', value: `${row.before} in ${usualDays} days`, last_seen: null },
      ...{ replaced_by: `${row.after} in ${length} days`, replaced_on: from },
      ...{ source_dataset: null, source_date: null },
    },
  ];
}

/** The probability of at least `least` successes in `trials`, each of the probability `share`. */
function chanceOfAtLeast(least: number, trials: number, share: number): number {
  let chance = 0;
  let one = share ** trials;
  for (let successes = trials; successes >= least; successes--) {
    chance += one;
    one *= (successes / (trials - successes + 1)) * ((1 - share) / share);
  }
  return chance;
}
