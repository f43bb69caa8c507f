import { readRow, statement } from '../../../db/database.ts';
import { text } from '../records/census-words.ts';
import { type Filing, readFilingRecords } from '../records/filings.ts';
import { type FilingsOn, filingsOn, type KnownFiling } from '../records/filings-on.ts';
import {
  AUTHORITY_REGISTERS,
  CENSUS_FILES,
  ENDED_FILING_FILES,
  FILING_FILES,
  hasAny,
  hasAuthorityRegisters,
  hasFilingRegisters,
  type LoadedFiles,
  notLoaded,
} from '../records/loaded-files.ts';
import type { Section, SectionRequest } from './section.ts';

export type { Filing } from '../records/filings.ts';

type Needs = { bipd: boolean | null; cargo: boolean | null; bond: boolean | null };
type Row = {
  agent: string | null;
  needs: Needs;
  has_broker: boolean;
  /** Without a census record that says whether the carrier operates for hire, an application proves nothing. */
  is_undecided: boolean;
};

/** What the legacy file requires counts until Motus has an authority of the same kind. */
const hasMotus = (kind: string, usdotNumber = '$1') => `exists (select from motus_carriers m
  where m.usdot_number = ${usdotNumber} and motus_authority(m.authority_type) ${kind}
    and m.authority_status not in ('Pending', 'Withdrawn'))`;

/** The liability insurance that the registers require of carriers; `of` compares `usdot_number`. */
export const requiredRows = (of: string) => `
  select usdot_number, 'motus-carrier' as source_dataset, docket_prefix || docket_number as docket,
    bipd_required_dollars as required
  from motus_carriers where usdot_number ${of} and authority_status not in ('Pending', 'Withdrawn')
  union all
  select usdot_number, 'legacy-carrier', docket_prefix || docket_number, bipd_required_dollars
  from legacy_carriers l where usdot_number ${of} and not ${hasMotus("= 'common'", 'l.usdot_number')}`;

/** The largest of a carrier ($1); null if neither register states an amount. */
export const requiredDollars = `(select max(required) from (${requiredRows('= $1')}) n)`;

const carriesForHire = `coalesce(
  (select classdef ilike '%authorized for hire%' from company_census where usdot_number = $1),
  (select authorized_for_hire from sms_census where usdot_number = $1))`;

/** An application that was withdrawn or is pending requires nothing, unless the carrier carries for hire all the same. */
const needs = statement(
  'profile.insurance-needs',
  `with held as (
     select authority_status in ('Pending', 'Withdrawn') as is_application, motus_authority(authority_type) = 'common' as carries,
       bipd_required_dollars > 0 as bipd, cargo_required as cargo,
       bond_required and authority_status not in ('Pending', 'Withdrawn') as bond
     from motus_carriers where usdot_number = $1
     union all
     select not (common_status in ('A', 'I') or contract_status in ('A', 'I')),
       common_pending or contract_pending or bipd_required_dollars > 0, bipd_required_dollars > 0, cargo_required, false
     from legacy_carriers where usdot_number = $1 and not ${hasMotus("= 'common'")}
     union all
     select false, false, false, false, bond_required from legacy_carriers
     where usdot_number = $1 and not ${hasMotus("<> 'common'")}
       and (common_status in ('A', 'I') or contract_status in ('A', 'I') or broker_status in ('A', 'I'))
   ), census as (select ${carriesForHire} as for_hire)
   select (select company_name from carrier_process_agents where usdot_number = $1 and company_name is not null
      order by source desc, company_name limit 1) as agent,
     (select to_json(x) from (
        select bool_or(case when is_application then carries and for_hire else bipd end) as bipd,
          bool_or(cargo and (not is_application or for_hire)) as cargo,
          bool_or(bond) as bond
        from held, census) x) as needs,
     exists (select from held, census where is_application and carries and for_hire is null) as is_undecided,
     exists (select from carrier_authorities
       where usdot_number = $1 and authority in ('broker', 'forwarder') and status = 'A') as has_broker`,
);

