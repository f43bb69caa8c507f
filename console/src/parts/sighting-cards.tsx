import type { Sighting } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { useCustomer } from '../lib/api.tsx';
import { fieldLabel, localTime, percent } from '../lib/format.ts';
import { TRUCK_FIELDS } from '../lib/generated/truck-fields.ts';
import { Card, Facts } from './card.tsx';
import { ConflictsCard, EvidenceRows, OtherNumbers } from './sighting-evidence.tsx';

type Level = Sighting['usdot_number_ocr_score'];
type Imputed = Sighting['readings']['imputed'][number];
type TruckFieldName = (typeof TRUCK_FIELDS)[number]['name'];

const VIEWS: Record<string, string> = { cab: 'Cab', trailer: 'Trailer', rear: 'Rear', side: 'Full side' };
const RULES: Record<string, string> = {
  'carrier-by-docket': 'From the MC number on the truck',
  'carrier-by-vin': 'From the VIN',
  'carrier-by-plate': 'From the plate',
  'carrier-by-trailer': 'From the trailer',
  'docket-by-carrier': 'From the carrier',
  'vin-by-plate': 'From the plate',
  'vin-by-cab': 'From the carrier’s cab number',
  'cab-by-vehicle': 'From the plate or VIN',
  'logo-by-trailer': 'From the trailer number',
  'equipment-type': 'From the VIN, inspections and earlier sightings',
};
const WITNESSES: Record<string, string> = {
  name: 'the carrier name on the truck',
  docket: 'the MC number on the truck',
  vehicle: 'the plate or VIN',
  place: 'the city on the truck',
};

/** The sighting that this image is part of, together with its other images and the evidence behind it. */
export function SightingCards({ sighting, imageId }: { sighting: Sighting; imageId: string }) {
  const { latitude, longitude } = sighting;
  const { timezone } = useCustomer().identity;
  const others = sighting.readings.views.filter(({ image_id }) => image_id !== imageId);
  return (
    <>
      <Fields sighting={sighting} />
      <ConflictsCard conflicts={sighting.readings.conflicts ?? []} />
      <Card title="Location and time">
        <Facts
          rows={[
            ['Captured', <time key="captured">{localTime(new Date(sighting.time_captured), timezone)}</time>],
            ['Location', [sighting.location_city, sighting.location_state].filter(Boolean).join(', ')],
            ['Route', sighting.route],
            [
              'Coordinates',
              latitude === null || longitude === null ? 'Unknown' : `${latitude}, ${longitude}`,
            ],
            ['Source', sighting.source],
          ]}
        />
      </Card>
      {others.length > 0 && (
        <Card title="Other images of this sighting">
          <ul>
            {others.map(({ image_id, shows, time_captured }) => (
              <li key={image_id}>
                <Link to="/images/$id" params={{ id: image_id }}>
                  {VIEWS[shows] ?? 'Truck'}
                </Link>{' '}
                <span className="quiet">{localTime(new Date(time_captured), timezone)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <ImputedFields imputed={sighting.readings.imputed} />
    </>
  );
}

function Fields({ sighting }: { sighting: Sighting }) {
  const { usdot_number, readings } = sighting;
  const imputed = new Set(readings.imputed.map(({ field }) => field));
  const unknownCarrier = usdot_number === '' ? 'Unknown carrier' : `USDOT ${usdot_number}`;
  return (
    <Card title="Sighting" note={<span className="quiet">No. {sighting.sighting_id}</span>}>
      <p className="figure">
        {usdot_number === '' ? (
          unknownCarrier
        ) : (
          <Link to="/carriers/$usdot" params={{ usdot: usdot_number }}>
            {readings.usdot_number.carrier_name ?? unknownCarrier}
          </Link>
        )}
      </p>
      <Facts
        rows={TRUCK_FIELDS.map(({ name, title, score }) => [
          title,
          <span key={name} className="reading">
            {shownValue(sighting, name) || <span className="quiet">Unknown</span>}
            {imputed.has(name) ? (
              <span className="badge">Imputed</span>
            ) : readings.corrected?.includes(name) ? (
              <span className="badge badge-high">Corrected</span>
            ) : (
              <LevelBadge level={score === null ? 'N/A' : sighting[score]} />
            )}
          </span>,
        ])}
      />
      <p className="quiet reading-why">{explainUsdotNumber(readings.usdot_number)}</p>
      <OtherNumbers usdotNumbers={readings.usdot_number.others ?? []} />
      <EvidenceRows rows={readings.usdot_number.rows ?? []} label="Records behind the USDOT number" />
    </Card>
  );
}

/** The plate with its state. */
function shownValue(sighting: Sighting, name: TruckFieldName): string {
  const state = name === 'alpr_plate_number' ? sighting.plate_state : '';
  return [state, sighting[name]].filter(Boolean).join(' ');
}

function LevelBadge({ level }: { level: Level }) {
  return level === 'N/A' ? null : <span className={`badge badge-${level.toLowerCase()}`}>{level}</span>;
}

function explainUsdotNumber({ read, outcome, witnesses }: Sighting['readings']['usdot_number']) {
  const evidence = new Intl.ListFormat('en-US').format(witnesses.map((one) => WITNESSES[one] ?? one));
  if (outcome === 'confirmed') return `The USDOT number is confirmed by ${evidence}.`;
  if (outcome === 'mended') return `The USDOT number was read as ${read} and corrected by ${evidence}.`;
  if (outcome === 'corrected') return 'A person corrected the USDOT number.';
  if (outcome === 'as read') return 'A carrier has this USDOT number.';
  return outcome === 'nobody holds it' ? 'No carrier has this USDOT number.' : null;
}

/** Values that were not read but inferred, with the records that support them. */
function ImputedFields({ imputed }: { imputed: Imputed[] }) {
  if (imputed.length === 0) return null;
  return (
    <Card title="Imputed fields">
      <ul className="imputed">
        {imputed.map(({ field, value, rule, agreement, rows }) => (
          <li key={field}>
            <p>
              {fieldLabel(field)} <strong>{value}</strong>
            </p>
            <p className="quiet">
              {RULES[rule] ?? rule}; {describeSupport(rows.length, agreement)}.
            </p>
            <EvidenceRows rows={rows} label={`Records behind ${fieldLabel(field)}`} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function describeSupport(rows: number, agreement: number): string {
  const records = rows === 1 ? '1 matching record' : `${rows} matching records`;
  return agreement === 1 ? `${records}, no conflicts` : `${records}, ${percent(agreement)} agreement`;
}
