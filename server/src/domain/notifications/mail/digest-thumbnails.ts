import { withDeadline } from '../../../lib/async/deadline.ts';
import type { NotificationService } from '../notification-service.ts';
import type { DigestContent } from './content.ts';

const MOST_IMAGES = 8;
const MOST_BYTES = 250_000;
const DEADLINE_MS = 5_000;
/** Long enough for all recipients of a firing. */
const KEPT_MS = 60_000;
const MOST_KEPT = 50;

type Thumbnails = Promise<Map<string, Buffer>>;
const kept = new WeakMap<NotificationService['thumbnails'], Map<string, Thumbnails>>();

/**
 * Thumbnails of the newest matches, by image id. They are made once for all recipients of a firing. An email without
 * thumbnails is better than a late one: if they fail or take too long, there are none.
 */
export function digestThumbnails({ thumbnails }: NotificationService, content: DigestContent): Thumbnails {
  const firings = kept.get(thumbnails) ?? new Map<string, Thumbnails>();
  kept.set(thumbnails, firings);
  const ids = content.matches.slice(0, MOST_IMAGES).flatMap(({ image_id }) => image_id ?? []);
  const firing = ids.join();
  const known = firings.get(firing);
  if (known) return known;
  const made =
    ids.length === 0
      ? Promise.resolve(new Map<string, Buffer>())
      : withDeadline(thumbnails([...new Set(ids)]), DEADLINE_MS, 'Making thumbnails').then(
          (found) => withinLimit(ids, found),
          () => new Map<string, Buffer>(),
        );
  firings.set(firing, made);
  setTimeout(() => firings.delete(firing), KEPT_MS).unref();
  for (const oldest of firings.keys()) {
    if (firings.size <= MOST_KEPT) break;
    firings.delete(oldest);
  }
  return made;
}

/** In the order of the email, as many as fit. */
function withinLimit(ids: string[], found: Map<string, Buffer>): Map<string, Buffer> {
  const chosen = new Map<string, Buffer>();
  let bytes = 0;
  for (const id of ids) {
    const thumbnail = found.get(id);
    if (!thumbnail || chosen.has(id)) continue;
    bytes += thumbnail.length;
    if (bytes > MOST_BYTES) break;
    chosen.set(id, thumbnail);
  }
  return chosen;
}
