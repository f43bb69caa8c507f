import type { Image } from '@milepost/sdk';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { ChevronLeftIcon, ChevronRightIcon, TriangleAlertIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useApi, useCustomer, useRoles } from '../lib/api.tsx';
import { localTime } from '../lib/format.ts';
import { useTitle } from '../lib/title.tsx';
import { isTyping } from '../lib/use-list-keys.ts';
import { useDialog } from '../lib/use-view.ts';
import { AnnotatedImage } from '../parts/annotated-image.tsx';
import { Button } from '../parts/button.tsx';
import { Card, Facts } from '../parts/card.tsx';
import { Corrections, type Picked, pickedFrom } from '../parts/correction.tsx';
import { SightingCards } from '../parts/sighting-cards.tsx';
import { Failure, Skeleton } from '../parts/states.tsx';

const MIN_POLL_MS = 2_000;
const MAX_POLL_MS = 15_000;

/** One image: the text read from it and the resulting sighting. */
export function Page() {
  const { id } = useParams({ from: '/images/$id' });
  return <ImageDetails key={id} id={id} />;
}

function ImageDetails({ id }: { id: string }) {
  const { timezone } = useCustomer().identity;
  const { data, error, refetch } = useApi('getImage', { path: { image_id: id } }, { intervalMs: pollMs });
  const mayCorrect = useRoles()('admin', 'image-correction-endpoint');
  const [picked, setPicked] = useState<Picked | null>(null);
  const [, openCorrection] = useDialog('correction');
  const correct = (line: number) => {
    setPicked(data?.readings ? pickedFrom(data.readings, line) : null);
    openCorrection(true);
  };
  useTitle(titleOf(data));
  if (data === undefined) {
    if (error === null) return <Skeleton lines={10} />;
    const isPermanent = error.status === 400 || error.status === 404;
    return (
      <div className="stack">
        <Failure
          error={error}
          message={error.status === 400 ? 'This is not a valid image ID.' : undefined}
          onRetry={isPermanent ? undefined : () => refetch()}
        />
      </div>
    );
  }
  const image = data;
  return (
    <div className="beside">
      <div className="stack">
        <Neighbors id={id} />
        <AnnotatedImage image={image} onPick={mayCorrect ? correct : undefined} />
      </div>
      <div className="stack">
        {image.sighting ? (
          <SightingCards sighting={image.sighting} imageId={image.image_id} />
        ) : (
          <Status image={image} />
        )}
        {image.sighting && image.state === 'stored' && (
          <p className="notice" role="status">
            This image is being read again.
          </p>
        )}
        <Corrections image={image} picked={picked} />
        <Card title="Submission">
          <Facts
            rows={[
              ['Received', <time key="received">{localTime(new Date(image.received_at), timezone)}</time>],
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

/** The images before and after this one in the list that led here. The left and right arrow keys turn them, too. */
function Neighbors({ id }: { id: string }) {
  const among = useLocation({ select: ({ state }) => state.among });
  const navigate = useNavigate();
  const index = among?.indexOf(id) ?? -1;
  const former = among?.[index - 1];
  const next = index === -1 ? undefined : among?.[index + 1];
  const go = (to: string | undefined) => {
    if (to !== undefined)
      navigate({ to: '/images/$id', params: { id: to }, state: { among }, replace: true });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (isTyping(target) || target.closest('.zoom-in, [role=dialog]') || event.altKey || event.metaKey)
      return;
    if (event.key === 'ArrowLeft') go(former);
    if (event.key === 'ArrowRight') go(next);
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  if (among === undefined || index === -1 || among.length < 2) return null;
  return (
    <nav className="row neighbors" aria-label="Images of the list">
      <Button small disabled={former === undefined} onClick={() => go(former)}>
        <ChevronLeftIcon /> Previous image
      </Button>
      <Button small disabled={next === undefined} onClick={() => go(next)}>
        Next image <ChevronRightIcon />
      </Button>
      <span className="quiet">
        {index + 1} of {among.length}
      </span>
    </nav>
  );
}

function titleOf(image: Image | undefined): string {
  const { usdot_number, alpr_plate_number } = image?.sighting ?? {};
  if (usdot_number) return `Image of USDOT ${usdot_number}`;
  return alpr_plate_number ? `Image of ${alpr_plate_number}` : 'Image';
}

/** While the image waits for recognition, the interval grows with the waiting time. */
function pollMs(image: Image | undefined): number | false {
  if (image?.state !== 'stored') return false;
  const waitedMs = Date.now() - Date.parse(image.received_at);
  return Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, waitedMs / 10));
}

function Status({ image: { state, failure_reason, delay_reason } }: { image: Image }) {
  if (state === 'stored') {
    return (
      <Card title="Status">
        <p className="figure" role="status">
          <span className="lamp lamp-waiting" aria-hidden="true" />
          Waiting for recognition
        </p>
        {delay_reason !== null && (
          <p>Delayed, and retried automatically for up to 24 hours. {delay_reason}</p>
        )}
        <p className="quiet">This page updates automatically.</p>
      </Card>
    );
  }
  if (state === 'failed') {
    return (
      <div className="failure" role="status">
        <TriangleAlertIcon />
        <p>The image could not be read. {failure_reason}</p>
      </div>
    );
  }
  return <p className="notice">This image did not produce a sighting.</p>;
}
