import type { Client, Image } from '@milepost/sdk';
import { useEffect } from 'react';
import { useRequest } from './use-request.ts';

const MIN_POLL_MS = 2_000;
const MAX_POLL_MS = 15_000;

/** Loads one image. While it waits for recognition, polls with an interval that grows with the waiting time. */
export function useImage(client: Client, id: string) {
  const [result, reload] = useRequest<Image>(
    (signal) => client.request('GET', '/images/{image_id}', { path: { image_id: id }, signal }),
    [client, id],
  );
  useEffect(() => {
    if (result.state !== 'done' || result.value.state !== 'stored') return;
    const waitedMs = Date.now() - Date.parse(result.value.received_at);
    const timer = setTimeout(reload, Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, waitedMs / 10)));
    return () => clearTimeout(timer);
  }, [result, reload]);
  return [result, reload] as const;
}
