import type { MatchedSighting } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCustomer } from '../lib/api.tsx';
import { localTime, place } from '../lib/format.ts';
import { TRUCK_FIELDS } from '../lib/generated/truck-fields.ts';
import { useCarrierName } from '../lib/use-carrier-name.ts';
import { samePath, Thumbnail } from './thumbnail.tsx';

type Props = { sighting: MatchedSighting; heading?: ReactNode; children?: ReactNode };

/** A sighting in a list: its image, when and where, the carrier, and what was read. */
export function SightingEntry({ sighting, heading, children }: Props) {
  const { timezone } = useCustomer().identity;
  const [image] = sighting.images;
  const { usdot_number, carrier_name } = sighting;
  const foundName = useCarrierName(carrier_name === '' ? usdot_number : '');
  const thumbnail = <Thumbnail url={image?.thumbnail_url} alt="The truck" />;
  return (
    <div className="entry">
      {image === undefined ? (
        thumbnail
      ) : (
        <a
          href={samePath(image.image_url)}
          target="_blank"
          rel="noreferrer"
          className="entry-image"
          data-list-item={usdot_number === '' || undefined}
        >
          {thumbnail}
          <span className="hidden">Open the image</span>
        </a>
      )}
      <div className="entry-text">
        {heading}
        <p>
          <strong>{localTime(new Date(sighting.time_captured), timezone)}</strong>
        </p>
        <p className="quiet">
          {[place(sighting.location_city, sighting.location_state), sighting.route]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {usdot_number !== '' && (
          <p>
            <Link to="/carriers/$usdot" params={{ usdot: usdot_number }} data-list-item>
              {carrier_name || foundName || `USDOT ${usdot_number}`}
            </Link>
          </p>
        )}
        <Readings sighting={sighting} />
        {children}
      </div>
    </div>
  );
}

const READ = TRUCK_FIELDS.filter((field) => !field.isDerived).toSorted((a, b) => a.position - b.position);

function Readings({ sighting }: { sighting: MatchedSighting }) {
  return (
    <p className="tags">
      {READ.map(
        ({ name, label }) =>
          sighting[name] !== '' && (
            <span key={name} className="tag">
              {label} <strong>{sighting[name]}</strong>
            </span>
          ),
      )}
    </p>
  );
}
