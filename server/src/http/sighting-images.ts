import type { FastifyRequest } from 'fastify';
import type { SightingImage } from '../contract/observation.ts';
import { keptImages, lastingPaths } from '../domain/images/signed-image-links.ts';
import { baseUrl } from './base-url.ts';
import type { Services } from './services.ts';

type WithImages = {
  image_id: string | null;
  view_image_ids: string[] | null;
  views?: { image_id: string; shows: string }[] | undefined;
};
export type ImagesOf = (sighting: WithImages) => SightingImage[];
type Used = Pick<Services, 'images' | 'settings'>;

/** Links to the images of a sighting, the image with the number first, without a look at the database. */
export function linkedImages({ images, settings }: Used, request: FastifyRequest): ImagesOf {
  const base = baseUrl(settings, request);
  return (sighting) =>
    idsOf(sighting).map((id) => {
      const { path, thumbnailPath, expiresAt } = lastingPaths(images, id);
      return {
        image_id: id,
        shows: sighting.views?.find(({ image_id }) => image_id === id)?.shows ?? '',
        image_url: base + path,
        thumbnail_url: base + thumbnailPath,
        expires_at: expiresAt.toISOString(),
      };
    });
}

/** As `linkedImages`, without the images that have been deleted. One query for all sightings. */
export async function storedImages(
  services: Used,
  request: FastifyRequest,
  sightings: WithImages[],
): Promise<ImagesOf> {
  const kept = await keptImages(services.images, sightings.flatMap(idsOf));
  const linked = linkedImages(services, request);
  return (sighting) => linked(sighting).filter(({ image_id }) => kept.has(image_id));
}

function idsOf({ image_id, view_image_ids }: WithImages): string[] {
  return [...new Set([...(image_id === null ? [] : [image_id]), ...(view_image_ids ?? [])])];
}
