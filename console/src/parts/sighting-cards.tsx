import type { ReactNode } from 'react';
import type { Sighting } from '../use-picture.ts';
import { Card } from './card.tsx';
import { Facts } from './facts.tsx';
import { fieldLabel } from './field-label.ts';
import { Link } from './link.tsx';
import { localTime } from './local-time.ts';
import { Score } from './score.tsx';

/** What the picture came to, together with others of the same truck. */
export function SightingCards({ sighting, imageId }: { sighting: Sighting; imageId: string }) {
  const { latitude, longitude } = sighting;
  const others = sighting.readings.views.filter(({ image_id }) => image_id !== imageId);
  return (
    <>
      <Fields sighting={sighting} />
      <Card title="Where and when">
        <Facts
          rows={[
            ['Captured', <time key="at">{localTime(new Date(sighting.time_captured))}</time>],
            ['Place', [sighting.location_city, sighting.location_state].filter(Boolean).join(', ')],
            ['Route', sighting.route],
            ['Position', latitude === null || longitude === null ? 'not known' : `${latitude}, ${longitude}`],
            ['Source', sighting.source],
          ]}
        />
      </Card>
      {others.length > 0 && (
        <Card title="Other pictures of this sighting">
          <ul className="links">
            {others.map(({ image_id, shows, time_captured }) => (
              <li key={image_id}>
                <Link to={`/pictures/${image_id}`}>{SHOWS[shows] ?? 'The truck'}</Link>{' '}
                <span className="quiet">{localTime(new Date(time_captured))}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

const SHOWS: Record<string, string> = { cab: 'Cab', trailer: 'Trailer', rear: 'Rear', side: 'Whole side' };

function Fields({ sighting }: { sighting: Sighting }) {
  const { usdot_number, readings } = sighting;
  const inferred = new Set(readings.imputed.map(({ field }) => field));
  const rows: [field: string, value: string, score: ReactNode][] = [
    ['usdot_number', usdot_number, <Score key="score" score={sighting.usdot_number_ocr_score} />],
    ['mc_number', sighting.mc_number, <Score key="score" score={sighting.mc_number_ocr_score} />],
    ['vin', sighting.vin, <Score key="score" score={sighting.vin_ocr_score} />],
    ['cab_number', sighting.cab_number, <Score key="score" score={sighting.cab_number_ocr_score} />],
    [
      'equipment_number',
      sighting.equipment_number,
      <Score key="score" score={sighting.trailer_number_ocr_score} />,
    ],
    [
      'equipment_logo',
      sighting.equipment_logo,
      <Score key="score" score={sighting.trailer_logo_ocr_score} />,
    ],
    ['equipment_type', sighting.equipment_type, null],
    ['alpr_plate_number', [sighting.plate_state, sighting.alpr_plate_number].filter(Boolean).join(' '), null],
  ];
  return (
    <Card title="Sighting" note={<span className="quiet">No. {sighting.sighting_id}</span>}>
      <p className="figure">
        {readings.usdot_number.carrier_name ??
          (usdot_number === '' ? 'Carrier not known' : `USDOT ${usdot_number}`)}
      </p>
      <Facts
        rows={rows.map(([field, value, score]) => [
          fieldLabel(field),
          <span key={field} className="reading">
            {value === '' ? <span className="quiet">not known</span> : value}
            {inferred.has(field) ? <span className="badge">Inferred</span> : score}
          </span>,
        ])}
      />
      <p className="quiet reading-why">{whyOf(readings.usdot_number)}</p>
    </Card>
  );
}

/** How the USDOT number stood against the carriers that exist. */
function whyOf({ read, outcome, witnesses }: Sighting['readings']['usdot_number']): string | null {
  const by = new Intl.ListFormat('en').format(witnesses);
  if (outcome === 'confirmed') return `The USDOT number is confirmed by ${by}.`;
  if (outcome === 'mended') return `The USDOT number was read as ${read} and mended by ${by}.`;
  if (outcome === 'as read') return 'A carrier holds this USDOT number.';
  return outcome === 'nobody holds it' ? 'No carrier that is known holds this USDOT number.' : null;
}
