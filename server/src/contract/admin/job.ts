import Type, { type Static } from 'typebox';
import { named, nullable, oneOf, StoredTime } from '../schema.ts';

export const JOB_KINDS = ['import', 'backup', 'verify'] as const;
const MAX_DATASETS = 50;

const datasets = (description: string) =>
  Type.Array(Type.String({ pattern: '^[a-z0-9-]+$', maxLength: 60 }), {
    maxItems: MAX_DATASETS,
    description,
  });

export const StartJob = named('StartJob', {
  kind: oneOf(JOB_KINDS, {
    description:
      '`import`: download datasets and import them, with the scores. `backup`: to BACKUP_URL. `verify`: read the newest backup there again.',
  }),
  datasets: Type.Optional(datasets('Of an import. Without it: those of IMPORT_DATASETS.')),
  replace_demo: Type.Optional(
    Type.Boolean({ description: 'An import of real data removes the synthetic demo. Needed once.' }),
  ),
});
export type StartJob = Static<typeof StartJob>;

export const Job = named('Job', {
  job_id: Type.Integer(),
  kind: oneOf(JOB_KINDS),
  datasets: datasets('Of an import. Empty: those of IMPORT_DATASETS.'),
  state: oneOf(['waiting', 'running', 'done', 'failed']),
  requested_at: StoredTime,
  started_at: nullable(StoredTime),
  finished_at: nullable(StoredTime),
  output: Type.String({
    description: 'The last lines of the command: its progress, its result or its errors.',
  }),
});
export type Job = Static<typeof Job>;

export const JobList = named('JobList', {
  jobs: Type.Array(Job, { description: 'The newest 20, newest first.' }),
  downloadable: Type.Array(named('DownloadableDataset', { dataset: Type.String(), title: Type.String() }), {
    description: 'What an import can name.',
  }),
  import_datasets: Type.Array(Type.String(), { description: 'The setting IMPORT_DATASETS.' }),
  backup_place: nullable(
    Type.String({
      description:
        'The folder or bucket of BACKUP_URL. Null if it is not set: then nothing can be backed up from here.',
    }),
  ),
  has_demo: Type.Boolean({
    description: 'The synthetic demo is loaded. The first import of real data replaces it.',
  }),
});