export const insurance: Section<'insurance'> = async (request) => {
  const { db, usdotNumber, today, asOf } = request;
  const [row, records, loaded] = await Promise.all([
    readRow<Row>(db, needs, [usdotNumber]),
    readFilingRecords(db, usdotNumber),
    request.loadedFiles(),
  ]);
  const known = filingsOn(records, asOf, today);
  const describe = statusReader(request, loaded, known, row.is_undecided);
  const primary = known.filings.filter(isPrimary);
  const cargo = known.filings.filter(isCargo);
  const bond = known.filings.filter(isBond);
  const bipdStatus = describe('bipd_primary_status', isPrimary, row.needs.bipd);
  const cargoStatus = describe('cargo_status', isCargo, row.needs.cargo);
  const bondStatus = describe('bond_status', isBond, row.needs.bond || row.has_broker);
  const ended = known.filings.filter(
    ({ is_history, cancel_effective_date: end }) => is_history && (asOf === null || end !== null),
  );
  return {
    active_insurance: {
      boc_3_filing_company_name: text(row.agent),
      bipd_primary_status: bipdStatus,
      bipd_primary_insurance_on_file: bipdStatus === UNKNOWN ? '' : liabilityOnFile(known.filings, today),
      cargo_status: cargoStatus,
      cargo_insurance_on_file: cargoStatus === UNKNOWN ? '' : largestOnFile(cargo, today),
      bond_status: bondStatus,
      // Only brokers and freight forwarders file bonds.
      bond_insurance_on_file:
        bondStatus !== UNKNOWN &&
        (row.has_broker || bond.some((one) => !one.is_history) || inForce(bond, today).length > 0)
          ? largestOnFile(bond, today)
          : null,
    },
    insurance_history: {
      same_carrier_3plus_years: sameInsurer(primary, today),
      count: new Set(ended.map(identityOf)).size,
    },
  };
};

/** What tells two ended policies apart. About one row in six is repeated. */
function identityOf(filing: KnownFiling): string {
  const { kind, class_code, company_name, max_coverage_dollars, underlying_limit_dollars } = filing;
  const { effective_date, cancel_effective_date, policy_number, form_code } = filing;
  return JSON.stringify([
    ...[kind, class_code, company_name, max_coverage_dollars, underlying_limit_dollars],
    ...[effective_date, cancel_effective_date, policy_number, form_code],
  ]);
}

const UNKNOWN = 'Unknown';
type StatusField = 'bipd_primary_status' | 'cargo_status' | 'bond_status';

/** Returns the status of a kind of insurance, and reports what is not known about it. */
function statusReader(request: SectionRequest, loaded: LoadedFiles, known: FilingsOn, isUndecided: boolean) {
  const { asOf, today } = request;
  const missing = [...FILING_FILES, ...ENDED_FILING_FILES].filter((file) => !loaded.has(file));
  const isComplete = hasFilingRegisters(loaded) && (asOf === null || hasAny(loaded, ENDED_FILING_FILES));
  return (field: StatusField, isOfKind: (filing: Filing) => boolean, isRequired: boolean | null): string => {
    const list = known.filings.filter(isOfKind);
    const report = (reason: string) => request.reportUnknown(`insurance.active_insurance.${field}`, reason);
    const reportAmount = (reason: string) =>
      request.reportUnknown(
        `insurance.active_insurance.${field.replace('status', 'insurance_on_file')}`,
        reason,
      );
    const unknown = (reason: string) => {
      report(reason);
      reportAmount(reason);
      return UNKNOWN;
    };
    const now = inForce(list, today);
    const lasting = now.filter(({ cancel_effective_date }) => cancel_effective_date === null);
    if (now.length > 0) {
      if (!isComplete) reportAmount(`${notLoaded(missing)} There may be other filings.`);
      if (lasting.length > 0 && lasting.every(({ is_end_unclear }) => is_end_unclear))
        report(`Whether the cancellation was announced by ${today} is not known: the archive begins later.`);
      return lasting.length > 0 ? 'Active' : 'Pending cancellation';
    }
    if (!isComplete) return unknown(notLoaded(missing));
    if (known.posted_later.some(isOfKind))
      return unknown(`The filing in effect on ${today} was posted later: what was on file is not known.`);
    const isRequiredNow = isRequired || list.some(({ is_history }) => !is_history);
    if (asOf !== null) report('Whether it was required is taken from the registers as loaded now.');
    if (isRequiredNow) return 'Inactive';
    if (!hasAuthorityRegisters(loaded))
      return unknown(notLoaded(AUTHORITY_REGISTERS.filter((file) => !loaded.has(file))));
    if (isUndecided && field === 'bipd_primary_status' && !hasAny(loaded, CENSUS_FILES))
      return unknown(notLoaded(CENSUS_FILES));
    return 'Not required';
  };
}

