import { endOf, inForce, largestOnFile, liabilityOnFile } from '../../carriers/profile/insurance.ts';
import type { Filing } from '../../carriers/records/filings.ts';
import { addDays } from '../../carriers/signals/signal.ts';
import type { Decision } from './decision.ts';
import { decision, type Finding, found, incomplete, number, pass, type Rule, rule } from './rule.ts';
import type { Subject } from './subject.ts';

const isLiability = ({ kind }: Filing) => kind === 'BIPD';
const isPrimary = ({ kind, class_code }: Filing) => kind === 'BIPD' && class_code !== 'E';
const isCargo = ({ kind }: Filing) => kind === 'CARGO';
const isBond = ({ kind }: Filing) => kind === 'SURETY' || kind === 'TRUST FUND';

const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`;

/** Why the filings on file do not show what was in force; null if they do. */
function unknownFilings(subject: Subject, isOfKind: (filing: Filing) => boolean): string | null {
  const missing = subject.missing('insurance', 'insurance_history');
  if (missing !== null) return missing;
  if (subject.filings.posted_later.some(isOfKind))
    return `The filing in effect on ${subject.day} was posted later: what was on file is not known.`;
  return null;
}

/** Whether the amount on file is enough. What the register requires of the carrier counts if it is more than the rule asks for. */
export function judgeAmount(
  subject: Subject,
  of: { words: string; isOfKind: (filing: Filing) => boolean; onFile: number },
  expected: number,
  below: Decision,
  registered = 0,
): Finding {
  const unknown = unknownFilings(subject, of.isOfKind);
  if (unknown !== null) return incomplete(unknown);
  const now = inForce(subject.filings.filings.filter(of.isOfKind), subject.day);
  const required = Math.max(expected, registered);
  const by = registered > expected ? 'the register requires' : 'your rule asks for';
  const asked = `${by} ${dollars(required)}`;
  // Carriers that need no filing may be insured all the same.
  if (now.length === 0) return found(below, `No ${of.words} is on file; ${asked}.`);
  const isEnough = of.onFile >= required;
  if (!isEnough && now.some(({ max_coverage_dollars }) => max_coverage_dollars === null))
    return incomplete(`The register states no amount for the ${of.words} in force.`);
  const reason = `The ${of.words} on file is ${dollars(of.onFile)}`;
  return isEnough ? pass(`${reason}.`) : found(below, `${reason}; ${asked}.`);
}

export const liability = (subject: Subject) => ({
  ...{ words: 'liability insurance', isOfKind: isLiability },
  onFile: Number(liabilityOnFile(subject.filings.filings, subject.day)),
});
export const cargo = (subject: Subject) => ({
  ...{ words: 'cargo insurance', isOfKind: isCargo },
  onFile: Number(largestOnFile(subject.filings.filings.filter(isCargo), subject.day)),
});
const bond = (subject: Subject) => ({
  ...{ words: 'bond or trust fund', isOfKind: isBond },
  onFile: Number(largestOnFile(subject.filings.filings.filter(isBond), subject.day)),
});

const MOST_DOLLARS = 1_000_000_000;

export const insuranceRules: Rule[] = [
  rule({
    key: 'insurance_liability',
    clears:
      'Have the insurer file the amount with FMCSA (form BMC-91 or BMC-91X). Where no filing is required, send a certificate of insurance with an objection.',
    name: 'Liability insurance (BIPD)',
    category: 'Insurance',
    isEnabled: true,
    params: { min_dollars: number(750_000, 0, MOST_DOLLARS), below: decision('fail') },
    judge(subject, { min_dollars, below }) {
      const registered = subject.inputs.requirements.map((one) => one.dollars);
      return judgeAmount(subject, liability(subject), min_dollars, below, Math.max(0, ...registered));
    },
  }),
  rule({
    key: 'insurance_cargo',
    clears:
      'Have the insurer file the amount with FMCSA (form BMC-34), or send a certificate of insurance with an objection.',
    name: 'Cargo insurance',
    category: 'Insurance',
    // Since 2011 only carriers of household goods file it with FMCSA.
    isEnabled: false,
    params: { min_dollars: number(100_000, 0, MOST_DOLLARS), below: decision('review') },
    judge: (subject, { min_dollars, below }) => judgeAmount(subject, cargo(subject), min_dollars, below),
  }),
  rule({
    key: 'insurance_bond',
    clears: 'Have the surety or trustee file the amount with FMCSA (form BMC-84 or BMC-85).',
    name: 'Bond or trust fund',
    category: 'Insurance',
    // Of brokers and freight forwarders.
    isEnabled: false,
    params: { min_dollars: number(75_000, 0, MOST_DOLLARS), below: decision('fail') },
    judge: (subject, { min_dollars, below }) => judgeAmount(subject, bond(subject), min_dollars, below),
  }),
  rule({
    key: 'insurance_cancellation',
    clears: 'Have the insurer withdraw the cancellation, or another insurer file with FMCSA.',
    name: 'Pending cancellation of liability insurance',
    category: 'Insurance',
    isEnabled: true,
    params: { within_days: number(30, 0, 365), pending: decision('review') },
    judge(subject, { within_days, pending }) {
      const unknown = unknownFilings(subject, isPrimary);
      if (unknown !== null) return incomplete(unknown);
      const now = inForce(subject.filings.filings.filter(isPrimary), subject.day);
      if (now.length === 0) return found(pending, 'No liability insurance is on file.');
      const lasting = now.filter((filing) => endOf(filing) === null);
      if (lasting.length > 0 && lasting.every(({ is_end_unclear }) => is_end_unclear))
        return incomplete(`Whether a cancellation was announced by ${subject.day} is not known.`);
      if (lasting.length > 0) return pass('No end of the liability insurance on file is announced.');
      const last =
        now
          .map((filing) => endOf(filing) ?? '')
          .sort()
          .at(-1) ?? '';
      const reason = `The liability insurance on file ends on ${last}`;
      return last <= addDays(subject.day, within_days)
        ? found(pending, `${reason}, within ${within_days} days.`)
        : pass(`${reason}, in more than ${within_days} days.`);
    },
  }),
];
