import {
  Corrected,
  CorrectionParams,
  CreateCorrection,
  ImageParams,
  ReadAgain,
} from '../../contract/image.ts';
import { readAgain } from '../../domain/images/image-queue.ts';
import { correctImage, withdrawCorrection } from '../../domain/recognition/labels/correct-image.ts';
import { labelProblems } from '../../domain/recognition/labels/label.ts';
import { type Caller, user } from '../access.ts';
import { type Route, routeOf } from '../route.ts';
import type { Services } from '../services.ts';

const route = routeOf('Images');

const access = user({ token: 'either', roles: ['admin', 'image-correction-endpoint'] });
const errors = { 404: 'There is no such image.', 429: 'A quota is reached.' };

function correctorOf({ database, clock, images, settings }: Services, { organization_id, user_id }: Caller) {
  return {
    database,
    now: clock.now(),
    organizationId: organization_id,
    userId: user_id,
    wake: images.wake,
    rules: settings.sightings,
  };
}

export const correctionRoutes: Route[] = [
  route('POST /images/:image_id/read', {
    operationId: 'readImageAgain',
    summary: 'Read an image again',
    description:
      'Queues the image: its state is `stored` until it has been read. What was read before stays until then, and corrections stay. An image that is already waiting is not queued twice.',
    access,
    audit: { action: 'image.read-again', kind: 'change', object: ['image', 'params.image_id'] },
    params: ImageParams,
    success: { schema: ReadAgain, description: 'The image waits for recognition.' },
    errors: { ...errors, 404: 'There is no such image, or it has been deleted.' },
    handler: async ({ images }, { params, caller }) => {
      await readAgain(images, caller.organization_id, params.image_id);
      return { message: 'The image will be read again.' };
    },
  }),
  route('POST /images/:image_id/correction', {
    operationId: 'correctImage',
    summary: 'Correct a field that was read in an image',
    description:
      'Stores the right value, or that the field is not present, and decides the sighting again. The corrected value has the level High, and later readings and evidence do not change it. Alerts that match the changed sighting fire once, as for any sighting. Another correction of the same field replaces it. An unlikely value needs `confirm`.',
    access,
    audit: {
      action: 'image.correct',
      kind: 'change',
      object: ['image', 'params.image_id'],
      showsVehicles: true,
    },
    params: ImageParams,
    body: CreateCorrection,
    example: { field: 'usdot_number', value: '1234567' },
    isIdempotent: true,
    success: { schema: Corrected, description: 'All corrections of the image.' },
    errors,
    rules: (_services, { body }) => labelProblems(body),
    handler: (services, { params, body, caller }) =>
      correctImage(correctorOf(services, caller), params.image_id, body),
  }),
  route('DELETE /images/:image_id/correction/:field', {
    operationId: 'withdrawCorrection',
    summary: 'Withdraw a correction',
    description: 'The sighting is decided again from what was read.',
    access,
    audit: {
      action: 'image.withdraw-correction',
      kind: 'change',
      object: ['image', 'params.image_id'],
      showsVehicles: true,
    },
    params: CorrectionParams,
    success: { schema: Corrected, description: 'The remaining corrections of the image.' },
    errors: { ...errors, 404: 'There is no such image, or the field has not been corrected.' },
    handler: (services, { params, caller }) =>
      withdrawCorrection(correctorOf(services, caller), params.image_id, params.field),
  }),
];
