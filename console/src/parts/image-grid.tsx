import type { ImageSummary } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { useCustomer } from '../lib/api.tsx';
import { localTime, place } from '../lib/format.ts';
import { Thumbnail } from './thumbnail.tsx';

export const IMAGE_STATES: Record<ImageSummary['state'], string> = {
  stored: 'Waiting',
  recognized: 'Recognized',
  failed: 'Failed',
};

/** Images with what was read, when and where. */
export function ImageGrid({ images }: { images: ImageSummary[] }) {
  const { timezone } = useCustomer().identity;
  return (
    <ul className="grid">
      {images.map((image) => (
        <li key={image.image_id}>
          <Link to="/images/$id" params={{ id: image.image_id }} className="tile" data-list-item>
            <Thumbnail url={image.thumbnail_url} alt="" />
            <span className="tile-text">
              <span className="tile-title">
                <span>{titleOf(image)}</span>
                <Badge image={image} />
              </span>
              <span>
                {[
                  image.usdot_number !== '' && image.alpr_plate_number,
                  place(image.location_city, image.location_state),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className="quiet">{localTime(new Date(image.time_captured), timezone)}</span>
              {isLate(image) && (
                <span className="quiet">Received {localTime(new Date(image.received_at), timezone)}</span>
              )}
              <span className="quiet">{image.source}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const LATE_MS = 600_000;

/** Lists are ordered by receipt, so the time of an image that came later than usual is shown, too. */
function isLate({ time_captured, received_at }: ImageSummary): boolean {
  return Date.parse(received_at) - Date.parse(time_captured) > LATE_MS;
}

/** The confidence of the USDOT number, or the state of an image that was not read. */
function Badge({ image: { state, confidence } }: { image: ImageSummary }) {
  if (state !== 'recognized') return <span className={`badge badge-${state}`}>{IMAGE_STATES[state]}</span>;
  if (confidence === 'N/A') return null;
  return <span className={`badge badge-${confidence.toLowerCase()}`}>{confidence}</span>;
}

function titleOf({ usdot_number, alpr_plate_number, state }: ImageSummary): string {
  if (usdot_number) return `USDOT ${usdot_number}`;
  if (alpr_plate_number) return alpr_plate_number;
  return state === 'recognized' ? 'No number read' : 'Not read';
}
