import type { Carrier } from './carrier.ts';
import { type Country, LEGACY_FROZEN, STREAM } from './country.ts';
import type { License, Notice, Policy } from './record-types.ts';
import { Rng } from './rng.ts';
import { insurers, processAgents } from './words.ts';

/** The kind of filing in the insurance files. */
export function kindOf({ form, above }: Policy): { code: number; words: string } {
  if (form === '84') return { code: 3, words: 'SURETY' };
  if (form === '34') return { code: 2, words: 'CARGO' };
  return { code: 1, words: above ? 'BIPD/Excess' : 'BIPD/Primary' };
}

/** The liability insurance that FMCSA requires (49 CFR 387). */
export function requiredCoverage({ trade, hazmat, planted }: Carrier): number {
  if (planted?.license?.requiredDollars) return planted.license.requiredDollars;
  if (trade === 'passenger') return 5_000_000;
  return hazmat ? 1_000_000 : 750_000;
}

/** A revocation takes effect this long after its notice. */
export const NOTICE_DAYS = 30;
/** Authority is reinstated within this time after the notice, or not at all. */
const REINSTATED_BY = 100;
const YEARS_OF_POLICIES = 6;

/** Motus lists 5 % of the legacy licenses, and all licenses registered after the freeze. */
export function makeLicense(country: Country, carrier: Carrier): License | null {
  if (carrier.docket === null) return null;
  if (carrier.planted?.license) return carrier.planted.license;
  const rng = new Rng(country.seed, carrier.index, STREAM.authority);
  const legacy = carrier.addDay + 10 < LEGACY_FROZEN;
  const granted = carrier.addDay + rng.between(20, 90);
  const end = Math.min(country.asOfDay, LEGACY_FROZEN) - NOTICE_DAYS - 10;
  const days = noticeDays(rng, granted, end);
  const motus = !legacy || rng.chance(0.05);
  const isLarge = country.shape?.largeFleets[carrier.index] !== undefined;
  const wouldBeActive =
    carrier.status === 'A' && (rng.chance(country.shape?.authorizedShare ?? 0.62) || isLarge);
  // Nothing ends a license that is too young for a notice: its application is pending, or it is active.
  const canEnd = granted + 120 < end;
  const isPending = granted > country.asOfDay || (!legacy && !wouldBeActive);
  const active = !isPending && (wouldBeActive || !canEnd);
  const notices = days.map((day): Notice => {
    const carriedOut = rng.chance(0.4);
    return { day, carriedOut, reinstatedAfter: carriedOut ? rng.between(45, REINSTATED_BY) : null };
  });
  if (!active && !isPending) {
    const last = notices.at(-1);
    const day = Math.max(granted + 100, last ? last.day + REINSTATED_BY + 20 : 0, end - rng.between(0, 900));
    notices.push({ day: Math.min(end, day), carriedOut: true, reinstatedAfter: null });
    if (last && last.day + REINSTATED_BY + 20 > end) notices.splice(-2, 1);
  }
  return {
    docket: carrier.docket,
    legacy,
    motus,
    active,
    contract: rng.chance(0.12),
    grantedDay: isPending ? null : granted,
    notices: isPending ? [] : notices,
    agent: rng.pick(processAgents),
  };
}

/** Far enough apart that one has ended when the next one is served. */
function noticeDays(rng: Rng, granted: number, end: number): number[] {
  const days: number[] = [];
  for (let n = rng.poisson(0.75); n > 0 && granted + 100 < end; n--)
    days.push(rng.between(granted + 100, end));
  const apart: number[] = [];
  for (const day of days.sort((a, b) => a - b))
    if (day + REINSTATED_BY + 10 < end && day > (apart.at(-1) ?? 0) + REINSTATED_BY + 20) apart.push(day);
  return apart;
}

/** When the authority was not in force, oldest first. An open end is null. */
function revokedSpans({ notices }: License): { from: number; until: number | null }[] {
  return notices
    .filter(({ carriedOut }) => carriedOut)
    .map(({ day, reinstatedAfter }) => ({
      from: day + NOTICE_DAYS,
      until: reinstatedAfter === null ? null : day + reinstatedAfter,
    }));
}

/**
 * The liability policies of a carrier, oldest first. They follow each other without a gap, except
 * while the authority was revoked: FMCSA revokes it because the insurance ended. A policy that the legacy file lists stays
 * in force, because no file has its successor.
 */
export function makePolicies(country: Country, carrier: Carrier, license: License): Policy[] {
  if (carrier.planted?.policies) return carrier.planted.policies;
  if (license.grantedDay === null) return [];
  const rng = new Rng(country.seed, carrier.index, STREAM.insurance);
  const dollars = requiredCoverage(carrier);
  const lastRenewal = license.motus ? country.asOfDay - 5 : LEGACY_FROZEN - 5;
  let insurer = rng.pick(insurers);
  const policies: Policy[] = [];
  const first = Math.max(license.grantedDay, country.asOfDay - YEARS_OF_POLICIES * 365 - rng.between(0, 364));
  for (const { from, until } of insuredSpans(license, first)) {
    for (let day = from; ; ) {
      const next = day + rng.between(350, 380);
      const end = until !== null && next >= until - 60 ? until : next > lastRenewal ? until : next;
      if (rng.chance(0.3)) insurer = rng.pick(insurers);
      policies.push({
        insurer,
        number: `SYN${rng.digits(7)}`,
        form: rng.chance(0.85) ? '91X' : '91',
        dollars,
        effectiveDay: day,
        cancelDay: end,
      });
      if (end === until) break;
      day = next;
    }
  }
  const current = policies.at(-1);
  if (current && license.active && license.motus && rng.chance(0.03))
    current.cancelDay = country.asOfDay + rng.between(3, 30);
  return policies;
}

/** Whether the carrier may run on this day. Carriers without a license need none. */
export function isAuthorized(license: License | null, day: number): boolean {
  if (license === null) return true;
  if (license.grantedDay === null || day < license.grantedDay) return false;
  return !revokedSpans(license).some(
    ({ from, until }) => day >= from - 3 && (until === null || day <= until),
  );
}

function insuredSpans(license: License, first: number): { from: number; until: number | null }[] {
  const spans: { from: number; until: number | null }[] = [];
  let from: number | null = first;
  for (const revoked of revokedSpans(license)) {
    // The policy ends shortly before the revocation takes effect.
    if (from !== null && revoked.from - 2 > from) spans.push({ from, until: revoked.from - 2 });
    from = revoked.until === null ? null : Math.max(first, revoked.until - 3);
  }
  if (from !== null) spans.push({ from, until: null });
  return spans;
}

/** Brokers need security of $75,000. */
export function makeBonds(country: Country, carrier: Carrier, license: License): Policy[] {
  if (carrier.planted?.bonds) return carrier.planted.bonds;
  if (!carrier.broker || !license.active || license.grantedDay === null) return [];
  const rng = new Rng(country.seed, carrier.index, STREAM.bonds);
  const policy = { insurer: rng.pick(insurers), number: `SYB${rng.digits(7)}`, form: '84' as const };
  return [{ ...policy, dollars: 75_000, effectiveDay: license.grantedDay, cancelDay: null }];
}
