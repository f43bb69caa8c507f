import type { AuthorityHistory, FleetAndDrivers } from '@milepost/sdk';
import { count, day, number } from '../../../lib/format.ts';
import { Facts } from '../../../parts/card.tsx';
import { LineChart } from '../../../parts/line-chart.tsx';

type Props = { fleet: FleetAndDrivers; history: AuthorityHistory['carrier_history'] };

export function Fleet({ fleet: { fleet_overview, drivers, cargo_carried, fleet_age }, history }: Props) {
  const { tractors, trailers } = fleet_overview;
  const snapshots = history.toSorted((a, b) => a.snapshot_date.localeCompare(b.snapshot_date));
  return (
    <div className="columns">
      <Facts
        rows={[
          ['Trucks', count(fleet_overview.total_fleet, 'power unit')],
          ['Tractors', `${number(tractors.owned_count)} owned, ${number(tractors.leased_count)} leased`],
          ['Trailers', `${number(trailers.owned_count)} owned, ${number(trailers.leased_count)} leased`],
          ['Drivers', number(drivers.driver_count)],
          ['Miles per year', number(drivers.cdl_total_miles)],
          [
            'Average age',
            fleet_age.total_tractor_count === 0
              ? 'No inspected tractors'
              : `${fleet_age.avg_age_years.toFixed(1)} years (${fleet_age.oldest_unit_year} to ${fleet_age.newest_unit_year}, ${count(fleet_age.total_tractor_count, 'tractor')})`,
          ],
          ['Cargo', cargo_carried.join(', ') || '–'],
        ]}
      />
      {snapshots.length > 1 && (
        <LineChart
          title="Power units and drivers"
          labels={snapshots.map(({ snapshot_date }) => day(snapshot_date))}
          series={[
            { name: 'Power units', values: snapshots.map(({ power_units }) => power_units) },
            { name: 'Drivers', values: snapshots.map(({ drivers }) => drivers) },
          ]}
        />
      )}
    </div>
  );
}
