import { CameraList, CameraQuery } from '../../../contract/admin/camera.ts';
import { paginationOf } from '../../../contract/pagination.ts';
import { listCameras, SILENT_RULE } from '../../../domain/images/cameras/list-cameras.ts';
import { organizationAdmin } from '../../access.ts';
import { type Route, routeOf } from '../../route.ts';

const route = routeOf('Images');

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
        cameras: found.cameras.map(({ read, failed, ...camera }) => ({
          ...camera,
          share_read: read + failed === 0 ? null : read / (read + failed),
        })),
        silent: found.silent,
        silent_rule: SILENT_RULE,
        counted_at: found.counted_at,
        pagination: paginationOf(page, size, found.cameras.length, found.total),
      };
    },
  }),
];
