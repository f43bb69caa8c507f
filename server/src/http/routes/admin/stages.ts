import { RetriedStage, RetryStage, StageList, StageParams } from '../../../contract/admin/stage.ts';
import { deadReasons, delayedReasons, readQueues, retryDead } from '../../../domain/queues/queues.ts';
import { recentWork } from '../../../domain/queues/work-counts.ts';
import { queues } from '../../../lib/queues.ts';
import { operatorAdmin } from '../../access.ts';
import { type Route, routeOf } from '../../route.ts';

const route = routeOf('Operations');

const MOST_RETRIED = 10_000;

export const stageRoutes: Route[] = [
  route('GET /admin/stages', {
    operationId: 'listStages',
    summary: 'List the queues of the background work',
    description:
      'For operators. The figures of all worker processes together; rates are at most a minute old.',
    access: operatorAdmin(),
    success: { schema: StageList, description: 'Every queue, in the order of the work.' },
    handler: async ({ database, clock }) => {
      const work = await recentWork(database, clock.now());
      const stages = [];
      for (const { queue, depth, oldestSeconds, held, dead, delayed } of await readQueues(database)) {
        const recent = work[queue];
        stages.push({
          stage: queue,
          description: queues[queue].description,
          depth,
          oldest_seconds: oldestSeconds,
          held,
          per_minute: recent.perMinute,
          done_last_hour: recent.done,
          failed_last_hour: recent.retry,
          dead_last_hour: recent.dead,
          dead,
          reasons: dead > 0 ? await deadReasons(database, queue) : [],
          delayed,
          delay_reasons: delayed > 0 ? await delayedReasons(database, queue) : [],
        });
      }
      return { stages };
    },
  }),
  route('POST /admin/stages/:stage/retry', {
    operationId: 'retryStage',
    summary: 'Retry the items of a queue that failed for good',
    description: `For operators. The items get all their attempts again, oldest first, at most ${MOST_RETRIED.toLocaleString('en-US')} per request. Images whose file was deleted are left out.`,
    access: operatorAdmin(),
    audit: { action: 'stage.retry', kind: 'change', object: ['stage', 'params.stage'] },
    params: StageParams,
    body: RetryStage,
    example: {},
    isBodyOptional: true,
    success: { schema: RetriedStage, description: 'How many items were queued again.' },
    handler: async ({ database }, { params: { stage }, body }) => ({
      stage,
      retried: await retryDead(database, stage, body.reason ?? '', MOST_RETRIED),
    }),
  }),
];
