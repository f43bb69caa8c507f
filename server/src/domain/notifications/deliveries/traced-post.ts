import type { NotificationService } from '../notification-service.ts';
import { type Attempt, attemptPost, type Post } from './attempt.ts';
import type { Claimed } from './claim-deliveries.ts';

/** Sends a delivery in a span of its own, which the receiver can continue. */
export async function tracedPost(
  service: NotificationService,
  { id, about: { traceparent: parent, organization_id } }: Claimed,
  post: Omit<Post, 'traceparent'>,
): Promise<Attempt> {
  const attributes = { 'milepost.delivery_id': id, 'milepost.organization_id': organization_id };
  const span = service.tracing.start({ name: 'deliver webhook', parent, kind: 'client', attributes });
  const attempt = await attemptPost(service, { ...post, traceparent: span?.traceparent ?? parent });
  span?.end({
    ...(attempt.verdict !== 'delivered' && { error: attempt.verdict }),
    ...(attempt.status !== null && { attributes: { 'http.response.status_code': attempt.status } }),
  });
  return attempt;
}
