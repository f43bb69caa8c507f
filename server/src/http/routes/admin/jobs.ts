import type { Settings } from '../../../config/settings.ts';
import { Job, JobList, StartJob } from '../../../contract/admin/job.ts';
import { allDatasets } from '../../../domain/federal/datasets/all-datasets.ts';
import { hasDemoLoads } from '../../../domain/federal/loads.ts';
import { listJobs, requestJob } from '../../../domain/operator-jobs/operator-jobs.ts';
import { AppError } from '../../../lib/errors.ts';
import { operatorAdmin } from '../../access.ts';
import { REJECTED } from '../../responses.ts';
import { type Route, routeOf } from '../../route.ts';

const route = routeOf('Operations');

export const jobRoutes: Route[] = [
  route('GET /admin/jobs', {
    operationId: 'listJobs',
    summary: 'List the imports, backups and verifications that were started here, with their progress',
    description: 'For operators. Runs of the command line and of timers are not among them.',
    access: operatorAdmin(),
    success: { schema: JobList, description: 'The jobs, and what can be started.' },
    handler: async ({ database, settings }) => ({
      jobs: await listJobs(database),
      downloadable: allDatasets.flatMap(({ name, title, portalId }) =>
        portalId === null ? [] : { dataset: name, title },
      ),
      import_datasets: settings.federal.datasets,
      backup_place: placeOf(settings),
      has_demo: await hasDemoLoads(database),
    }),
  }),
  route('POST /admin/jobs', {
    operationId: 'startJob',
    summary: 'Start an import, a backup, or the verification of the newest backup',
    description:
      'For operators. A worker starts it within seconds and runs the same as `milepost import --download`, `milepost backup` and `milepost backup --verify`, with its own settings: BACKUP_URL must be set, and a folder is one of its machine. One job of a kind at a time. An import ends after 6 hours at the latest, the others after 12.',
    access: operatorAdmin(),
    audit: { action: 'job.create', kind: 'change', object: ['job', 'body.kind'] },
    body: StartJob,
    example: { kind: 'import', datasets: ['out-of-service-orders'] },
    isIdempotent: true,
    errors: { 400: REJECTED },
    success: { status: 201, schema: Job, description: 'The job, which waits for a worker.' },
    handler: ({ database, clock, settings }, { body, once }) => {
      refuseUnready(settings, body);
      return once(database, (db) => requestJob(db, body, clock.now()));
    },
  }),
];

/** What the command would refuse at once. */
function refuseUnready(settings: Settings, { kind, datasets = [] }: StartJob): void {
  if (kind !== 'import' && settings.backups === null)
    throw new AppError('invalid', 'Set BACKUP_URL, which names the folder or bucket of the backups.');
  if (kind === 'import' && datasets.length + settings.federal.datasets.length === 0)
    throw new AppError('invalid', 'Name datasets, or set IMPORT_DATASETS.');
  const unknown = datasets.find((name) => !allDatasets.some((dataset) => dataset.name === name));
  if (unknown !== undefined) throw new AppError('invalid', `There is no dataset ${unknown}.`);
}

function placeOf({ backups }: Settings): string | null {
  if (backups === null) return null;
  return backups.kind === 'files' ? backups.root : `${backups.endpoint}/${backups.bucket}/${backups.prefix}`;
}
