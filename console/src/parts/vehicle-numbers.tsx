import type { FoundSighting } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { VEHICLE_NUMBERS, type VehicleKind } from '../lib/search.ts';

type Shown = Pick<
  FoundSighting,
  'alpr_plate_number' | 'plate_state' | 'equipment_number' | 'cab_number' | 'vin'
>;

/** The numbers that a sighting shows, each as a link to its vehicle. */
export function VehicleNumbers({ sighting, except }: { sighting: Shown; except?: VehicleKind }) {
  const all: [kind: VehicleKind, value: string, state?: string][] = [
    ['plate', sighting.alpr_plate_number, sighting.plate_state],
    ['trailer', sighting.equipment_number],
    ['cab', sighting.cab_number],
    ['vin', sighting.vin],
  ];
  const shown = all.filter(([kind, value]) => value !== '' && kind !== except);
  if (shown.length === 0) return <span className="quiet">No number read</span>;
  return (
    <span className="numbers">
      {shown.map(([kind, value, state]) => (
        <VehicleLink key={kind} kind={kind} value={value} state={state ?? ''} />
      ))}
    </span>
  );
}

type LinkProps = { kind: VehicleKind; value: string; state?: string };

export function VehicleLink({ kind, value, state = '' }: LinkProps) {
  return (
    <Link
      to="/vehicles/$kind/$value"
      params={{ kind, value }}
      search={state === '' ? {} : { plate_state: state }}
      className="number"
    >
      <span className="number-kind">{VEHICLE_NUMBERS[kind][0]}</span> <code>{value}</code>
      {state !== '' && <span className="number-kind">{state}</span>}
    </Link>
  );
}
