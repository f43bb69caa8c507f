import type { Carrier } from './carrier.ts';
import { type Country, LEGACY_FROZEN, STREAM } from './country.ts';
import type { License, Policy } from './facts.ts';
import { Rng } from './rng.ts';
import { insurers, processAgents } from './words.ts';

export type { License, Notice, Policy } from './facts.ts';

/** The kind of filing in the insurance files. */
export function kindOf({ form, above }: Policy): { code: number; words: string } {
  if (form === '84') return { code: 3, words: 'SURETY' };
  if (form === '34') return { code: 2, words: 'CARGO' };
  return { code: 1, words: above ? 'BIPD/Excess' : 'BIPD/Primary' };
}

/** Motus lists 5 % of the legacy licenses, and all licenses registered after the freeze. */
export function makeLicense(country: Country, carrier: Carrier): License | null {
  if (carrier.docket === null) return null;
  if (carrier.planted?.license) return carrier.planted.license;
  const rng = new Rng(country.seed, carrier.index, STREAM.authority);
  const legacy = carrier.addDay + 10 < LEGACY_FROZEN;
  const grantedDay = carrier.addDay + rng.between(20, 90);
  const notices: License['notices'] = [];
  const end = Math.min(country.asOfDay, LEGACY_FROZEN) - 40;
  for (let n = rng.poisson(0.75); n > 0 && grantedDay < end; n--) {
    notices.push({ day: rng.between(grantedDay, end), carriedOut: rng.chance(0.4) });
  }
  return {
    docket: carrier.docket,
    legacy,
    motus: !legacy || rng.chance(0.05),
    active: carrier.status === 'A' && rng.chance(0.62),
    contract: rng.chance(0.12),
    grantedDay,
    notices: notices.sort((a, b) => a.day - b.day),
    agent: rng.pick(processAgents),
  };
}

/** The policies of a carrier, oldest first. The last one is in force if the authority is active. */
export function makePolicies(country: Country, carrier: Carrier, license: License): Policy[] {
  if (carrier.planted?.policies) return carrier.planted.policies;
  const rng = new Rng(country.seed, carrier.index, STREAM.insurance);
  const policies: Policy[] = [];
  const dollars = carrier.trade === 'passenger' ? 5_000_000 : carrier.hazmat ? 1_000_000 : 750_000;
  let insurer = rng.pick(insurers);
  const years = Math.min(6, Math.floor((country.asOfDay - license.grantedDay) / 365));
  for (let year = years; year >= 0; year--) {
    if (rng.chance(0.3)) insurer = rng.pick(insurers);
    const effectiveDay = Math.max(license.grantedDay, country.asOfDay - year * 365 - rng.between(10, 300));
    const last = year === 0;
    policies.push({
      insurer,
      number: `SYN${rng.digits(7)}`,
      form: rng.chance(0.85) ? '91X' : '91',
      dollars,
      effectiveDay,
      cancelDay: last && license.active ? null : effectiveDay + rng.between(200, 360),
    });
    if (rng.chance(0.4) && !last) break;
  }
  const current = policies.at(-1);
  if (current && license.active)
    current.cancelDay = rng.chance(0.03) ? country.asOfDay + rng.between(3, 30) : null;
  return policies;
}
