import type { Image } from '@milepost/sdk';
import { localTime } from '../lib/format.ts';
import type { Customer } from '../lib/session.ts';
import { useImage } from '../lib/use-image.ts';
import { AnnotatedImage } from '../parts/annotated-image.tsx';
import { Card, Facts } from '../parts/card.tsx';
import { Failure } from '../parts/failure.tsx';
import { WarningIcon } from '../parts/icons.tsx';
import { Link } from '../parts/link.tsx';
import { SightingCards } from '../parts/sighting-cards.tsx';

/** One image: the text read from it and the resulting sighting. */
export function ImagePage({ customer: { client }, id }: { customer: Customer; id: string }) {
  const [result, reload] = useImage(client, id);
  if (result.state === 'loading') return <p className="quiet">Loading…</p>;
  if (result.state === 'failed') {
    const { status } = result.error;
    const isPermanent = status === 400 || status === 404;
    return (
      <div className="stack">
        <Failure error={result.error} {...(status === 400 && { message: 'This is not a valid image ID.' })} />
        {isPermanent ? (
          <Link to="/images">All images</Link>
        ) : (
          <button type="button" className="button" onClick={reload}>
            Try again
          </button>
        )}
      </div>
    );
  }
  const image = result.value;
  return (
    <div className="beside">
      <AnnotatedImage image={image} />
      <div className="stack">
        {image.sighting ? (
          <SightingCards sighting={image.sighting} imageId={image.image_id} />
        ) : (
          <Status image={image} />
        )}
        <Card title="Submission">
          <Facts
            rows={[
              ['Received', <time key="received">{localTime(new Date(image.received_at))}</time>],
              ['Source', image.source],
              ['Format', image.format.toUpperCase()],
              ['ID', <code key="id">{image.image_id}</code>],
            ]}
          />
        </Card>
      </div>
    </div>
  );
}

function Status({ image: { state, failure_reason } }: { image: Image }) {
  if (state === 'stored') {
    return (
      <Card title="Status">
        <p className="figure" role="status">
          <span className="lamp lamp-waiting" aria-hidden="true" />
          Waiting for recognition
        </p>
        <p className="quiet">This page updates automatically.</p>
      </Card>
    );
  }
  if (state === 'failed') {
    return (
      <div className="failure" role="status">
        <WarningIcon />
        <p>The image could not be read. {failure_reason}</p>
      </div>
    );
  }
  return <p className="notice">This image did not produce a sighting.</p>;
}
