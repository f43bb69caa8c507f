import type { Sighting } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { Card } from './card.tsx';

type Readings = Sighting['readings'];
type EvidenceRow = Readings['imputed'][number]['rows'][number];
type Conflict = NonNullable<Readings['conflicts']>[number];

const TABLES: Record<string, string> = {
  observations: 'Sighting',
  inspections: 'Inspection',
  sms_inspections: 'Inspection (SMS)',
  crashes: 'Crash',
  wmi_vehicle_types: 'VIN prefix',
};

const REGISTERS: Record<string, string> = {
  census: 'the company census',
  legacy: 'the former register of authorities',
  motus: 'the register of authorities',
};

/** The records that a value rests on, with their days. */
export function EvidenceRows({ rows, label }: { rows: EvidenceRow[]; label: string }) {
  if (rows.length === 0) return null;
  // Sightings of other organizations have no key of their own.
  const numbered = rows.map((row, n) => ({ row, id: `${n} ${row.table} ${row.key}` }));
  return (
    <ul className="evidence" aria-label={label}>
      {numbered.map(({ row, id }) => (
        <li key={id}>
          <Source row={row} />
          {row.seen_at !== null && <time dateTime={row.seen_at}>{row.seen_at.slice(0, 10)}</time>}
        </li>
      ))}
    </ul>
  );
}

/** Of a sighting of another organization, only the state of the camera is known. */
function Source({ row: { table, key, region } }: { row: EvidenceRow }) {
  const title = TABLES[table] ?? table;
  if (table === 'observations' && key === '')
    return (
      <span>
        {region ? `Another organization’s sighting in ${region}` : 'Another organization’s sighting'}
      </span>
    );
  // The register, the USDOT number and the docket.
  const docket = /^(census|legacy|motus) (\d+) (\w+)$/.exec(key);
  if (table === 'carrier_dockets' && docket) {
    const [, register = '', usdot, number] = docket;
    return (
      <span>
        USDOT {usdot} with {number} in {REGISTERS[register]}
      </span>
    );
  }
  return (
    <span>
      {title} <code>{key}</code>
      {region ? ` in ${region}` : null}
    </span>
  );
}

/** Numbers of other carriers on the same door. */
export function OtherNumbers({ usdotNumbers }: { usdotNumbers: string[] }) {
  if (usdotNumbers.length === 0) return null;
  return (
    <p className="quiet reading-why">
      The door also shows <Carriers usdotNumbers={usdotNumbers} />.
    </p>
  );
}

/** What points to other carriers than the number on the truck. */
export function ConflictsCard({ conflicts }: { conflicts: Conflict[] }) {
  if (conflicts.length === 0) return null;
  return (
    <Card title="Conflicts">
      <ul className="conflicts">
        {conflicts.map(({ field, value, usdot_numbers }) => (
          <li key={`${field} ${value}`}>
            {explained(field, value)} <Carriers usdotNumbers={usdot_numbers} />.
          </li>
        ))}
      </ul>
      <p className="quiet reading-why">The USDOT number was not changed because of this.</p>
    </Card>
  );
}

function explained(field: string, value: string) {
  const shown = <strong>{value}</strong>;
  if (field === 'mc_number') return <>MC number {shown} on the truck belongs to</>;
  if (field === 'name') return <>The name {shown} beside the number belongs to</>;
  if (field === 'vin') return <>VIN {shown} was seen before with</>;
  return <>Plate {shown} was seen before with</>;
}

function Carriers({ usdotNumbers }: { usdotNumbers: string[] }) {
  return usdotNumbers.map((usdot, n) => (
    <Fragment key={usdot}>
      {n > 0 && ', '}
      <Link to="/carriers/$usdot" params={{ usdot }}>
        USDOT {usdot}
      </Link>
    </Fragment>
  ));
}