const isPrimary = ({ kind, class_code }: Filing) => kind === 'BIPD' && class_code !== 'E';
const isCargo = ({ kind }: Filing) => kind === 'CARGO';
const isBond = ({ kind }: Filing) => kind === 'SURETY' || kind === 'TRUST FUND';

/** The day on which a filing ends: its cancellation, or the start of the filing that replaces it. */
export function endOf({ cancel_effective_date: end, replaced_on: replaced = null }: Filing): string | null {
  return end === null || (replaced !== null && replaced < end) ? replaced : end;
}

export function inForce<F extends Filing>(list: F[], day: string): F[] {
  return list.filter((filing) => {
    const end = endOf(filing);
    return (filing.effective_date ?? '') <= day && (end === null || end > day);
  });
}

const largest = (list: Filing[]) => Math.max(0, ...list.map((filing) => filing.max_coverage_dollars ?? 0));

/** The dollars of the largest filing in force, or 0. */
export function largestOnFile(list: Filing[], day: string): string {
  return String(largest(inForce(list, day)));
}

/**
 * Primary and excess coverage in force add up, as in FMCSA's licensing system. Two primary filings do not: one replaces the
 * other. Neither do excess filings above the same limit.
 */
export function liabilityOnFile(list: Filing[], day: string): string {
  const now = inForce(list, day).filter(({ kind }) => kind === 'BIPD');
  const excess = Map.groupBy(
    now.filter((one) => !isPrimary(one)),
    (filing) => filing.underlying_limit_dollars ?? 0,
  );
  const layers = [now.filter(isPrimary), ...excess.values()];
  return String(layers.reduce((sum, layer) => sum + largest(layer), 0));
}

/** Whether one insurer covered every day of the last three years. Spellings of its name are compared loosely. */
function sameInsurer(list: Filing[], today: string): boolean {
  const start = new Date(`${today}T00:00:00Z`);
  start.setUTCFullYear(start.getUTCFullYear() - 3);
  const insurers = new Set(inForce(list, today).map(insurerName));
  return [...insurers].some((name) => {
    const own = list.filter((filing) => insurerName(filing) === name && filing.effective_date !== null);
    own.sort((a, b) => ((a.effective_date ?? '') < (b.effective_date ?? '') ? -1 : 1));
    let coveredTo = start.getTime();
    for (const filing of own) {
      const to = endOf(filing);
      if (dayNumber(filing.effective_date) > coveredTo) continue;
      coveredTo = Math.max(coveredTo, to === null ? Number.POSITIVE_INFINITY : dayNumber(to));
    }
    return name !== '' && coveredTo > dayNumber(today);
  });
}

const dayNumber = (day: string | null) => (day === null ? 0 : Date.parse(day));

export function insurerName({ company_name }: Pick<Filing, 'company_name'>): string {
  const words = (company_name ?? '')
    .toUpperCase()
    .replace(/[^A-Z0-9 ]/g, '')
    .split(/\s+/);
  const plain = words.filter((word) => !/^(INC|LLC|CO|CORP|COMPANY|CORPORATION|LTD|THE)$/.test(word));
  return plain
    .map((word) => (/^INS(URANCE)?$/.test(word) ? 'INS' : word))
    .join(' ')
    .trim();
}
