import { withDeadline } from '../../../lib/async/deadline.ts';
import type { NotificationService } from '../notification-service.ts';
import type { DigestContent } from './content.ts';
import { drawMap } from './draw-map.ts';

const MOST_THUMBNAILS = 8;
const MOST_BYTES = 250_000;
const DEADLINE_MS = 5_000;
/** Long enough for all recipients of a firing. */
const KEPT_MS = 60_000;
const MOST_KEPT = 50;

/** `map` is null if no sighting is on it. Thumbnails are those of the newest matches, by image id. */
type DigestImages = { map: Buffer | null; thumbnails: Map<string, Buffer> };
type Thumbnails = NotificationService['images']['thumbnails'];

const kept = new WeakMap<Thumbnails, Map<string, Promise<DigestImages>>>();

/**
 * The images of a digest, made once for all recipients of a firing. An email without images is better than a late one: those
 * that fail or take too long are left out.
 */
export function digestImages(
  { images: { thumbnails } }: NotificationService,
  firingId: string,
  { matches }: DigestContent,
): Promise<DigestImages> {
  const firings = kept.get(thumbnails) ?? new Map<string, Promise<DigestImages>>();
  kept.set(thumbnails, firings);
  const known = firings.get(firingId);
  if (known) return known;
  const imageIds = matches.slice(0, MOST_THUMBNAILS).flatMap(({ image_id }) => image_id ?? []);
  const made = Promise.all([
    drawMap(matches).catch(() => null),
    makeThumbnails(thumbnails, imageIds).catch(() => new Map<string, Buffer>()),
  ]).then(([map, found]) => ({ map, thumbnails: found }));
  firings.set(firingId, made);
  setTimeout(() => firings.delete(firingId), KEPT_MS).unref();
  for (const oldest of firings.keys()) {
    if (firings.size <= MOST_KEPT) break;
    firings.delete(oldest);
  }
  return made;
}

async function makeThumbnails(thumbnails: Thumbnails, imageIds: string[]): Promise<Map<string, Buffer>> {
  if (imageIds.length === 0) return new Map();
  const found = await withDeadline(thumbnails([...new Set(imageIds)]), DEADLINE_MS, 'Making thumbnails');
  return withinLimit(imageIds, found);
}

/** In the order of the email, as many as fit. */
function withinLimit(imageIds: string[], found: Map<string, Buffer>): Map<string, Buffer> {
  const chosen = new Map<string, Buffer>();
  let bytes = 0;
  for (const id of imageIds) {
    const thumbnail = found.get(id);
    if (!thumbnail || chosen.has(id)) continue;
    bytes += thumbnail.length;
    if (bytes > MOST_BYTES) break;
    chosen.set(id, thumbnail);
  }
  return chosen;
}
