import type { AuthorityPeriods } from '../../../contract/carrier.ts';
import { type Db, statement } from '../../../db/database.ts';
import { runWithin } from '../../../db/run-within.ts';
import { authoritiesOn, type Carries } from '../records/authorities.ts';
import { MAX_USDOT } from '../records/census.ts';
import {
  AUTHORITY_EVENT_FILES,
  AUTHORITY_REGISTERS,
  type LoadedFiles,
  REVOCATION_FILES,
  readLoadedFiles,
} from '../records/loaded-files.ts';
import type { ProfileService } from './profile-service.ts';

type Period = AuthorityPeriods['authority_periods'][number];
type Authority = Period['authority'];

/** A day on which an authority became active or inactive. An order with a later day is announced. */
export type AuthorityChange = {
  authority: Authority;
  /** Null: all that the carrier carries under this authority. */
  carries: Carries | null;
  day: string;
  is_active: boolean;
  reason: string;
  served_date: string | null;
  source_dataset: string;
  source_date: string | null;
};

/** What a register says about an authority. U: unknown on the requested day. */
export type RegisterEntry = {
  authority: Authority;
  carries: Carries | null;
  status: 'A' | 'I' | 'N' | 'U';
  is_pending: boolean;
  source_dataset: string;
  source_date: string | null;
};

const changes = statement(
  'carriers.authority-changes',
  `select distinct authority, carries, day, is_active, coalesce(reason, '') as reason, served_date, source_dataset,
     federal_file_date(source_dataset) as source_date
   from carrier_authority_changes
   where usdot_number = $1 and day is not null and (day <= $2 or served_date <= $2)
   order by day, is_active, reason, source_dataset`,
);

const registerStatement = (name: string, held: string) =>
  statement(
    name,
    `select authority, carries, min(status) as status, coalesce(bool_or(is_pending), false) as is_pending,
       max(source_dataset) as source_dataset, max(source_date) as source_date
     from ${held} a where usdot_number = $1 and status is not null group by authority, carries`,
  );
const register = registerStatement('carriers.authority-register', 'carrier_authorities');
const registerOn = registerStatement('carriers.authority-register-on', authoritiesOn('$2'));

/** The periods of every authority of a carrier, today or as known on another day. */
export async function readAuthorityPeriods(
  { budgets, clock }: ProfileService,
  usdotNumber: number,
  asOf: string | null,
): Promise<AuthorityPeriods> {
  const day = asOf ?? clock.now().toISOString().slice(0, 10);
  const [periods, loaded] = await runWithin(budgets.authority_history, async (db) => [
    usdotNumber > MAX_USDOT ? [] : await readPeriods(db, usdotNumber, asOf, day),
    await readLoadedFiles(db),
  ]);
  return {
    usdot_number: String(usdotNumber),
    as_of: day,
    authority_periods: periods,
    not_loaded: missingFiles(loaded),
  };
}

const missingFiles = (loaded: LoadedFiles) =>
  [...AUTHORITY_REGISTERS, ...AUTHORITY_EVENT_FILES, ...REVOCATION_FILES].filter((file) => !loaded.has(file));

async function readPeriods(db: Db, usdotNumber: number, asOf: string | null, day: string): Promise<Period[]> {
  const [changed, listed] = await Promise.all([
    db.rows<AuthorityChange>(changes, [usdotNumber, day]),
    asOf === null
      ? db.rows<RegisterEntry>(register, [usdotNumber])
      : db.rows<RegisterEntry>(registerOn, [usdotNumber, day]),
  ]);
  return authorityPeriods(changed, listed, day);
}

const ORDER: Authority[] = ['common', 'contract', 'broker', 'forwarder'];

/**
 * The periods of each authority and cargo, in order of time. Each change in effect begins one; the register decides the state
 * on the day, because the files of events lack some. `changed` is in the order of time.
 */
export function authorityPeriods(changed: AuthorityChange[], listed: RegisterEntry[], day: string): Period[] {
  return ORDER.flatMap((authority) => {
    const own = changed.filter((one) => one.authority === authority);
    const entries = listed.filter((one) => one.authority === authority);
    const cargo = new Set([...own, ...entries].map(({ carries }) => carries));
    if (cargo.size > 1) cargo.delete(null);
    return [...cargo]
      .sort((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1))
      .flatMap((carries) =>
        periodsOf(
          { authority, carries },
          own.filter((one) => one.carries === carries || one.carries === null),
          entries.find((one) => one.carries === carries),
          day,
        ),
      );
  });
}

type Key = Pick<Period, 'authority' | 'carries'>;

function periodsOf(
  key: Key,
  changed: AuthorityChange[],
  entry: RegisterEntry | undefined,
  day: string,
): Period[] {
  const periods: Period[] = [];
  const begin = (
    state: Period['state'],
    start: string | null,
    from: Omit<Period, keyof Key | 'state' | 'start' | 'end'>,
  ) => {
    const last = periods.at(-1);
    if (last?.state === state) return;
    // Two changes of one day: the later record replaces the earlier one.
    if (last && last.start === start) periods.pop();
    else if (last) last.end = start;
    if (periods.at(-1)?.state === state)
      periods[periods.length - 1] = { ...(periods.at(-1) as Period), end: null };
    else periods.push({ ...key, state, start, end: null, ...from });
  };
  const announced: Period[] = [];
  for (const { day: on, is_active, reason, source_dataset, source_date } of changed) {
    const from = { reason, source_dataset, source_date };
    if (on <= day) begin(is_active ? 'active' : 'inactive', on, from);
    else if (!is_active) announced.push({ ...key, state: 'pending', start: on, end: null, ...from });
  }
  if (entry) followRegister(entry, periods.at(-1)?.state ?? null, begin, day);
  const isApplication = entry?.is_pending && periods.at(-1)?.state !== 'active';
  if (isApplication && entry) announced.push(applicationOf(key, entry));
  return [...periods, ...announced];
}

function followRegister(
  { status, source_dataset, source_date }: RegisterEntry,
  state: Period['state'] | null,
  begin: (
    state: Period['state'],
    start: string | null,
    from: Pick<Period, 'reason' | 'source_dataset' | 'source_date'>,
  ) => void,
  day: string,
): void {
  const isActive = status === 'A';
  // The status "none" without any record does not make a period.
  if (status === 'U' || (status === 'N' && state === null) || (state === 'active') === isActive) return;
  if (!isActive && state === 'inactive') return;
  const on = source_date !== null && source_date < day ? source_date : day;
  const word = isActive ? 'active' : 'inactive';
  begin(word, state === null ? null : on, {
    reason: `The register of ${on} lists it as ${word}`,
    source_dataset,
    source_date,
  });
}

function applicationOf(key: Key, { source_dataset, source_date }: RegisterEntry): Period {
  return {
    ...key,
    state: 'pending',
    start: null,
    end: null,
    reason: 'APPLICATION',
    source_dataset,
    source_date,
  };
}
