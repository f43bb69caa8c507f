import type { Answer } from '@milepost/sdk';
import { type FormEvent, useCallback, useState } from 'react';
import type { Customer } from '../customer.ts';
import { Card } from '../parts/card.tsx';
import { Failure } from '../parts/failure.tsx';
import { Field } from '../parts/field.tsx';
import { Link } from '../parts/link.tsx';
import { localTime } from '../parts/local-time.ts';
import { useAnswer } from '../use-answer.ts';
import { goTo } from '../use-path.ts';

type Page = Answer<'GET', '/images'>;
type Listed = Page['images'][number];

const EVERY_MS = 15_000;
const STATES: Record<Listed['state'], string> = { stored: 'Waiting', recognized: 'Read', failed: 'Failed' };
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** The organization's pictures, newest first; any of them by its id. */
export function Pictures({ customer: { client } }: { customer: Customer }) {
  // The last picture of each page that was turned.
  const [turned, setTurned] = useState<string[]>([]);
  const before = turned.at(-1);
  const ask = useCallback(
    (signal: AbortSignal) =>
      client.request('GET', '/images', { query: before === undefined ? {} : { before }, signal }),
    [client, before],
  );
  const [answer] = useAnswer<Page>(ask, EVERY_MS);
  if (answer.state === 'failed') return <Failure error={answer.error} />;
  if (answer.state === 'loading') return <p className="quiet">Loading…</p>;
  const { images, has_more } = answer.value;
  const last = images.at(-1);
  return (
    <div className="cards">
      <Card title="Newest pictures" wide>
        {images.length === 0 && <p className="quiet">No picture yet. POST /image hands one in.</p>}
        <ul className="shots">
          {images.map((image) => (
            <Shot key={image.image_id} image={image} />
          ))}
        </ul>
        {(turned.length > 0 || has_more) && (
          <p className="row turn">
            <button
              type="button"
              className="button"
              disabled={turned.length === 0}
              onClick={() => setTurned(turned.slice(0, -1))}
            >
              Newer
            </button>
            <button
              type="button"
              className="button"
              disabled={!has_more}
              onClick={() => last && setTurned([...turned, last.image_id])}
            >
              Older
            </button>
          </p>
        )}
      </Card>
      <OpenById />
    </div>
  );
}

function Shot({ image }: { image: Listed }) {
  const place = [image.location_city, image.location_state].filter(Boolean).join(', ');
  const about = [place, image.alpr_plate_number].filter(Boolean).join(' · ');
  return (
    <li>
      <Link to={`/pictures/${image.image_id}`} className="shot">
        <span className="shot-time">{localTime(new Date(image.time_captured))}</span>
        <span>{image.source}</span>
        <span className="quiet">{about}</span>
        <span className={`badge badge-${image.state}`}>{STATES[image.state]}</span>
      </Link>
    </li>
  );
}

function OpenById() {
  const [problem, setProblem] = useState<string>();
  function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A link to the picture holds its id as well.
    const id = ID.exec(String(new FormData(event.currentTarget).get('id')))?.[0];
    if (id === undefined) setProblem('There is no id in this.');
    else goTo(`/pictures/${id.toLowerCase()}`);
  }
  return (
    <Card title="Open one" wide>
      <form className="open" onSubmit={open}>
        <Field
          label="Picture id"
          name="id"
          required
          autoComplete="off"
          spellCheck={false}
          problem={problem}
          hint="As POST /image answered it, or a link to the picture."
        />
        <button type="submit" className="button">
          Open
        </button>
      </form>
    </Card>
  );
}
