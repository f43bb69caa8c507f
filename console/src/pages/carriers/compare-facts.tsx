import type { CarrierProfile, CarrierSignals } from '@milepost/sdk';
import type { ReactNode } from 'react';
import { day, decimal, money, number, percentage, word } from '../../lib/format.ts';
import { BASIC_TITLES, BASICS, type BasicName } from '../../lib/search.ts';
import { fewText, sourceText, unknownsOf } from '../../lib/sources.ts';

export type Compared = { profile: CarrierProfile; signals: CarrierSignals | undefined };
export type Fact = {
  label: string;
  value: (carrier: Compared) => ReactNode;
  /** The value in the CSV file, if what is shown is not text. */
  plain?: (carrier: Compared) => string | number | null;
  /** Who computed the figure. */
  source?: (carrier: Compared) => string;
  /** The carrier with the highest risk of the row is marked. Null: the carrier has no figure. */
  risk?: (carrier: Compared) => number | null;
  /** Marked regardless of the other carriers. */
  isBad?: (carrier: Compared) => boolean;
};
type Group = { title: string; facts: Fact[] };

const UNKNOWN = 'Unknown';

/** The value, or that it is not known. */
const known = <T,>({ profile }: Compared, path: string, value: T): T | typeof UNKNOWN =>
  unknownsOf(profile)(path) === null ? value : UNKNOWN;

/** What a section says. A section without a loaded file is unknown; one that was withheld or failed has no value. */
function inSection<Name extends 'operating_status' | 'insurance'>(
  { profile }: Compared,
  name: Name,
  show: (section: NonNullable<CarrierProfile[Name]>) => string,
): string | null {
  const section = profile[name];
  if (section) return show(section);
  return profile.errors?.[name]?.type === 'NotLoadedError' ? UNKNOWN : null;
}

/** ", few inspections (3)" for a rate of few inspections. */
function fewOf({ profile: { sources } }: Compared, kind: 'overall' | 'vehicle' | 'driver'): string {
  const few = fewText(sources?.rates[kind]);
  return few && `, ${few.toLowerCase()}`;
}

/** A rate by kind of inspection. A rate of few inspections, or below the national one, is not marked. */
function outOfServiceRate(label: string, kind: 'vehicle' | 'driver'): Fact {
  const rateOf = (carrier: Compared) => {
    const rate = carrier.profile.oos?.oos_scores[kind];
    if (rate === undefined || rate.total_inspected === 0) return null;
    return known(carrier, `oos.oos_scores.${kind}`, rate);
  };
  return {
    label,
    value: (carrier) => {
      const rate = rateOf(carrier);
      if (rate === null || rate === UNKNOWN) return rate;
      return `${percentage(rate.percent_oos, 1)} (national ${percentage(rate.national_avg, 1)})${fewOf(carrier, kind)}`;
    },
    risk: (carrier) => {
      const rate = rateOf(carrier);
      if (rate === null || rate === UNKNOWN || fewOf(carrier, kind) !== '') return null;
      return rate.percent_oos > rate.national_avg ? rate.percent_oos : 0;
    },
  };
}

/** Events of the 24 months, compared by how many there are per 100 trucks or inspections: fleets differ in size. */
function per100(
  label: string,
  unit: 'trucks' | 'inspections',
  path: string,
  countOf: (profile: CarrierProfile) => number | undefined,
): Fact {
  const shareOf = ({ profile }: Compared) => {
    const base =
      unit === 'trucks'
        ? profile.fleet_and_drivers?.fleet_overview.total_fleet
        : profile.oos?.oos_scores.overall.total_inspected;
    const events = countOf(profile);
    if (events === undefined || !base || unknownsOf(profile)(path) !== null) return null;
    return (100 * events) / base;
  };
  const few = (carrier: Compared) => (unit === 'inspections' ? fewOf(carrier, 'overall') : '');
  return {
    label: `${label} per 100 ${unit}`,
    risk: (carrier) => (few(carrier) === '' ? shareOf(carrier) : null),
    value: (carrier) => {
      const events = countOf(carrier.profile);
      if (events === undefined) return null;
      const share = shareOf(carrier);
      const perUnit = share === null ? '–' : decimal(share, 1);
      return known(carrier, path, `${perUnit} (${number(events)})${few(carrier)}`);
    },
  };
}

function percentileSource({ profile }: Compared, basic: BasicName): string {
  const found = profile.sources?.scores.basics.find((one) => one.basic === basic);
  return found ? sourceText(found.percentile_source) : '';
}

const STATUS_PATH = 'operating_status.dot_status.dot_status';

type Fleet = NonNullable<CarrierProfile['fleet_and_drivers']>;

