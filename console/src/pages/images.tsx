import type { ImageSummary } from '@milepost/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useApi, useCustomer } from '../lib/api.tsx';
import { localTime } from '../lib/format.ts';
import { Card } from '../parts/card.tsx';
import { Field } from '../parts/field.tsx';
import { Pager } from '../parts/pager.tsx';
import { Loaded } from '../parts/states.tsx';

const INTERVAL_MS = 15_000;
const STATES: Record<ImageSummary['state'], string> = {
  stored: 'Waiting',
  recognized: 'Recognized',
  failed: 'Failed',
};
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

export function Page() {
  // The last image ID of each newer page.
  const [cursors, setCursors] = useState<string[]>([]);
  const before = cursors.at(-1);
  const images = useApi(
    'listImages',
    { query: before === undefined ? {} : { before } },
    { intervalMs: INTERVAL_MS, keepPrevious: true },
  );
  return (
    <div className="cards">
      <Card title="Latest images" wide>
        <Loaded query={images} lines={10}>
          {({ images, has_more }) => {
            const last = images.at(-1);
            const newer = before === undefined ? undefined : () => setCursors(cursors.slice(0, -1));
            const older = has_more && last ? () => setCursors([...cursors, last.image_id]) : undefined;
            return (
              <>
                {images.length === 0 && <p className="quiet">No images yet. Submit one with POST /image.</p>}
                <ul>
                  {images.map((image) => (
                    <ImageRow key={image.image_id} image={image} />
                  ))}
                </ul>
                <Pager onNewer={newer} onOlder={older} />
              </>
            );
          }}
        </Loaded>
      </Card>
      <OpenById />
    </div>
  );
}

function ImageRow({ image }: { image: ImageSummary }) {
  const { timezone } = useCustomer().identity;
  const location = [image.location_city, image.location_state].filter(Boolean).join(', ');
  return (
    <li>
      <Link to="/images/$id" params={{ id: image.image_id }} className="image-row">
        <span className="image-row-time">{localTime(new Date(image.time_captured), timezone)}</span>
        <span>{image.source}</span>
        <span className="quiet">{[location, image.alpr_plate_number].filter(Boolean).join(' · ')}</span>
        <span className={`badge badge-${image.state}`}>{STATES[image.state]}</span>
      </Link>
    </li>
  );
}

function OpenById() {
  const [error, setError] = useState<string>();
  const navigate = useNavigate();
  function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const id = UUID.exec(String(new FormData(event.currentTarget).get('id')))?.[0];
    if (id === undefined) setError('Enter an image ID or a link that contains one.');
    else navigate({ to: '/images/$id', params: { id: id.toLowerCase() } });
  }
  return (
    <Card title="Open an image" wide>
      <form className="open" onSubmit={open}>
        <Field
          label="Image ID"
          name="id"
          required
          autoComplete="off"
          spellCheck={false}
          error={error}
          hint="The image_id that POST /image returned, or a link to the image."
        />
        <button type="submit" className="button">
          Open
        </button>
      </form>
    </Card>
  );
}
