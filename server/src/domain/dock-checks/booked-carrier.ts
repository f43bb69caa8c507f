import type { DockWarning } from '../../contract/brokers/dock-check.ts';
import { type Db, statement } from '../../db/database.ts';
import { invalid } from '../../lib/errors.ts';
import { type AuthorityRow, authorities } from '../carriers/records/authorities.ts';
import {
  AUTHORITY_REGISTERS,
  hasAuthorityRegisters,
  type LoadedFiles,
  notLoaded,
} from '../carriers/records/loaded-files.ts';
import { asOfFile, type FileGroupName, oldFile } from '../carriers/signals/signal-files.ts';
import { isKnownOutOfService } from '../federal/out-of-service.ts';
import type { BookedCarrier } from './dock-check.ts';

/** How the caller names the carrier that is booked. */
export type Booking = { usdotNumber: number } | { mcNumber: number };

/** As the register has it, also a carrier that is too new for the census. */
const carrier = statement(
  'dock-checks.carrier',
  `with registered as (
     select 1 as rank, legal_name, dba_name, phy_city as city, phy_state as state
       from company_census where usdot_number = $1
     union all
     select 2, legal_name, dba_name, null, null from motus_carriers where usdot_number = $1
     union all
     select 3, legal_name, dba_name, null, null from legacy_carriers where usdot_number = $1
     union all
     select 4, legal_name, dba_name, phy_city, phy_state from sms_census where usdot_number = $1)
   select (select array_agg(name order by rank, kind) from (
       select distinct on (upper(name)) name, rank, kind from registered r,
         lateral (values (1, r.legal_name), (2, r.dba_name)) as n (kind, name)
       where btrim(name) <> '' order by upper(name), rank, kind) named) as names,
     (array_agg(city order by rank))[1] as city, (array_agg(state order by rank))[1] as state,
     coalesce((select array_agg(distinct d.docket_number::text) from carrier_dockets d
       where d.usdot_number = $1 and d.docket_prefix = 'MC'), '{}') as dockets
   from registered having count(*) > 0`,
);

const docketHolders = statement(
  'dock-checks.docket-holders',
  `select distinct usdot_number from (
     select usdot_number from motus_carriers where docket_number = $1 and docket_prefix = 'MC'
     union all
     select usdot_number from legacy_carriers where docket_number = $1 and docket_prefix = 'MC'
     union all
     select usdot_number from company_census where docket1_number = $1 and docket1_prefix = 'MC') d
   where usdot_number <> 0 order by usdot_number limit 6`,
);

/** Throws if no carrier of the register, or more than one, is meant. */
export async function findBooked(db: Db, booking: Booking): Promise<BookedCarrier> {
  const [field, input] =
    'usdotNumber' in booking ? ['usdot_number', booking.usdotNumber] : ['mc_number', booking.mcNumber];
  const refused = (msg: string) =>
    invalid([{ type: 'carrier_unknown', loc: ['body', field], msg, input: String(input) }]);
  let usdot_number = 0;
  if ('usdotNumber' in booking) usdot_number = booking.usdotNumber;
  else {
    const rows = await db.rows<{ usdot_number: number }>(docketHolders, [booking.mcNumber]);
    const [first] = rows;
    if (first === undefined)
      throw refused(`No carrier of the loaded federal files holds MC ${booking.mcNumber}.`);
    if (rows.length > 1) {
      const held = rows.map((row) => row.usdot_number).join(', ');
      throw refused(`Several carriers hold MC ${booking.mcNumber}. Send the USDOT number instead: ${held}.`);
    }
    usdot_number = first.usdot_number;
  }
  const row = await db.row<Omit<BookedCarrier, 'usdot_number'>>(carrier, [usdot_number]);
  if (row === null) throw refused(`No carrier of the loaded federal files holds USDOT ${usdot_number}.`);
  if (row.names === null)
    throw refused(
      `The loaded federal files have no name of USDOT ${usdot_number}, so its doors cannot be checked.`,
    );
  return { usdot_number, ...row };
}

type Standing = {
  status_code: string | null;
  is_out_of_service: boolean | null;
  authorities: AuthorityRow[] | null;
  loaded: Record<string, string> | null;
};

const standing = statement(
  'dock-checks.standing',
  `select (select status_code from company_census where usdot_number = $1) as status_code,
     ${isKnownOutOfService('$2::date')} as is_out_of_service,
     (select json_agg(x) from (${authorities('$2::date')}) x) as authorities,
     (select json_object_agg(dataset, as_of) from federal_loads where is_current) as loaded`,
);

/** What is wrong with the booked carrier itself, whatever the door shows, and what of it is not known. */
export async function warningsAbout(
  db: Db,
  { usdot_number, dockets }: BookedCarrier,
  now: Date,
): Promise<DockWarning[]> {
  const today = now.toISOString().slice(0, 10);
  const row = await db.row<Standing>(standing, [usdot_number, today]);
  if (row === null) return [];
  const days = new Map(Object.entries(row.loaded ?? {}));
  const loaded: LoadedFiles = new Set(days.keys());
  const asOf = (group: FileGroupName) => asOfFile(days, group, today);
  const warnings: DockWarning[] = [];
  const warn = (code: DockWarning['code'], message: string) => void warnings.push({ code, message });
  if (row.is_out_of_service)
    warn(
      'out_of_service',
      `An out-of-service order against the booked carrier is in force${asOf('orders')}: it may not operate.`,
    );
  if (row.status_code === 'I')
    warn('usdot_inactive', `The USDOT number of the booked carrier is inactive${asOf('daily_census')}.`);
  const mayCarry = (row.authorities ?? []).some(
    ({ authority, status }) => status === 'A' && (authority === 'common' || authority === 'contract'),
  );
  // A carrier without a docket may carry its own goods.
  if (dockets.length > 0 && !mayCarry && hasAuthorityRegisters(loaded))
    warn(
      'no_active_authority',
      `The booked carrier has no active authority to carry goods for hire${asOf('authority')}.`,
    );
  for (const [what, files, group] of STANDING_FILES) {
    const missing = files.filter((file) => !loaded.has(file));
    const why = missing.length > 0 ? notLoaded(missing) : oldFile(days, group, today);
    if (why !== null) warn('not_known', `${what} is not certain. ${why}`);
  }
  return warnings;
}

/** Without a warning, nothing follows from a file that is not loaded or too old. */
const STANDING_FILES: [what: string, files: readonly string[], group: FileGroupName][] = [
  ['Whether an out-of-service order is in force', ['out-of-service-orders'], 'orders'],
  ['Whether the USDOT number is active', ['company-census'], 'daily_census'],
  ['Whether the authority to carry is active', AUTHORITY_REGISTERS, 'authority'],
];
