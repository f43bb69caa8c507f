import {
  CAMERA_HOURS_DAYS,
  CameraHours,
  CameraHoursQuery,
  CameraList,
  CameraQuery,
  hourRangeOf,
  hourRangeProblems,
} from '../../../contract/admin/camera.ts';
import { CameraHealthList, CameraHealthQuery } from '../../../contract/admin/camera-health.ts';
import { paginationOf } from '../../../contract/pagination.ts';
import { requireReach } from '../../../domain/identity/actor.ts';
import { healthOf, readHealth } from '../../../domain/images/cameras/camera-health.ts';
import { COUNTED_DAYS } from '../../../domain/images/cameras/count-cameras.ts';
import { listCameraHours } from '../../../domain/images/cameras/list-camera-hours.ts';
import { listCameras, SILENT_RULE } from '../../../domain/images/cameras/list-cameras.ts';
import { lastingPaths } from '../../../domain/images/signed-image-links.ts';
import { organizationAdmin } from '../../access.ts';
import { baseUrl } from '../../base-url.ts';
import { type Route, routeOf } from '../../route.ts';

const route = routeOf('Images');
/** As many as a page and its map show. */
const MAX_HEALTH = 500;

export const cameraRoutes: Route[] = [
  route('GET /admin/cameras', {
    operationId: 'listCameras',
    summary: 'List the cameras with their last image and images per day',
    description:
      'The cameras of your organization; for the operator, of all organizations. A camera is a `source` that sent an image in the last 30 days. Silent cameras come first.',
    access: organizationAdmin(),
    query: CameraQuery,
    success: { schema: CameraList, description: 'A page of cameras.' },
    handler: async ({ database, clock }, { query, caller }) => {
      const isOperator = caller.organization_kind === 'operator';
      const filter = {
        organizationId: isOperator ? (query.organization_id ?? null) : caller.organization_id,
        source: query.source ?? '',
        silentOnly: query.silent,
      };
      const { page, page_size: size } = query;
      const found = await listCameras(database, filter, clock.now(), size, (page - 1) * size);
      return {
        cameras: found.cameras.map(({ read, failed, judged, identified, ...camera }) => ({
          ...camera,
          share_read: shareOf(read, read + failed),
          share_identified: shareOf(identified, judged),
        })),
        silent: found.silent,
        silent_rule: SILENT_RULE,
        counted_at: found.counted_at,
        pagination: paginationOf(page, size, found.cameras.length, found.total),
      };
    },
  }),
  route('GET /admin/cameras/health', {
    operationId: 'listCameraHealth',
    summary: 'List the cameras with what is wrong with each',
    description:
      'Silent cameras, cameras that send the same picture again, wrong clocks, dark or blurred images, and cameras that identify fewer trucks than usual at the same hours of the week. From the counts of each hour, within minutes.',
    access: organizationAdmin(),
    query: CameraHealthQuery,
    success: { schema: CameraHealthList, description: 'The cameras.' },
    handler: async ({ database, clock, images, settings }, { query, caller, request }) => {
      const isOperator = caller.organization_kind === 'operator';
      const organizationId = isOperator ? (query.organization_id ?? null) : caller.organization_id;
      const now = clock.now();
      const filter = { organizationId, source: '', silentOnly: false };
      const [listed, rows] = await Promise.all([
        listCameras(database, filter, now, MAX_HEALTH, 0),
        readHealth(database, organizationId, now),
      ]);
      const byCamera = new Map(rows.map((row) => [`${row.organization_id} ${row.source}`, row]));
      const cameras = listed.cameras.flatMap((camera) => {
        const { organization_id, organization_name, source, last_image_at, last_image_id, is_silent } =
          camera;
        const row = byCamera.get(`${organization_id} ${source}`);
        if (row === undefined) return [];
        const isOwn = organization_id === caller.organization_id;
        const thumbnail_url = isOwn
          ? baseUrl(settings, request) + lastingPaths(images, last_image_id).thumbnailPath
          : null;
        return {
          ...{ organization_id, organization_name, source, last_image_at, last_image_id, thumbnail_url },
          ...healthOf(row, is_silent),
        };
      });
      return { cameras: cameras.sort((a, b) => b.problems.length - a.problems.length) };
    },
  }),
  route('GET /admin/cameras/hours', {
    operationId: 'listCameraHours',
    summary: 'Show what was read on the images of a camera, hour by hour, and why nothing was read',
    description: `Hours in UTC in which the camera sent images, oldest first. Every image has one result: an identifier with Medium or High, or the first reason that applies. Images are counted by the hour in which they were received, within minutes; an hour is corrected when its images are read again or erased within ${COUNTED_DAYS} days. Hours are kept for ${CAMERA_HOURS_DAYS} days.`,
    access: organizationAdmin(),
    query: CameraHoursQuery,
    rules: ({ clock }, { query }) => hourRangeProblems(query, clock.now()),
    success: { schema: CameraHours, description: 'The hours of the camera.' },
    errors: { 404: 'There is no such camera, or it is not yours.' },
    handler: async ({ database, clock }, { query, caller, actor }) => {
      const { source, organization_id = caller.organization_id } = query;
      requireReach(actor, organization_id, 'camera');
      const { from, to } = hourRangeOf(query, clock.now());
      const hours = await listCameraHours(database, organization_id, source, from, to);
      return { organization_id, source, from, to, hours };
    },
  }),
];

const shareOf = (part: number, whole: number) => (whole === 0 ? null : part / whole);
