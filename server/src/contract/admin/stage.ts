import Type from 'typebox';
import { QUEUE_NAMES } from '../../lib/queues.ts';
import { closed, named, oneOf, StoredTime, text } from '../schema.ts';

/** The paths and keys of the contract call a queue a stage. */
const name = oneOf(QUEUE_NAMES, { description: 'The name of the queue.' });

export const StageParams = Type.Object({ stage: name });

const sharedReasons = (description: string) =>
  Type.Array(closed({ reason: Type.String(), count: Type.Integer(), since: StoredTime }), { description });
const lastHour = (description: string) => Type.Integer({ description });

export const Stage = named('Stage', {
  stage: name,
  description: Type.String(),
  depth: Type.Integer({ description: 'Unfinished items. An estimate above 1,000.' }),
  oldest_seconds: Type.Number({
    description: 'How long the oldest due item has waited. A retry is due at its next attempt.',
  }),
  held: Type.Integer({ description: 'Deliveries of disabled webhooks, up to 10,000.' }),
  per_minute: Type.Number({ description: 'Items finished per minute, over the last five minutes.' }),
  done_last_hour: lastHour('Items finished in the last hour.'),
  failed_last_hour: lastHour('Failed attempts in the last hour that are retried.'),
  dead_last_hour: lastHour('Items that failed for good in the last hour.'),
  dead: Type.Integer({ description: 'Items that failed for good. An estimate above 1,000.' }),
  reasons: sharedReasons('The most frequent reasons among the newest 1,000 items that failed for good.'),
  delayed: Type.Integer({
    description:
      'Items whose attempts fail for a reason outside them, such as the image store. They are retried for 24 hours. An estimate above 1,000.',
  }),
  delay_reasons: sharedReasons('The most frequent reasons among the 1,000 items that are delayed longest.'),
});
export const StageList = named('StageList', { stages: Type.Array(Stage) });

export const RetryStage = named('RetryStage', {
  reason: Type.Optional(text({ maxLength: 500, description: 'Only items whose reason contains this text.' })),
});
export const RetriedStage = named('RetriedStage', {
  stage: name,
  retried: Type.Integer({ description: 'Items queued again, at most 10,000 per request.' }),
});
