import type { Answer, Client } from '@milepost/sdk';
import { useCallback, useEffect } from 'react';
import { useAnswer } from './use-answer.ts';

export type Image = Answer<'GET', '/images/{image_id}'>;
export type Readings = NonNullable<Image['readings']>;
export type Sighting = NonNullable<Image['sighting']>;

const SOONEST_MS = 2_000;
const LATEST_MS = 15_000;

/** One picture; while it waits to be read it is asked for again, after an answer and ever more seldom. */
export function usePicture(client: Client, id: string) {
  const ask = useCallback(
    (signal: AbortSignal) =>
      client.request('GET', '/images/{image_id}', { path: { image_id: id }, signal }) as Promise<Image>,
    [client, id],
  );
  const [answer, again] = useAnswer<Image>(ask);
  useEffect(() => {
    if (answer.state !== 'done' || answer.value.state !== 'stored') return;
    const waitedMs = Date.now() - Date.parse(answer.value.received_at);
    const timer = setTimeout(again, Math.min(LATEST_MS, Math.max(SOONEST_MS, waitedMs / 10)));
    return () => clearTimeout(timer);
  }, [answer, again]);
  return [answer, again] as const;
}
