import type { FiredSighting } from './firing.ts';
import type { NotificationService } from './notification-service.ts';
import { RETRY_SPAN_MS } from './retry-schedule.ts';

/** Signed image URLs. They stay valid for the full link lifetime even if only the last retry succeeds. */
export function imageLinks(
  { links, images, publicUrl }: NotificationService,
  firedAt: Date,
): (imageId: string) => string {
  const expiresAt = new Date(firedAt.getTime() + RETRY_SPAN_MS + images.linkSeconds * 1000);
  return (imageId) => publicUrl + links.sign(images.path(imageId), expiresAt);
}

export type ViewName = 'front' | 'side' | 'rear';

/** Recognition's names for each view, preferred first: a rig before its trailer alone. */
const SHOWN: Record<ViewName, string[]> = { front: ['cab'], side: ['side', 'trailer'], rear: ['rear'] };

/** One image id per view: the sighting's own image if it shows that view, otherwise the earliest one. */
export function viewImages({
  views = [],
  image_id,
}: Pick<FiredSighting, 'views' | 'image_id'>): Partial<Record<ViewName, string>> {
  const own = views.filter((view) => view.image_id === image_id);
  const images: Partial<Record<ViewName, string>> = {};
  for (const name of Object.keys(SHOWN) as ViewName[]) {
    const candidates = SHOWN[name].flatMap((what) =>
      [...own, ...views].filter(({ shows }) => shows === what),
    );
    if (candidates[0]) images[name] = candidates[0].image_id;
  }
  return images;
}
