import type { CarrierProfile } from '@milepost/sdk';
import type { ReactNode } from 'react';
import { count, money, number, percentage, place, word } from '../../../lib/format.ts';
import { BASIC_TITLES, BASICS, type BasicName } from '../../../lib/search.ts';
import { fewText, sectionErrorText, unknownsOf } from '../../../lib/sources.ts';
import { type IdentityRow, statusTone } from './identity.tsx';
import { issOf } from './scores.tsx';

type Props = { profile: CarrierProfile; row: IdentityRow | null };
/** What is known about the alerts: "None above its threshold" only if every percentile is known. */
function alertsNote(alerts: BasicName[], unknown: number): string {
  const found = alerts.map((basic) => BASIC_TITLES[basic]).join(', ');
  if (unknown === 0) return found || 'None above its threshold';
  return [found, `${unknown} of ${BASICS.length} unknown`].filter(Boolean).join(' · ');
}

type Fact = { label: string; value: ReactNode; note: string; tone?: 'better' | 'worse'; href: string };

/** The facts that decide whether to read on, each linked to its section. */
export function Summary({ profile, row }: Props) {
  const { operating_status: status, oos, insurance, fleet_and_drivers: fleet } = profile;
  const facts: Fact[] = [];
  const unknown = unknownsOf(profile);
  if (status) {
    const reason = unknown('operating_status.dot_status.dot_status');
    const tone = statusTone(status.dot_status.dot_status, unknown);
    facts.push({
      label: 'Status',
      value: reason === null ? word(status.dot_status.dot_status) || 'Unknown' : 'Unknown',
      note: reason ?? (row === null ? '' : place(row.phy_city, row.phy_state)),
      tone: tone === 'waiting' ? undefined : tone === 'success' ? 'better' : 'worse',
      href: '#identity',
    });
  }
  if (oos) {
    const iss = issOf(profile);
    const unknownBasics = BASICS.filter((basic) => unknown(`oos.basic_scores.${basic}`) !== null);
    const alerts = BASICS.filter(
      (basic) => oos.basic_scores[basic].is_escalate && !unknownBasics.includes(basic),
    );
    const noAlerts = unknownBasics.length === BASICS.length ? 'Unknown' : number(0);
    facts.push(
      {
        label: 'ISS score',
        value: iss.value,
        note: iss.recommendation || iss.note,
        href: '#scores',
      },
      {
        label: 'BASIC alerts',
        value: alerts.length === 0 ? noAlerts : number(alerts.length),
        note: alertsNote(alerts, unknownBasics.length),
        tone: alerts.length > 0 ? 'worse' : undefined,
        href: '#scores',
      },
    );
    const { percent_oos, national_avg, total_inspected } = oos.oos_scores.vehicle;
    const rateReason = unknown('oos.oos_scores.vehicle');
    const few = fewText(profile.sources?.rates.vehicle);
    const rate = total_inspected === 0 ? 'No rate' : percentage(percent_oos, 1);
    facts.push({
      label: 'Vehicle out of service',
      value: rateReason === null ? rate : 'Unknown',
      note: rateReason ?? (few || `National ${percentage(national_avg, 1)}`),
      tone: rateReason === null && few === '' && percent_oos > national_avg ? 'worse' : undefined,
      href: '#rates',
    });
  }
  if (insurance) {
    const { bipd_primary_status: state, bipd_primary_insurance_on_file: amount } = insurance.active_insurance;
    facts.push({
      label: 'Liability',
      value: state || 'Unknown',
      note:
        unknown('insurance.active_insurance.bipd_primary_status') ??
        (Number(amount) > 0 ? `${money(amount)} on file` : 'Nothing on file'),
      tone: state === 'Active' ? 'better' : state === 'Inactive' ? 'worse' : undefined,
      href: '#coverage',
    });
  } else {
    const error = profile.errors?.insurance;
    facts.push({
      label: 'Liability',
      value: 'Unknown',
      note: error?.type === 'NotLoadedError' ? 'No insurance file is loaded' : sectionErrorText(error),
      href: '#coverage',
    });
  }
  if (fleet) {
    const reason = unknown('fleet_and_drivers.fleet_overview.total_fleet');
    const isDriversKnown = unknown('fleet_and_drivers.drivers.driver_count') === null;
    facts.push({
      label: 'Fleet',
      value: reason === null ? count(fleet.fleet_overview.total_fleet, 'truck') : 'Unknown',
      note: isDriversKnown ? count(fleet.drivers.driver_count, 'driver') : (reason ?? 'Drivers unknown'),
      href: '#fleet',
    });
  }
  return (
    <nav className="summary" aria-label="Summary">
      {facts.map(({ label, value, note, tone, href }) => (
        <a key={label} href={href} className="summary-fact">
          <span className="quiet">{label}</span>
          <strong className={tone}>{value}</strong>
          <span className="quiet">{note}</span>
        </a>
      ))}
    </nav>
  );
}