function declared(label: string, path: string, countOf: (fleet: Fleet) => number): Fact {
  return {
    label,
    value: (carrier) => {
      const fleet = carrier.profile.fleet_and_drivers;
      return fleet && known(carrier, `fleet_and_drivers.${path}`, number(countOf(fleet)));
    },
  };
}

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
        value: (carrier) => {
          const status = carrier.profile.operating_status?.dot_status.dot_status;
          return status === undefined ? null : known(carrier, STATUS_PATH, word(status) || UNKNOWN);
        },
        isBad: (carrier) => {
          const status = carrier.profile.operating_status?.dot_status.dot_status ?? '';
          return known(carrier, STATUS_PATH, status !== '' && status !== 'ACTIVE') === true;
        },
      },
      {
        label: 'Safety rating',
        value: (carrier) => {
          const rating = carrier.profile.operating_status?.dot_status.dot_safety_rating;
          const path = 'operating_status.dot_status.dot_safety_rating';
          return rating === undefined ? null : known(carrier, path, rating || 'Not rated');
        },
      },
      {
        label: 'Common authority',
        value: (carrier) =>
          inSection(carrier, 'operating_status', ({ authorization }) => authorization.common_authority),
      },
      {
        label: 'Broker authority',
        value: (carrier) =>
          inSection(carrier, 'operating_status', ({ authorization }) => authorization.broker_authority),
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
        value: (carrier) =>
          inSection(carrier, 'insurance', ({ active_insurance }) => active_insurance.bipd_primary_status),
      },
      {
        label: 'Liability on file',
        value: (carrier) =>
          inSection(
            carrier,
            'insurance',
            ({ active_insurance: { bipd_primary_insurance_on_file: amount } }) =>
              known(carrier, 'insurance.active_insurance.bipd_primary_insurance_on_file', money(amount)),
          ),
      },
      {
        label: 'Cargo',
        value: (carrier) =>
          inSection(carrier, 'insurance', ({ active_insurance }) => active_insurance.cargo_status),
      },
    ],
  },
  {
    title: 'Fleet',
    facts: [
      declared('Power units', 'fleet_overview.total_fleet', (fleet) => fleet.fleet_overview.total_fleet),
      declared('Drivers', 'drivers.driver_count', (fleet) => fleet.drivers.driver_count),
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
      {
        label: 'ISS score',
        risk: (carrier) => {
          const score = known(carrier, 'oos.iss_score', carrier.profile.oos?.iss_score ?? null);
          return score === UNKNOWN ? null : score;
        },
        value: (carrier) =>
          carrier.profile.oos && known(carrier, 'oos.iss_score', number(carrier.profile.oos.iss_score)),
        source: ({ profile: { sources } }) => (sources ? sourceText(sources.iss.source) : ''),
      },
      ...BASICS.map(
        (basic): Fact => ({
          label: BASIC_TITLES[basic],
          risk: ({ profile: { oos } }) => oos?.basic_scores[basic].score ?? null,
          plain: (carrier) => {
            const score = carrier.profile.oos?.basic_scores[basic].score ?? null;
            return known(carrier, `oos.basic_scores.${basic}`, score);
          },
          source: (carrier) => percentileSource(carrier, basic),
          value: (carrier) => {
            const score = carrier.profile.oos?.basic_scores[basic];
            if (known(carrier, `oos.basic_scores.${basic}`, '') === UNKNOWN) return UNKNOWN;
            if (!score || (score.score === null && !score.is_escalate)) return null;
            return (
              <>
                {score.score === null ? 'No percentile' : percentage(score.score)}
                {score.is_escalate && <span className="badge badge-failed">Alert</span>}
              </>
            );
          },
        }),
      ),
      outOfServiceRate('Vehicle out-of-service rate', 'vehicle'),
      outOfServiceRate('Driver out-of-service rate', 'driver'),
      per100(
        'Most severe violations',
        'inspections',
        'violations',
        ({ violations }) => violations?.most_severe_violations_count,
      ),
      per100('Crashes', 'trucks', 'oos.crash_information', ({ oos }) => oos?.crash_information.crash_count),
      per100('Deaths', 'trucks', 'oos.crash_information', ({ oos }) => oos?.crash_information.fatalities),
      {
        label: 'Signals',
        risk: ({ signals }) => signals?.signals.length ?? null,
        value: ({ signals }) => {
          if (signals === undefined) return null;
          const unjudged = signals.not_judged.length;
          return `${number(signals.signals.length)}${unjudged > 0 ? ` (${unjudged} kinds not judged)` : ''}`;
        },
      },
    ],
  },
];

/** The rows of the CSV file: each fact with its value and its source for every carrier. */
export function csvOf(numbers: string[], carriers: (Compared | null)[]) {
  return {
    header: ['Fact', ...numbers.flatMap((one) => [`USDOT ${one}`, `USDOT ${one} source`])],
    rows: groups.flatMap(({ facts }) =>
      facts.map((fact) => [
        fact.label,
        ...carriers.flatMap((carrier) => [
          plainOf(fact, carrier),
          carrier ? (fact.source?.(carrier) ?? '') : '',
        ]),
      ]),
    ),
  };
}

function plainOf({ value, plain }: Fact, carrier: Compared | null): string | number | null {
  if (carrier === null) return null;
  if (plain) return plain(carrier);
  const shown = value(carrier);
  return typeof shown === 'string' || typeof shown === 'number' ? shown : null;
}

/** The positions of the carriers with the highest figure, unless all have the same, and of those that are bad by themselves. */
export function worstOf({ risk, isBad }: Fact, carriers: (Compared | null)[]): Set<number> {
  if (isBad) return new Set(carriers.flatMap((carrier, index) => (carrier && isBad(carrier) ? [index] : [])));
  const figures = carriers.map((carrier) => (carrier && risk ? risk(carrier) : null));
  const known = figures.filter((value) => value !== null);
  const highest = Math.max(...known);
  if (known.length < 2 || known.every((value) => value === highest)) return new Set();
  return new Set(figures.flatMap((value, index) => (value === highest ? [index] : [])));
}
