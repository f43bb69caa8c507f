import type { Sighting } from '../use-picture.ts';
import { Card } from './card.tsx';
import { fieldLabel } from './field-label.ts';

type Imputed = Sighting['readings']['imputed'][number];

const RULES: Record<string, string> = {
  'carrier-by-docket': 'By the MC number on the truck',
  'carrier-by-vin': 'By the VIN',
  'carrier-by-plate': 'By the plate',
  'carrier-by-trailer': 'By the trailer',
  'docket-by-carrier': 'By the carrier',
  'vin-by-plate': 'By the plate',
  'vin-by-cab': 'By the carrier’s cab number',
  'cab-by-vehicle': 'By the plate or VIN',
  'logo-by-trailer': 'By the trailer number',
  'equipment-type': 'By the VIN, inspections and earlier sightings',
};
const TABLES: Record<string, string> = {
  observations: 'Sighting',
  inspections: 'Inspection',
  sms_inspections: 'Inspection (SMS)',
  crashes: 'Crash',
  carrier_dockets: 'Registration',
  wmi_vehicle_types: 'VIN beginning',
};

/** What nobody read, and the rows that say it. */
export function Inferred({ imputed }: { imputed: Imputed[] }) {
  if (imputed.length === 0) return null;
  return (
    <Card title="What was inferred">
      <ul className="inferred">
        {imputed.map(({ field, value, rule, agreement, rows }) => (
          <li key={field}>
            <p>
              {fieldLabel(field)} <strong>{value}</strong>
            </p>
            <p className="quiet">
              {RULES[rule] ?? rule}; {said(rows.length, agreement)}.
            </p>
            <ul className="evidence">
              {rows.map(({ table, key, seen_at }) => (
                <li key={`${table} ${key}`}>
                  {TABLES[table] ?? table} <code>{key}</code>
                  {seen_at !== null && <time dateTime={seen_at}>{seen_at.slice(0, 10)}</time>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function said(rows: number, agreement: number): string {
  const whole = rows === 1 ? 'one record says so' : `${rows} records say so`;
  return agreement === 1
    ? `${whole}, none otherwise`
    : `${whole}, ${Math.round(agreement * 100)}% of the evidence`;
}
