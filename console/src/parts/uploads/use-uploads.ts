import type { ApiError, Image, UploadImage } from '@milepost/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useCustomer } from '../../lib/api.tsx';
import { TRUCK_FIELDS } from '../../lib/generated/truck-fields.ts';

export type Upload = {
  id: number;
  name: string;
  /** A link to the bytes in this browser. */
  url: string;
  state: 'waiting' | 'sending' | 'reading' | 'read' | 'failed';
  imageId: string | null;
  /** What was read, or why it failed. */
  text: string;
};

/** Where and when the images were taken. Without a time, the modification time of each file is used. */
export type TakenAt = Pick<UploadImage, 'source_location_info'> & { time: Date | null };

/** The source of pictures that people upload. The list of cameras knows it, too. */
const SOURCE = 'uploads';
/** The fields of a truck that fit into a line. */
const SHORT = TRUCK_FIELDS.filter(({ name }) =>
  /^(usdot|alpr_plate|equipment|cab)_number$/.test(name),
).toSorted((a, b) => a.position - b.position);
const POLL_MS = 1_000;
const AT_ONCE = 2;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What was read in an image, in a few words. */
export function resultOf({ state, failure_reason, sighting, readings }: Image): string {
  if (state === 'failed') return failure_reason ?? 'The image could not be read.';
  const found = SHORT.flatMap(({ name, label }) => (sighting?.[name] ? [`${label} ${sighting[name]}`] : []));
  if (found.length > 0) return found.join(' · ');
  return readings && readings.lines.length > 0 ? 'Text, but no number' : 'No text was found';
}

/** Sends pictures, two at a time, and follows each until it has been read. */
export function useUploads() {
  const { client } = useCustomer();
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const nextId = useRef(0);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => {
    abort.current = new AbortController();
    return () => abort.current?.abort();
  }, []);

  const change = useCallback(
    (id: number, changes: Partial<Upload>) =>
      setUploads((before) => before.map((one) => (one.id === id ? { ...one, ...changes } : one))),
    [],
  );

  const send = async (id: number, file: File, { time, source_location_info }: TakenAt) => {
    const signal = abort.current?.signal;
    try {
      change(id, { state: 'sending' });
      const record = {
        source: SOURCE,
        time_captured: (time ?? new Date(file.lastModified)).toISOString(),
        detection_bounding_box: { xmin: 0, ymin: 0, xmax: 1, ymax: 1 },
        source_location_info,
        detection_metadata: { alpr_confidence: 0, alpr_state: 'unknown' },
      };
      const { image_id } = await client.uploadImage({ body: { record, image: file }, signal });
      change(id, { state: 'reading', imageId: image_id });
      for (;;) {
        const image = await client.getImage({ path: { image_id }, signal });
        if (image.state !== 'stored') {
          change(id, { state: image.state === 'failed' ? 'failed' : 'read', text: resultOf(image) });
          break;
        }
        await pause(POLL_MS);
      }
    } catch (error) {
      if (signal?.aborted) return;
      change(id, { state: 'failed', text: (error as ApiError).detail });
    }
    queries.invalidateQueries({ queryKey: ['listImages'] });
  };

  const start = (files: File[], taken: TakenAt) => {
    const added = files.map((file) => ({ file, id: nextId.current++ }));
    setUploads((before) => [
      ...before,
      ...added.map(({ id, file }) => ({
        ...{ id, name: file.name, url: URL.createObjectURL(file) },
        ...{ state: 'waiting' as const, imageId: null, text: '' },
      })),
    ]);
    const queue = [...added];
    const work = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift())
        await send(next.id, next.file, taken);
    };
    for (let n = 0; n < AT_ONCE; n++) work();
  };

  const clear = () => {
    for (const { url } of uploads) URL.revokeObjectURL(url);
    setUploads([]);
  };
  return { uploads, start, clear };
}
