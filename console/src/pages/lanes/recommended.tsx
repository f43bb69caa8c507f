import type { CarrierRecommendation } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { count, money, number, percentage, place } from '../../lib/format.ts';
import { type Column, DataTable } from '../../parts/tables/data-table.tsx';

type Props = { carriers: CarrierRecommendation[]; hasBothEnds: boolean };

/** The carriers with the parts of their scores. */
export function Recommended({ carriers, hasBothEnds }: Props) {
  const days: Column<CarrierRecommendation> = {
    id: 'days',
    label: hasBothEnds ? 'Runs' : 'Days nearby',
    value: ({ explain }) => (hasBothEnds ? (explain?.lane.runs ?? 0) : nearby(explain)),
    show: ({ explain }) =>
      hasBothEnds
        ? `${explain?.lane.runs ?? 0} there, ${explain?.lane.runs_back ?? 0} back`
        : count(nearby(explain), 'day'),
    align: 'right',
  };
  return (
    <DataTable
      caption="Carriers for the lane"
      name="carriers"
      rows={carriers}
      noun="carrier"
      empty="No carrier matches."
      file="lane-carriers"
      pageSize={25}
      columns={[
        {
          id: 'name',
          label: 'Carrier',
          value: (one) => one.legal_name,
          show: (one) => <Carrier carrier={one} />,
        },
        {
          id: 'score',
          label: 'Score',
          value: (one) => one.carrier_score_scaled,
          show: (one) => <Score carrier={one} />,
        },
        days,
        {
          id: 'trucks',
          label: 'Trucks',
          value: (one) => one.carrier_total_power_units,
          show: (one) => number(one.carrier_total_power_units),
          align: 'right',
        },
        {
          id: 'insurance',
          label: 'Liability',
          value: (one) => one.bipd_insurance_on_file,
          show: (one) =>
            one.bipd_insurance_on_file > 0 ? money(one.bipd_insurance_on_file) : 'None on file',
          align: 'right',
        },
        {
          id: 'oos',
          label: 'Out of service',
          value: (one) => one.carrier_vehicle_oos_rate,
          show: (one) => (
            <span className="lane-rates">
              <span>Vehicles {percentage(one.carrier_vehicle_oos_rate, 1)}</span>
              <span>Drivers {percentage(one.carrier_driver_oos_rate, 1)}</span>
            </span>
          ),
          align: 'right',
        },
        { id: 'phone', label: 'Telephone', value: (one) => one.telephone },
      ]}
    />
  );
}

const nearby = (explain: CarrierRecommendation['explain']) =>
  (explain?.lane.origin_days ?? 0) + (explain?.lane.destination_days ?? 0);

function Carrier({ carrier }: { carrier: CarrierRecommendation }) {
  const { dot_number: usdot, legal_name, phy_city, phy_state } = carrier;
  return (
    <span className="lane-carrier">
      <Link to="/carriers/$usdot" params={{ usdot }}>
        {legal_name || `USDOT ${usdot}`}
      </Link>
      <span className="quiet">
        {[`USDOT ${usdot}`, place(phy_city, phy_state)].filter(Boolean).join(' · ')}
      </span>
      {(carrier.is_inbound || carrier.is_possible_backhaul || !carrier.is_visually_sighted) && (
        <span className="row lane-badges">
          {carrier.is_inbound && <span className="badge badge-active">Inbound</span>}
          {carrier.is_possible_backhaul && <span className="badge">Backhaul</span>}
          {!carrier.is_visually_sighted && <span className="badge">Federal records only</span>}
        </span>
      )}
    </span>
  );
}

/** The sum, and a bar of its three parts. */
function Score({ carrier: { carrier_score_scaled: score, explain } }: { carrier: CarrierRecommendation }) {
  const parts = [
    ['lane', explain?.lane.points ?? 0],
    ['equipment', explain?.equipment.points ?? 0],
    ['company', explain?.company.points ?? 0],
  ] as const;
  const text = parts.map(([name, points]) => `${name} ${points}`).join(', ');
  return (
    <span className="lane-score">
      <strong>{score}</strong>
      <span className="lane-parts" aria-hidden="true">
        {parts.map(([name, points]) => (
          <span key={name} className={`lane-part lane-part-${name}`} style={{ width: `${points}%` }} />
        ))}
      </span>
      <span className="quiet">{text}</span>
    </span>
  );
}
