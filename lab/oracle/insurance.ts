import { needsOf } from './insurance-needs.ts';
import {
  type Cells,
  cell,
  dayOf,
  dollarsOf,
  type FilesOfDay,
  plusDays,
  rowsEver,
  rowsOn,
} from './register-files.ts';

/**
 * The insurance figures of a carrier on a day, computed from the rows of the files day by day. Written apart from the product
 * and slow on purpose: it looks at whole files and walks through days.
 */
export type InsuranceFigures = {
  bipd_primary_status: string;
  bipd_primary_insurance_on_file: string;
  cargo_status: string;
  cargo_insurance_on_file: string;
  bond_status: string;
  bond_insurance_on_file: string | null;
  same_carrier_3plus_years: boolean;
  count: number;
};

type Kind = 'liability' | 'cargo' | 'bond' | 'trust' | 'other';
/** `end` is empty if none is known on the day. */
type Policy = {
  kind: Kind;
  excess: boolean;
  number: string;
  insurer: string;
  dollars: number;
  above: number;
  from: string;
  posted: string;
  end: string /** The day on which another filing replaces this one. */;
  until: string;
  onFile: boolean;
  raw: string;
};

const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

function kindOf(row: Cells): Kind {
  const type = cell(row, 'INS_TYPE_CODE');
  const byType: Record<string, Kind> = { '1': 'liability', '2': 'cargo', '3': 'bond', '4': 'trust' };
  if (byType[type]) return byType[type];
  const digits = cell(row, 'INS_FORM_CODE').replace(/\D/g, '');
  const byForm: Record<string, Kind> = {
    '91': 'liability',
    '82': 'liability',
    '34': 'cargo',
    '83': 'cargo',
    '84': 'bond',
    '85': 'trust',
  };
  return byForm[digits] ?? 'other';
}

function policyOf(row: Cells, isLegacy: boolean, onFile: boolean): Policy {
  const above = dollarsOf(row, 'UNDERL_LIM_AMOUNT', isLegacy);
  const description = `${cell(row, 'MOD_COL_1')} ${cell(row, 'MOD_COL_3')}`;
  const classCode = cell(row, 'INS_CLASS_CODE').toUpperCase();
  const excess = classCode !== '' ? classCode === 'E' : /excess/i.test(description) || above > 0;
  const from = dayOf(row, 'EFFECTIVE_DATE');
  return {
    kind: kindOf(row),
    excess,
    number: plain(cell(row, 'POLICY_NO')),
    insurer: cell(row, 'NAME_COMPANY') || cell(row, 'INSURANCE_COMPANY_NAME'),
    dollars: dollarsOf(row, 'MAX_COV_AMOUNT', isLegacy),
    above,
    from,
    posted: dayOf(row, 'POSTED_DATE') || dayOf(row, 'TRANS_DATE') || from,
    end: dayOf(row, 'CANCL_EFFECTIVE_DATE'),
    until: '9999',
    onFile,
    raw: JSON.stringify(row),
  };
}

