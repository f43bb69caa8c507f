import type { VehicleSummary } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { useCustomer } from '../../lib/api.tsx';
import { count, localTime } from '../../lib/format.ts';

/** The carriers that a plate or VIN was recorded with. */
export function Vehicles({ vehicles }: { vehicles: VehicleSummary[] }) {
  const { timezone } = useCustomer().identity;
  if (vehicles.length === 0) return null;
  return (
    <section className="card" aria-label="Vehicles">
      <p className="quiet">{count(vehicles.length, 'carrier')} of this vehicle</p>
      <ul className="results">
        {vehicles.map((vehicle) => {
          const { usdot_number: usdot, value, kind } = vehicle;
          const content = (
            <>
              <span className="result-name">
                <code>{value}</code> {vehicle.plate_state} · {vehicle.legal_name || 'Unknown carrier'}
              </span>
              <span className="quiet">
                {[
                  kind === 'vin' ? 'VIN' : 'Plate',
                  usdot && `USDOT ${usdot}`,
                  count(vehicle.records, 'record'),
                  `last ${localTime(new Date(vehicle.last_seen), timezone)}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </>
          );
          return (
            <li key={`${usdot} ${vehicle.plate_state}`} className="result">
              {usdot === '' ? (
                <span className="result-link">{content}</span>
              ) : (
                <Link
                  to="/carriers/$usdot"
                  params={{ usdot }}
                  search={{ 'records.find': value }}
                  hash="where"
                  className="result-link"
                  data-list-item
                >
                  {content}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
