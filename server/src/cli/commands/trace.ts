import {
  type Chain,
  type TracedDelivery,
  type TracedEmail,
  type TracedImage,
  traceChain,
} from '../../domain/queues/trace-chain.ts';
import { AppError } from '../../lib/errors.ts';
import type { Command } from '../command.ts';
import { counted } from '../format.ts';
import { json } from '../options.ts';
import { withDatabase } from '../with-database.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const trace: Command = {
  name: 'trace',
  audit: { action: 'image.trace', object: 'image' },
  summary: 'Show what became of an image, or what led to a delivery or an email',
  operands: '<image, delivery or email id>',
  options: { json },
  run: (context, values, [id = '', ...others]) =>
    withDatabase(context, async (database) => {
      if (!UUID.test(id) || others.length > 0)
        throw new AppError('operator', 'Give one id of an image, a delivery or an email: a UUID.');
      const chain = await traceChain(database, id);
      if (chain === null)
        throw new AppError('operator', 'There is no image, delivery or email with this id.');
      if (values.json) context.printJson(chain);
      else for (const line of linesOf(chain)) context.print(line);
    }),
};

const at = (time: Date | string | null) => (time === null ? 'never' : new Date(time).toISOString());
const because = (reason: string | null) => (reason === null ? '' : `: ${reason}`);

function linesOf({ images, sightings, matches, deliveries, emails }: Chain): string[] {
  const none = (found: unknown[], text: string) => (found.length === 0 ? [text] : []);
  return [
    ...images.map(imageLine),
    ...none(images, 'No image is stored any more.'),
    ...sightings.map(
      ({ sighting_id, time_captured, is_waiting_for_alerts }) =>
        `Sighting ${sighting_id}, captured ${at(time_captured)}${is_waiting_for_alerts ? ', waits for the alerts' : ''}`,
    ),
    ...none(sightings, 'No sighting.'),
    ...matches.map(
      ({ match_id, sighting_id, alert_id, organization_id, matched_at, fired_at, firing_id }) =>
        `Match ${match_id} of sighting ${sighting_id} with alert ${alert_id} (organization ${organization_id}), found ${at(matched_at)}, ` +
        (firing_id === null ? 'not fired' : `fired ${at(fired_at)} by firing ${firing_id}`),
    ),
    ...none(matches, 'No match.'),
    ...deliveries.flatMap(deliveryLines),
    ...none(deliveries, 'No delivery.'),
    ...emails.map(emailLine),
    ...none(emails, 'No email.'),
  ];
}

function imageLine(image: TracedImage): string {
  const { image_id, organization_id, source, received_at, state, recognized_at, reason } = image;
  const what =
    state === 'recognized'
      ? `recognized ${at(recognized_at)}`
      : `${state}, ${counted(image.attempts ?? 0, 'attempt')}${because(reason)}`;
  const request = image.correlation_id === null ? '' : `, correlation id ${image.correlation_id}`;
  return `Image ${image_id} of ${source} (organization ${organization_id}), received ${at(received_at)}${request}, ${what}`;
}

function deliveryLines(delivery: TracedDelivery): string[] {
  const { delivery_id, webhook_id, firing_id, state, next_attempt_at, attempts, reason } = delivery;
  const next = state === 'waiting' ? `, next attempt ${at(next_attempt_at)}` : '';
  return [
    `Delivery ${delivery_id} to webhook ${webhook_id} of firing ${firing_id}: ${state}${next}${because(reason)}`,
    ...attempts.map(
      ({ started_at, duration_ms, status, error }) =>
        `  attempt ${at(started_at)}: ${status === null ? 'no response' : `status ${status}`} after ${duration_ms} ms${because(error)}`,
    ),
  ];
}

function emailLine({ email_id, firing_id, kind, state, attempts, at: when, reason }: TracedEmail): string {
  return `Email ${email_id} (${kind}) of firing ${firing_id}: ${state}${when === null ? '' : ` ${at(when)}`}, ${counted(attempts, 'attempt')}${because(reason)}`;
}
