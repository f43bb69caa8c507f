import type { ImageSummary } from '@milepost/sdk';
import { type FormEvent, useState } from 'react';
import { localTime } from '../lib/format.ts';
import { goTo } from '../lib/path.ts';
import type { Customer } from '../lib/session.ts';
import { useRequest } from '../lib/use-request.ts';
import { Card } from '../parts/card.tsx';
import { Pending } from '../parts/failure.tsx';
import { Field } from '../parts/field.tsx';
import { Link } from '../parts/link.tsx';
import { Pager } from '../parts/pager.tsx';

const INTERVAL_MS = 15_000;
const STATES: Record<ImageSummary['state'], string> = {
  stored: 'Waiting',
  recognized: 'Recognized',
  failed: 'Failed',
};
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

export function Images({ customer: { client } }: { customer: Customer }) {
  // The last image ID of each newer page.
  const [cursors, setCursors] = useState<string[]>([]);
  const before = cursors.at(-1);
  const [result] = useRequest(
    (signal) => client.request('GET', '/images', { query: before === undefined ? {} : { before }, signal }),
    [client, before],
    INTERVAL_MS,
  );
  if (result.state !== 'done') return <Pending result={result} />;
  const { images, has_more } = result.value;
  const last = images.at(-1);
  const newer = before === undefined ? undefined : () => setCursors(cursors.slice(0, -1));
  const older = has_more && last ? () => setCursors([...cursors, last.image_id]) : undefined;
  return (
    <div className="cards">
      <Card title="Latest images" wide>
        {images.length === 0 && <p className="quiet">No images yet. Submit one with POST /image.</p>}
        <ul>
          {images.map((image) => (
            <ImageRow key={image.image_id} image={image} />
          ))}
        </ul>
        {(newer || older) && <Pager onNewer={newer} onOlder={older} />}
      </Card>
      <OpenById />
    </div>
  );
}

function ImageRow({ image }: { image: ImageSummary }) {
  const location = [image.location_city, image.location_state].filter(Boolean).join(', ');
  return (
    <li>
      <Link to={`/images/${image.image_id}`} className="image-row">
        <span className="image-row-time">{localTime(new Date(image.time_captured))}</span>
        <span>{image.source}</span>
        <span className="quiet">{[location, image.alpr_plate_number].filter(Boolean).join(' · ')}</span>
        <span className={`badge badge-${image.state}`}>{STATES[image.state]}</span>
      </Link>
    </li>
  );
}

function OpenById() {
  const [error, setError] = useState<string>();
  function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const id = UUID.exec(String(new FormData(event.currentTarget).get('id')))?.[0];
    if (id === undefined) setError('Enter an image ID or a link that contains one.');
    else goTo(`/images/${id.toLowerCase()}`);
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
