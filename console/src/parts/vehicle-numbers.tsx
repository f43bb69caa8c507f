import type { FoundSighting } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { VEHICLE_NUMBERS, type VehicleKind } from '../lib/search.ts';

type NumberField = NonNullable<(typeof VEHICLE_NUMBERS)[VehicleKind][2]>;
type Shown = Pick<FoundSighting, NumberField | 'plate_state'>;
const KINDS = Object.entries(VEHICLE_NUMBERS) as [VehicleKind, readonly [string, string, NumberField?]][];

/** The numbers that a sighting shows, each as a link to its vehicle. */
export function VehicleNumbers({ sighting, except }: { sighting: Shown; except?: VehicleKind }) {
  const shown = KINDS.flatMap(([kind, [, , field]]) => {
    const value = field ? sighting[field] : '';
    return value === '' || kind === except ? [] : [{ kind, value }];
  });
  if (shown.length === 0) return <span className="quiet">No number read</span>;
  return (
    <span className="numbers">
      {shown.map(({ kind, value }) => (
        <VehicleLink
          key={kind}
          kind={kind}
          value={value}
          state={kind === 'plate' ? sighting.plate_state : ''}
        />
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
