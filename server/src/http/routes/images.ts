import type { FastifyRequest } from 'fastify';
import {
  CreateImage,
  Image,
  ImageList,
  ImageParams,
  ImageReceived,
  ImagesQuery,
  LinkQuery,
} from '../../contract/image.ts';
import { describeImage } from '../../domain/images/describe-image.ts';
import { ingestImage } from '../../domain/images/ingest-image.ts';
import { ingestProblems, toIngestRecord } from '../../domain/images/ingest-record.ts';
import type { Origin } from '../../domain/images/insert/new-image.ts';
import { listImages } from '../../domain/images/list-images.ts';
import { lastingPaths, openImage, openThumbnail } from '../../domain/images/signed-image-links.ts';
import { describeReadings, describeSighting } from '../../domain/recognition/describe.ts';
import { listCorrections } from '../../domain/recognition/labels/label-store.ts';
import { type PackedReading, unpackReading } from '../../domain/recognition/sighting/packed-reading.ts';
import { IMAGE_READ_ROLES, ingestAccess, linkHolder, user } from '../access.ts';
import { baseUrl } from '../base-url.ts';
import { type Route, routeOf } from '../route.ts';

const route = routeOf('Images');

/** Identifies the request in the log and the trace of the image's recognition. */
export function originOf({ id, span }: FastifyRequest): Origin {
  return { correlationId: id, traceparent: span?.traceparent ?? null };
}

/** Keep browsers from running bytes that a partner supplied. */
const imageHeaders = (image: { contentType: string; size: number; secondsLeft: number }) => ({
  'Content-Type': image.contentType,
  'Content-Length': String(image.size),
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Content-Disposition': 'inline',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': `private, max-age=${image.secondsLeft}`,
});

