import { readRow, statement } from '../../../db/database.ts';
import { text } from '../records/census-words.ts';
import type { Section } from './section.ts';

type Kind = 'BIPD' | 'CARGO' | 'SURETY' | 'TRUST FUND';
export type Filing = {
  kind: Kind | null;
  class_code: string | null;
  company_name: string | null;
  max_coverage_dollars: number | null;
  underlying_limit_dollars: number | null;
  effective_date: string | null;
  cancel_effective_date: string | null;
};
type Row = {
  agent: string | null;
  filings: Filing[];
  ended: (Filing & { policy_number: string | null; form_code: string | null })[];
  needs: { bipd: boolean | null; cargo: boolean | null; bond: boolean | null };
  has_broker: boolean;
};

const columns = `kind, class_code, company_name, max_coverage_dollars, underlying_limit_dollars, effective_date,
  cancel_effective_date`;

/** What the legacy file requires counts until Motus has an authority of the same kind. */
const hasMotus = (kind: string) => `exists (select from motus_carriers
  where usdot_number = $1 and motus_authority(authority_type) ${kind}
    and authority_status not in ('Pending', 'Withdrawn'))`;

/** The largest liability insurance that the registers require of the carrier ($1); null if neither states an amount. */
export const requiredDollars = `(select max(required) from (
  select bipd_required_dollars as required from motus_carriers
  where usdot_number = $1 and authority_status not in ('Pending', 'Withdrawn')
  union all
  select bipd_required_dollars from legacy_carriers where usdot_number = $1 and not ${hasMotus("= 'common'")}) n)`;

/** A carrier has dozens of filings at most. $2 the day. */
const filings = statement(
  'profile.insurance',
  `select
     (select company_name from carrier_process_agents where usdot_number = $1 and company_name is not null
      order by source desc, company_name limit 1) as agent,
     coalesce((select json_agg(x) from (
        select ${columns} from carrier_filings
        where usdot_number = $1 and coalesce(posted_date, effective_date, '-infinity') <= $2
      ) x), '[]') as filings,
     coalesce((select json_agg(x) from (
        select distinct ${columns}, policy_number, form_code from carrier_filing_history
        where usdot_number = $1 and coalesce(effective_date, '-infinity') <= $2
      ) x), '[]') as ended,
     (select to_json(x) from (
        select bool_or(bipd > 0) as bipd, bool_or(cargo) as cargo, bool_or(bond) as bond from (
          select bipd_required_dollars as bipd, cargo_required as cargo, bond_required as bond from motus_carriers
          where usdot_number = $1
          union all
          select case when not ${hasMotus("= 'common'")} then bipd_required_dollars end,
            not ${hasMotus("= 'common'")} and cargo_required, not ${hasMotus("<> 'common'")} and bond_required
          from legacy_carriers where usdot_number = $1) n
      ) x) as needs,
     exists (select from carrier_authorities
       where usdot_number = $1 and authority in ('broker', 'forwarder') and status = 'A') as has_broker`,
);

export const insurance: Section<'insurance'> = async ({ db, usdotNumber, today, asOf }) => {
  const row = await readRow<Row>(db, filings, [usdotNumber, today]);
  // For an earlier day, filings that have ended since were in force.
  const filed = asOf === null ? row.filings : [...row.filings, ...row.ended];
  const bipd = filed.filter(isPrimary);
  const cargo = filed.filter(({ kind }) => kind === 'CARGO');
  const bond = filed.filter(({ kind }) => kind === 'SURETY' || kind === 'TRUST FUND');
  return {
    active_insurance: {
      boc_3_filing_company_name: text(row.agent),
      bipd_primary_status: statusOf(bipd, row.needs.bipd, today),
      bipd_primary_insurance_on_file: liabilityOnFile(filed, today),
      cargo_status: statusOf(cargo, row.needs.cargo, today),
      cargo_insurance_on_file: largestOnFile(cargo, today),
      bond_status: statusOf(bond, row.needs.bond || row.has_broker, today),
      // Only brokers and freight forwarders file bonds.
      bond_insurance_on_file: row.has_broker || bond.length > 0 ? largestOnFile(bond, today) : null,
    },
    insurance_history: {
      same_carrier_3plus_years: sameInsurer([...bipd, ...row.ended.filter(isPrimary)], today),
      count: row.ended.length,
    },
  };
};

const isPrimary = ({ kind, class_code }: Filing) => kind === 'BIPD' && class_code !== 'E';

export function inForce<F extends Filing>(list: F[], day: string): F[] {
  return list.filter(
    ({ effective_date: from, cancel_effective_date: to }) =>
      (from === null || from <= day) && (to === null || to > day),
  );
}

function statusOf(list: Filing[], isRequired: boolean | null, day: string): string {
  const now = inForce(list, day);
  if (now.some(({ cancel_effective_date }) => cancel_effective_date === null)) return 'Active';
  if (now.length > 0) return 'Pending cancellation';
  return isRequired || list.length > 0 ? 'Inactive' : 'Not required';
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
    for (const { effective_date: from, cancel_effective_date: to } of own) {
      if (dayNumber(from) > coveredTo) continue;
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
