import type { Customer } from '../customer.ts';
import { Card } from '../parts/card.tsx';
import { Facts } from '../parts/facts.tsx';
import { Failure } from '../parts/failure.tsx';
import { WarningIcon } from '../parts/icons.tsx';
import { Inferred } from '../parts/inferred.tsx';
import { Link } from '../parts/link.tsx';
import { localTime } from '../parts/local-time.ts';
import { ReadPicture } from '../parts/read-picture.tsx';
import { SightingCards } from '../parts/sighting-cards.tsx';
import { type Image, usePicture } from '../use-picture.ts';

/** One picture: what was read on it, and what came of it. */
export function Picture({ customer: { client }, id }: { customer: Customer; id: string }) {
  const [answer, again] = usePicture(client, id);
  if (answer.state === 'loading') return <p className="quiet">Loading…</p>;
  if (answer.state === 'failed') {
    const { status } = answer.error;
    // A wrong address stays wrong; anything else may pass.
    const isWrong = status === 400 || status === 404;
    return (
      <div className="stack">
        <Failure
          error={answer.error}
          {...(status === 400 && { sentence: 'This is not the id of a picture.' })}
        />
        {isWrong ? (
          <Link to="/pictures">All pictures</Link>
        ) : (
          <button type="button" className="button" onClick={again}>
            Try again
          </button>
        )}
      </div>
    );
  }
  const image = answer.value;
  return (
    <div className="beside">
      <ReadPicture image={image} />
      <div className="stack">
        <Became image={image} />
        {image.sighting && <SightingCards sighting={image.sighting} imageId={image.image_id} />}
        {image.sighting && <Inferred imputed={image.sighting.readings.imputed} />}
        <Card title="Handed in">
          <Facts
            rows={[
              ['Received', <time key="at">{localTime(new Date(image.received_at))}</time>],
              ['Source', image.source],
              ['Format', image.format.toUpperCase()],
              ['Id', <code key="id">{image.image_id}</code>],
            ]}
          />
        </Card>
      </div>
    </div>
  );
}

/** Said only while there is no sighting to show instead. */
function Became({ image: { state, failure_reason, sighting } }: { image: Image }) {
  if (state === 'stored') {
    return (
      <Card title="State">
        <p className="figure" role="status">
          <span className="lamp lamp-waiting" aria-hidden="true" />
          Waiting to be read
        </p>
        <p className="quiet">What was read appears here by itself.</p>
      </Card>
    );
  }
  if (state === 'failed') {
    return (
      <div className="failure" role="status">
        <WarningIcon />
        <p>It could not be read. {failure_reason}</p>
      </div>
    );
  }
  return sighting === null ? <p className="notice">No sighting came of it.</p> : null;
}
