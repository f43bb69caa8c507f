import { SystemState } from '../../../contract/admin/system.ts';
import { readSystem } from '../../../domain/doctor/read-system.ts';
import { operatorAdmin } from '../../access.ts';
import { type Route, routeOf } from '../../route.ts';

const route = routeOf('Operations');

export const systemRoutes: Route[] = [
  route('GET /admin/system', {
    operationId: 'getSystem',
    summary: 'Get the state of the installation: workers, storage, backups and the work of 24 hours',
    description: 'For operators. `milepost backup --verify` checks a backup; its runs are not listed.',
    access: operatorAdmin(),
    success: { schema: SystemState, description: 'The state.' },
    handler: ({ database, clock }) => readSystem(database, clock.now()),
  }),
];
