import { randomUUID } from 'node:crypto';
import type { JOB_KINDS, Job } from '../../contract/admin/job.ts';
import { type Db, statement } from '../../db/database.ts';
import { AppError } from '../../lib/errors.ts';

export type JobKind = (typeof JOB_KINDS)[number];
export type StartedJob = {
  id: number;
  kind: JobKind;
  datasets: string[];
  replaces_demo: boolean;
  lease_id: string;
};

/** Runs a command of the command line in a process of its own. `onLine` gets what it prints; true: it succeeded. */
export type CommandRunner = (
  args: readonly string[],
  onLine: (line: string) => void,
  signal: AbortSignal,
) => Promise<boolean>;

const LISTED = 20;
const KEPT = 100;
/** A worker extends the lease several times in this time. */
const LEASE = `interval '1 minute'`;
const LOST = 'The process that ran it stopped before it ended. Start it again.';

const request = statement(
  'jobs.request',
  `with old as (
     delete from operator_jobs where finished_at is not null
        and id <= (select id from operator_jobs order by id desc limit 1 offset ${KEPT})
   )
   insert into operator_jobs (kind, datasets, replaces_demo, requested_at) values ($1, $2, $3, $4)
   on conflict do nothing returning id`,
);
const JOB = `select id as job_id, kind, datasets, requested_at, started_at, finished_at, output,
       case when finished_at is not null then case when has_succeeded then 'done' else 'failed' end
            when started_at is null then 'waiting' else 'running' end as state
  from operator_jobs`;
const newest = statement('jobs.newest', `${JOB} order by id desc limit ${LISTED}`);
const one = statement('jobs.one', `${JOB} where id = $1`);
const failLost = statement(
  'jobs.fail-lost',
  `update operator_jobs set finished_at = $1, has_succeeded = false, output = trim(output || E'\\n' || $2, E'\\n')
    where finished_at is null and leased_until < now()`,
);
const claim = statement(
  'jobs.claim',
  `update operator_jobs set started_at = $1, lease_id = $2, leased_until = now() + ${LEASE}
    where id = (select id from operator_jobs where started_at is null order by id limit 1 for update skip locked)
   returning id, kind, datasets, replaces_demo, lease_id`,
);
const keep = statement(
  'jobs.keep',
  `update operator_jobs set output = $3, leased_until = now() + ${LEASE}
    where id = $1 and lease_id = $2 and finished_at is null`,
);
const finish = statement(
  'jobs.finish',
  `update operator_jobs set output = $3, has_succeeded = $4, finished_at = $5
    where id = $1 and lease_id = $2 and finished_at is null`,
);

type Request = { kind: JobKind; datasets?: string[]; replace_demo?: boolean };

/** One job of a kind waits or runs at a time. */
export async function requestJob(
  db: Db,
  { kind, datasets = [], replace_demo: replacesDemo = false }: Request,
  now: Date,
): Promise<Job> {
  const added = await db.row<{ id: number }>(request, [kind, datasets, replacesDemo, now]);
  if (!added) throw new AppError('invalid', 'Such a job is already waiting or running.');
  return (await db.row<Job>(one, [added.id])) as Job;
}

export const listJobs = (db: Db) => db.rows<Job>(newest, []);

/** The oldest job that waits. Jobs of workers that vanished have failed: whoever started one decides whether to start it again. */
export async function claimJob(db: Db, now: Date): Promise<StartedJob | null> {
  await db.run(failLost, [now, LOST]);
  return (await db.row<StartedJob>(claim, [now, randomUUID()])) ?? null;
}

/** False: the lease was lost. */
export async function keepJob(db: Db, { id, lease_id }: StartedJob, output: string): Promise<boolean> {
  return (await db.run(keep, [id, lease_id, output])) === 1;
}

export async function finishJob(
  db: Db,
  { id, lease_id }: StartedJob,
  output: string,
  hasSucceeded: boolean,
  now: Date,
): Promise<void> {
  await db.run(finish, [id, lease_id, output, hasSucceeded, now]);
}

/** The arguments of the command line that do the job. */
export function commandOf({ kind, datasets, replaces_demo }: StartedJob): string[] {
  if (kind === 'backup') return ['backup'];
  if (kind === 'verify') return ['backup', '--verify'];
  return ['import', '--download', ...(replaces_demo ? ['--replace-demo'] : []), ...datasets];
}