export const imageRoutes: Route[] = [
  route('POST /image', {
    operationId: 'createImage',
    summary: 'Submit an image by URL',
    description:
      'The image is downloaded before the response is sent: 200 means that it is stored and will be read. Requests with the same image, source and capture time are one image, so a request can be repeated; new plate, state and location values replace the old ones.',
    access: ingestAccess,
    rate: 'ingest',
    audit: { none: 'The images table keeps every image with its organization and time.' },
    body: CreateImage,
    example: {
      source: 'camera-0815',
      image_url: 'https://images.example/0815/1.jpg',
      time_captured: '2026-03-24T15:04:05Z',
      detection_bounding_box: { xmin: 120, ymin: 80, xmax: 1_180, ymax: 690 },
      source_location_info: {
        latitude: 35.19,
        longitude: -101.83,
        city: 'Amarillo',
        state: 'Texas',
        route: 'I-40',
        traffic_direction: 'Westbound',
      },
      detection_metadata: { alpr_confidence: 0.93, alpr_state: 'OK', plate_number: 'ABC1234' },
    },
    invalidStatus: 422,
    isIdempotent: true,
    success: { schema: ImageReceived, description: 'The image is stored.' },
    errors: {
      401: 'The API key or the access token is missing or incorrect.',
      403: 'The token has expired, or the user lacks the role.',
      429: 'Too many downloads at once, or a quota is reached.',
      500: 'The image could not be downloaded, stored or queued. `Retry-After` is present when a retry can succeed.',
    },
    rules: ({ images }, { body }) => ingestProblems(body, images.clock.now(), images.outbound.refusal),
    handler: async ({ images }, { body, caller, request }) => ({
      message: 'Image received' as const,
      image_id: await ingestImage(
        images,
        caller.organization_id,
        toIngestRecord(body),
        body.image_url,
        originOf(request),
      ),
    }),
  }),
  route('GET /images', {
    operationId: 'listImages',
    summary: "List the organization's images, newest first",
    description:
      'Images that are still stored, in the order in which they were received. A request with filters looks at up to 20,000 images; continue with `next_before` while `has_more` is true.',
    access: user({ token: 'either', roles: IMAGE_READ_ROLES }),
    audit: { action: 'image.list', kind: 'read', showsVehicles: true },
    query: ImagesQuery,
    success: { schema: ImageList, description: 'A page of images.' },
    errors: { 404: 'There is no image with the id `before`.' },
    handler: async ({ images, settings }, { query, caller, request }) => {
      const { before = null, page_size, ...filters } = query;
      const page = await listImages(images, caller.organization_id, filters, before, page_size);
      const base = baseUrl(settings, request);
      const linked = page.images.map((image) => ({
        ...image,
        thumbnail_url: base + lastingPaths(images, image.image_id).thumbnailPath,
      }));
      return { ...page, images: linked };
    },
  }),
  route('GET /images/:image_id', {
    operationId: 'getImage',
    summary: 'Get an image: its state, readings and sighting',
    description:
      'Only for users of the organization that submitted it. `readings` is what was read in this image; `sighting` combines all images of the same truck. Both are null until the image has been recognized.',
    access: user({ token: 'either', roles: IMAGE_READ_ROLES }),
    audit: { action: 'image.read', kind: 'read', object: ['image', 'params.image_id'], showsVehicles: true },
    params: ImageParams,
    success: { schema: Image, description: 'The image.' },
    errors: { 404: 'There is no such image.' },
    handler: async ({ images, settings, database }, { params, caller, request }) => {
      const described = await describeImage(images, caller.organization_id, params.image_id);
      const { content_path, sighting_id, readings, ...image } = described;
      return {
        ...image,
        readings: readings === null ? null : describeReadings(unpackReading(readings as PackedReading)),
        sighting: sighting_id === null ? null : await describeSighting(database, sighting_id),
        corrections: await listCorrections(database, image.image_id),
        image_url: content_path === null ? null : baseUrl(settings, request) + content_path,
      };
    },
  }),
  route('GET /images/:image_id/content', {
    operationId: 'getImageContent',
    summary: 'Download an image by its signed link',
    description:
      'Use `image_url` unchanged; it needs no header and expires. Redirects when the operator serves images from a bucket.',
    access: linkHolder,
    audit: { action: 'image.view', kind: 'read', object: ['image', 'params.image_id'] },
    params: ImageParams,
    query: LinkQuery,
    success: { contentType: 'image/*', description: 'The image: JPEG, PNG or WebP.' },
    errors: { 403: 'The link is invalid or has expired.', 404: 'The image has been deleted.' },
    handler: async ({ images }, { params, query, request, reply }) => {
      const image = await openImage(images, params.image_id, query);
      // Recorded for the viewer's organization; without a session, for the one that submitted the image.
      request.organizationId ??= image.organizationId;
      if (image.kind === 'elsewhere') return reply.redirect(image.url, 302);
      return reply.headers(imageHeaders(image)).send(image.stream);
    },
  }),
  route('GET /images/:image_id/thumbnail', {
    operationId: 'getImageThumbnail',
    summary: 'Download the thumbnail of an image by its signed link',
    description:
      'A JPEG of at most 400 × 400 pixels. Use `thumbnail_url` unchanged; it needs no header and expires.',
    access: linkHolder,
    audit: { action: 'image.view', kind: 'read', object: ['image', 'params.image_id'] },
    params: ImageParams,
    query: LinkQuery,
    success: { contentType: 'image/*', description: 'The thumbnail, a JPEG.' },
    errors: {
      403: 'The link is invalid or has expired.',
      404: 'The image has been deleted, or cannot be decoded.',
      429: 'Too many thumbnails at once.',
    },
    handler: async ({ images }, { params, query, request, reply }) => {
      const { bytes, organizationId, ...thumbnail } = await openThumbnail(images, params.image_id, query);
      request.organizationId ??= organizationId;
      return reply.headers(imageHeaders(thumbnail)).send(bytes);
    },
  }),
];
