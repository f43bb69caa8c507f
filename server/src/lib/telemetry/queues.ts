/** The queues of the background work, by table. */
export const QUEUES = ['images', 'revisits', 'unmatched_sightings', 'webhook_deliveries', 'mails'] as const;
export type QueueName = (typeof QUEUES)[number];

/** `interrupted`: stopped for a reason outside the item, so the attempt is not counted. */
export const OUTCOMES = ['done', 'retry', 'dead', 'interrupted'] as const;
export type Outcome = (typeof OUTCOMES)[number];