/** The policies as the files showed them on a day, and whether anything about the day is not known. */
function policiesOn(history: FilesOfDay[], usdot: number, day: string) {
  const endedOn = (dataset: string) => {
    const rows = rowsOn(history, dataset, usdot, day);
    if (rows !== null) return { rows, isKnown: true, inFirst: rows };
    const ever = rowsEver(history, dataset, usdot);
    // What the first file did not have was not known before it either.
    const inFirst = ever.rows.filter(({ listed }) => listed[0] === ever.days[0]);
    return { rows: ever.rows.map(({ row }) => row), isKnown: false, inFirst: inFirst.map(({ row }) => row) };
  };
  const motusEnded = endedOn('motus-ins-hist');
  const legacyEnded = endedOn('legacy-ins-hist');
  const onFile = (dataset: string) => {
    const rows = rowsOn(history, dataset, usdot, day);
    const first = history.find(({ files }) => files[dataset] !== undefined)?.day ?? '';
    return { rows: rows ?? rowsOn(history, dataset, usdot, first) ?? [], isKnown: rows !== null };
  };
  const motus = onFile('motus-insur');
  const legacy = onFile('legacy-act-pend-insur');
  const motusFileDay =
    history.findLast((one) => one.day <= day && one.files['motus-insur'])?.day ??
    history.find((one) => one.files['motus-insur'])?.day ??
    '';

  const policies: Policy[] = [];
  let postedLater: Policy[] = [];
  const announcements = motusEnded.rows.map((row) => policyOf(row, false, false));
  const knownEnds = motusEnded.inFirst.map((row) => policyOf(row, false, false));
  const endsOf = (policy: Policy, isLegacy: boolean) =>
    knownEnds
      .filter((one) => one.number === policy.number && one.kind === policy.kind && policy.number !== '')
      .map(({ end }) => end)
      .filter((end) => end > day || isLegacy || end >= motusFileDay);
  const last = (days: string[]) => days.sort().at(-1) ?? '';

  for (const [listed, isLegacy] of [
    [motus, false],
    [legacy, true],
  ] as const)
    for (const row of listed.rows) {
      const policy = policyOf(row, isLegacy, true);
      if (!listed.isKnown && policy.posted > day) {
        if (policy.from <= day) postedLater = [...postedLater, policy];
        continue;
      }
      const until = isLegacy ? replacedOn(history, usdot, policy) : '9999';
      const stated = policy.end !== '' && (listed.isKnown || policy.end <= day) ? [policy.end] : [];
      const announced = endsOf(policy, isLegacy).filter((end) => motusEnded.isKnown || end <= day);
      policies.push({ ...policy, until, end: last([...stated, ...announced]) });
    }
  for (const { rows, isKnown } of [motusEnded, legacyEnded])
    for (const row of rows) {
      const policy = policyOf(row, !('USDOT_NUMBER' in row), false);
      policies.push({ ...policy, end: isKnown || policy.end <= day ? policy.end : '' });
    }
  // A policy that both systems have among the ended ones counts once.
  const motusEnds = new Set(announcements.map((one) => `${one.number} ${one.kind} ${one.end}`));
  const once = policies.filter(
    (one) =>
      one.onFile ||
      !('DOT_NUMBER' in JSON.parse(one.raw)) ||
      !motusEnds.has(`${one.number} ${one.kind} ${policyOf(JSON.parse(one.raw), true, false).end}`),
  );
  return { policies: once, postedLater };
}

/** The first day on which a Motus filing of the kind and layer was listed and in effect, or on which a later one began that ended. */
function replacedOn(history: FilesOfDay[], usdot: number, old: Policy): string {
  const { rows, days } = rowsEver(history, 'motus-insur', usdot);
  const isSame = (one: Policy) => one.kind === old.kind && one.excess === old.excess;
  const starts = rows.flatMap(({ row, listed }) => {
    const policy = policyOf(row, false, true);
    const seen = listed[0] === days[0] ? '' : (listed[0] as string);
    const start = [policy.from, policy.posted, seen].sort().at(-1) as string;
    const gone = days.find((one) => one > (listed.at(-1) as string)) ?? '9999';
    return isSame(policy) && start < gone ? [start] : [];
  });
  const newest = history.findLast(({ files }) => files['motus-ins-hist'])?.day ?? '';
  const ended = (rowsOn(history, 'motus-ins-hist', usdot, newest) ?? []).map((row) =>
    policyOf(row, false, false),
  );
  const later = ended.filter(
    (one) => isSame(one) && one.number !== old.number && one.from > old.from && one.end > one.from,
  );
  return [...starts, ...later.map(({ from }) => from), '9999'].sort()[0] as string;
}

const isInForce = (policy: Policy, day: string) =>
  policy.from <= day && day < policy.until && (policy.end === '' || policy.end > day);

