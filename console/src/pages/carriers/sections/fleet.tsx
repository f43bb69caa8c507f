import type { AuthorityHistory, FleetAndDrivers } from '@milepost/sdk';
import type { ReactNode } from 'react';
import { count, day, decimal, number, percentage } from '../../../lib/format.ts';
import type { Unknowns } from '../../../lib/sources.ts';
import { Facts } from '../../../parts/card.tsx';
import { LineChart } from '../../../parts/charts/line-chart.tsx';
import { Unknown } from '../../../parts/unknown.tsx';

type Snapshot = AuthorityHistory['carrier_history'][number];
type Props = { fleet: FleetAndDrivers; history: Snapshot[]; unknown: Unknowns };

export function Fleet({ fleet, history, unknown }: Props) {
  const { fleet_overview, drivers, cargo_carried, fleet_age } = fleet;
  const known = (path: string, value: string): ReactNode => {
    const reason = unknown(`fleet_and_drivers.${path}`);
    return reason === null ? value : <Unknown reason={reason} />;
  };
  const { tractors, trailers } = fleet_overview;
  const snapshots = history.toSorted((a, b) => a.snapshot_date.localeCompare(b.snapshot_date));
  const size: [string, ReactNode][] = [
    ['Trucks', known('fleet_overview.total_fleet', count(fleet_overview.total_fleet, 'power unit'))],
    ['Growth', growth(snapshots)],
    ['Drivers', known('drivers.driver_count', number(drivers.driver_count))],
    ['Miles per year', known('drivers.cdl_total_miles', number(drivers.cdl_total_miles))],
  ];
  const equipment: [string, ReactNode][] = [
    [
      'Tractors',
      known(
        'fleet_overview.tractors',
        `${number(tractors.owned_count)} owned, ${number(tractors.leased_count)} leased`,
      ),
    ],
    [
      'Trailers',
      known(
        'fleet_overview.trailers',
        `${number(trailers.owned_count)} owned, ${number(trailers.leased_count)} leased`,
      ),
    ],
    [
      'Average age',
      known(
        'fleet_age',
        fleet_age.total_tractor_count === 0
          ? 'No inspected tractors'
          : `${decimal(fleet_age.avg_age_years, 1)} years (${fleet_age.oldest_unit_year} to ${fleet_age.newest_unit_year}, ${count(fleet_age.total_tractor_count, 'tractor')})`,
      ),
    ],
    ['Cargo', known('cargo_carried', cargo_carried.join(', ') || '–')],
  ];
  if (snapshots.length < 2)
    return (
      <div className="columns">
        <Facts rows={size} />
        <Facts rows={equipment} />
      </div>
    );
  return (
    <div className="columns">
      <Facts rows={[...size, ...equipment]} />
      <LineChart
        title="Power units and drivers in the census"
        days={snapshots.map(({ snapshot_date }) => snapshot_date)}
        series={[
          { name: 'Power units', values: snapshots.map(({ power_units }) => power_units) },
          { name: 'Drivers', values: snapshots.map(({ drivers }) => drivers) },
        ]}
      />
    </div>
  );
}

/** The change between the oldest and the newest census in the archive. */
function growth(snapshots: Snapshot[]): string {
  const [first, last] = [snapshots[0], snapshots.at(-1)];
  if (!first || !last || first === last)
    return first ? `Archive begins ${day(first.snapshot_date)}` : 'No archive yet';
  const change = last.power_units - first.power_units;
  const since = `since ${day(first.snapshot_date)}`;
  if (change === 0) return `None ${since}`;
  const sign = change > 0 ? '+' : '−';
  const amount = Math.abs(change);
  const share =
    first.power_units === 0 ? '' : ` (${sign}${percentage((100 * amount) / first.power_units, 1)})`;
  return `${sign}${count(amount, 'power unit')}${share} ${since}`;
}
