import type { ImageSummary } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { UPLOADERS, useApi, useCustomer, useRoles } from '../lib/api.tsx';
import { localTime, place } from '../lib/format.ts';
import { IMAGE_STATES } from '../lib/search.ts';
import { Empty, Loaded } from './states.tsx';
import { Thumbnail } from './thumbnail.tsx';

/** Images with what was read, when and where. */
export function ImageGrid({ images }: { images: ImageSummary[] }) {
  const { timezone } = useCustomer().identity;
  return (
    <ul className="grid">
      {images.map((image) => (
        <li key={image.image_id}>
          <Link
            to="/images/$id"
            params={{ id: image.image_id }}
            state={{ among: images.map(({ image_id }) => image_id) }}
            className="tile"
            data-list-item
          >
            <Thumbnail url={image.thumbnail_url} alt="" />
            <span className="tile-text">
              <span className="tile-title">{titleOf(image)}</span>
              <Badge image={image} />
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

type LatestProps = { count: number; intervalMs: number };

/** The newest images of the organization. */
export function LatestImages({ count, intervalMs }: LatestProps) {
  const images = useApi('listImages', { query: { page_size: count } }, { intervalMs });
  return (
    <Loaded query={images} loading={<ImageGridLoading count={count} />} roles={['image-read-endpoint']}>
      {({ images }) => (images.length === 0 ? <NoImages /> : <ImageGrid images={images} />)}
    </Loaded>
  );
}

export function NoImages() {
  const mayUpload = useRoles()(...UPLOADERS);
  return (
    <Empty title="No images yet.">
      {mayUpload
        ? 'Drop a photograph on any page, or connect a camera.'
        : 'They appear as soon as your cameras send them.'}
    </Empty>
  );
}

/** Empty tiles of the same size, while the images load. */
export function ImageGridLoading({ count }: { count: number }) {
  return (
    <ul className="grid skeleton-tiles" role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the tiles never change.
        <li key={index} className="tile">
          <span className="thumbnail" />
          <span className="tile-text" />
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