export function insuranceOn(
  history: FilesOfDay[],
  usdot: number,
  day: string,
  isToday: boolean,
): InsuranceFigures {
  const { policies, postedLater } = policiesOn(history, usdot, day);
  const newest = history.at(-1)?.day ?? '';
  const needs = needsOf(history, usdot, newest);
  // A bond or a trust fund secures a broker.
  const isOf = (kind: Kind) => (one: Policy) =>
    one.kind === kind || (kind === 'bond' && one.kind === 'trust');
  const isRelevant = (kind: Kind) => (one: Policy) =>
    isOf(kind)(one) && !(kind === 'liability' && one.excess);
  const status = (kind: Kind, required: boolean): string => {
    const list = policies.filter(isRelevant(kind));
    const now = list.filter((one) => isInForce(one, day));
    if (now.some(({ end }) => end === '')) return 'Active';
    if (now.length > 0) return 'Pending cancellation';
    if (postedLater.some(isRelevant(kind))) return 'Unknown';
    return required || list.some(({ onFile }) => onFile) ? 'Inactive' : 'Not required';
  };
  const largest = (list: Policy[]) => list.reduce((most, { dollars }) => Math.max(most, dollars), 0);
  const now = (kind: Kind) => policies.filter((one) => isOf(kind)(one) && isInForce(one, day));
  const layers = new Set(
    now('liability')
      .filter(({ excess }) => excess)
      .map(({ above }) => above),
  );
  const liability =
    largest(now('liability').filter(({ excess }) => !excess)) +
    [...layers].reduce(
      (sum, above) => sum + largest(now('liability').filter((one) => one.excess && one.above === above)),
      0,
    );
  const bipd = status('liability', needs.liability);
  const cargo = status('cargo', needs.cargo);
  const bond = status('bond', needs.bond || needs.brokers);
  const hasBond =
    needs.brokers || policies.some((one) => isOf('bond')(one) && (one.onFile || isInForce(one, day)));
  const ended = policies.filter(({ onFile, end }) => !onFile && (isToday || end !== ''));
  return {
    bipd_primary_status: bipd,
    bipd_primary_insurance_on_file: bipd === 'Unknown' ? '' : String(liability),
    cargo_status: cargo,
    cargo_insurance_on_file: cargo === 'Unknown' ? '' : String(largest(now('cargo'))),
    bond_status: bond,
    bond_insurance_on_file: bond !== 'Unknown' && hasBond ? String(largest(now('bond'))) : null,
    same_carrier_3plus_years: oneInsurer(
      policies.filter((one) => one.kind === 'liability' && !one.excess),
      day,
    ),
    count: new Set(
      ended.map((one) =>
        JSON.stringify([
          one.kind,
          one.excess,
          one.insurer,
          one.dollars,
          one.above,
          one.from,
          one.end,
          one.raw,
        ]),
      ),
    ).size,
  };
}

/** Day by day: one insurer on every day of the last three years. */
function oneInsurer(policies: Policy[], day: string): boolean {
  const name = ({ insurer }: Policy) =>
    insurer
      .toUpperCase()
      .replace(/[^A-Z0-9 ]/g, '')
      .split(/\s+/)
      .filter((word) => !['INC', 'LLC', 'CO', 'CORP', 'COMPANY', 'CORPORATION', 'LTD', 'THE'].includes(word))
      .map((word) => (word === 'INSURANCE' ? 'INS' : word))
      .join(' ')
      .trim();
  const start = `${Number(day.slice(0, 4)) - 3}${day.slice(4)}`;
  const insurers = new Set(policies.filter((one) => isInForce(one, day)).map(name));
  return [...insurers].some((insurer) => {
    const own = policies.filter((one) => insurer !== '' && name(one) === insurer && one.from !== '');
    for (let at = start; at <= day; at = plusDays(at, 1))
      if (!own.some((one) => isInForce(one, at))) return false;
    return own.length > 0;
  });
}
