import type { CarrierProfile } from '@milepost/sdk';
import type { ReactNode } from 'react';
import { count, money, number, percentage, place, word } from '../../../lib/format.ts';
import { BASIC_TITLES, BASICS } from '../../../lib/search.ts';
import type { IdentityRow } from './identity.tsx';
import { recommendation } from './scores.tsx';

type Props = { profile: CarrierProfile; row: IdentityRow | null };
type Fact = { label: string; value: ReactNode; note: string; tone?: 'better' | 'worse'; href: string };

/** The facts that decide whether to read on, each linked to its section. */
export function Summary({ profile, row }: Props) {
  const { operating_status: status, oos, insurance, fleet_and_drivers: fleet } = profile;
  const facts: Fact[] = [];
  if (status) {
    const isActive = status.dot_status.dot_status === 'ACTIVE';
    facts.push({
      label: 'Status',
      value: word(status.dot_status.dot_status),
      note: row === null ? '' : place(row.phy_city, row.phy_state),
      tone: isActive ? 'better' : 'worse',
      href: '#identity',
    });
  }
  if (oos) {
    const alerts = BASICS.filter((basic) => oos.basic_scores[basic].is_escalate);
    facts.push(
      {
        label: 'ISS score',
        value: number(oos.iss_score),
        note: recommendation(oos.iss_score),
        href: '#scores',
      },
      {
        label: 'BASIC alerts',
        value: number(alerts.length),
        note: alerts.map((basic) => BASIC_TITLES[basic]).join(', ') || 'None above its threshold',
        tone: alerts.length > 0 ? 'worse' : undefined,
        href: '#scores',
      },
    );
    const { percent_oos, national_avg, total_inspected } = oos.oos_scores.vehicle;
    facts.push({
      label: 'Vehicle out of service',
      value: total_inspected === 0 ? 'No rate' : percentage(percent_oos, 1),
      note: `National ${percentage(national_avg, 1)}`,
      tone: percent_oos > national_avg ? 'worse' : undefined,
      href: '#rates',
    });
  }
  if (insurance) {
    const { bipd_primary_status: state, bipd_primary_insurance_on_file: amount } = insurance.active_insurance;
    facts.push({
      label: 'Liability',
      value: state,
      note: Number(amount) > 0 ? `${money(amount)} on file` : 'Nothing on file',
      tone: state === 'Active' ? 'better' : state === 'Inactive' ? 'worse' : undefined,
      href: '#coverage',
    });
  }
  if (fleet)
    facts.push({
      label: 'Fleet',
      value: count(fleet.fleet_overview.total_fleet, 'truck'),
      note: count(fleet.drivers.driver_count, 'driver'),
      href: '#fleet',
    });
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
