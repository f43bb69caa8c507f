import type { CarrierProfile, CarrierSignals } from '@milepost/sdk';
import type { ReactNode } from 'react';
import { day, decimal, money, number, percentage, word } from '../../lib/format.ts';
import { BASIC_TITLES, BASICS } from '../../lib/search.ts';

export type Compared = { profile: CarrierProfile; signals: CarrierSignals | undefined };
export type Fact = {
  label: string;
  value: (carrier: Compared) => ReactNode;
  /** The value in the CSV file, if what is shown is not text. */
  plain?: (carrier: Compared) => string | number | null;
  /** The carrier with the highest risk of the row is marked. Null: the carrier has no figure. */
  risk?: (carrier: Compared) => number | null;
};
type Group = { title: string; facts: Fact[] };

type Rate = { percent_oos: number; total_inspected: number };
const rateOf = (rate: Rate | undefined) =>
  rate === undefined || rate.total_inspected === 0 ? null : rate.percent_oos;

/** A figure where more is worse. */
function figure(
  label: string,
  risk: (carrier: Compared) => number | null | undefined,
  show: (value: number) => string = number,
): Fact {
  return {
    label,
    risk: (carrier) => risk(carrier) ?? null,
    value: (carrier) => {
      const value = risk(carrier) ?? null;
      return value === null ? null : show(value);
    },
  };
}

export const groups: Group[] = [
  {
    title: 'Registration',
    facts: [
      {
        label: 'Status',
        value: ({ profile: { operating_status } }) =>
          operating_status && word(operating_status.dot_status.dot_status),
      },
      {
        label: 'Safety rating',
        value: ({ profile: { operating_status } }) =>
          operating_status && (operating_status.dot_status.dot_safety_rating || 'Not rated'),
      },
      {
        label: 'Common authority',
        value: ({ profile: { operating_status } }) => operating_status?.authorization.common_authority,
      },
      {
        label: 'Broker authority',
        value: ({ profile: { operating_status } }) => operating_status?.authorization.broker_authority,
      },
      {
        label: 'MCS-150 filed',
        value: ({ profile: { operating_status } }) =>
          operating_status && day(operating_status.mc_150_details.last_update),
      },
    ],
  },
  {
    title: 'Insurance',
    facts: [
      {
        label: 'Liability',
        value: ({ profile: { insurance } }) => insurance?.active_insurance.bipd_primary_status,
      },
      {
        label: 'Liability on file',
        value: ({ profile: { insurance } }) =>
          insurance && money(insurance.active_insurance.bipd_primary_insurance_on_file),
      },
      { label: 'Cargo', value: ({ profile: { insurance } }) => insurance?.active_insurance.cargo_status },
    ],
  },
  {
    title: 'Fleet',
    facts: [
      {
        label: 'Power units',
        value: ({ profile: { fleet_and_drivers: fleet } }) =>
          fleet && number(fleet.fleet_overview.total_fleet),
      },
      {
        label: 'Drivers',
        value: ({ profile: { fleet_and_drivers: fleet } }) => fleet && number(fleet.drivers.driver_count),
      },
      figure(
        'Average age of tractors',
        ({ profile: { fleet_and_drivers: fleet } }) =>
          fleet && fleet.fleet_age.total_tractor_count > 0 ? fleet.fleet_age.avg_age_years : null,
        (years) => `${decimal(years, 1)} years`,
      ),
    ],
  },
  {
    title: 'Safety',
    facts: [
      figure('ISS score', ({ profile: { oos } }) => oos?.iss_score),
      ...BASICS.map(
        (basic): Fact => ({
          label: BASIC_TITLES[basic],
          risk: ({ profile: { oos } }) => oos?.basic_scores[basic].score ?? null,
          plain: ({ profile: { oos } }) => oos?.basic_scores[basic].score ?? null,
          value: ({ profile: { oos } }) => {
            const score = oos?.basic_scores[basic];
            if (!score || score.score === null) return null;
            return (
              <>
                {percentage(score.score)}
                {score.is_escalate && <span className="badge badge-failed">Alert</span>}
              </>
            );
          },
        }),
      ),
      figure(
        'Vehicle out-of-service rate',
        ({ profile: { oos } }) => rateOf(oos?.oos_scores.vehicle),
        (rate) => percentage(rate, 1),
      ),
      figure(
        'Driver out-of-service rate',
        ({ profile: { oos } }) => rateOf(oos?.oos_scores.driver),
        (rate) => percentage(rate, 1),
      ),
      figure(
        'Most severe violations',
        ({ profile: { violations } }) => violations?.most_severe_violations_count,
      ),
      figure('Crashes', ({ profile: { oos } }) => oos?.crash_information.crash_count),
      figure('Deaths', ({ profile: { oos } }) => oos?.crash_information.fatalities),
      figure('Signals', ({ signals }) => signals?.signals.length),
    ],
  },
];

export function plainOf({ value, plain }: Fact, carrier: Compared | null): string | number | null {
  if (carrier === null) return null;
  if (plain) return plain(carrier);
  const shown = value(carrier);
  return typeof shown === 'string' || typeof shown === 'number' ? shown : null;
}

/** The positions of the carriers with the highest figure, unless all have the same. */
export function worstOf({ risk }: Fact, carriers: (Compared | null)[]): Set<number> {
  const figures = carriers.map((carrier) => (carrier && risk ? risk(carrier) : null));
  const known = figures.filter((value) => value !== null);
  const highest = Math.max(...known);
  if (known.length < 2 || known.every((value) => value === highest)) return new Set();
  return new Set(figures.flatMap((value, index) => (value === highest ? [index] : [])));
}
