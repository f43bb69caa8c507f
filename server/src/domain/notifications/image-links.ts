import type { FiredSighting } from './firing.ts';

export type ViewName = 'front' | 'side' | 'rear';

/** What a picture of each view shows, best first. The cab is the front of a rig; a trailer alone is seen from its side. */
const SHOWN: Record<ViewName, string[]> = { front: ['cab'], side: ['side', 'trailer'], rear: ['rear'] };

/** The picture of each view, as far as there is one: the sighting's own before others, then the first that was taken. */
export function viewPictures({
  views = [],
  image_id,
}: Pick<FiredSighting, 'views' | 'image_id'>): Partial<Record<ViewName, string>> {
  const own = views.filter((view) => view.image_id === image_id);
  const pictures: Partial<Record<ViewName, string>> = {};
  for (const name of Object.keys(SHOWN) as ViewName[]) {
    const shown = SHOWN[name].flatMap((what) => [...own, ...views].filter(({ shows }) => shows === what));
    if (shown[0]) pictures[name] = shown[0].image_id;
  }
  return pictures;
}
