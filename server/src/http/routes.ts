import type { Route } from './route.ts';
import { createAlertRoute } from './routes/alerts/create-alert.ts';
import { deleteAlertRoute } from './routes/alerts/delete-alert.ts';
import { editAlertRoute } from './routes/alerts/edit-alert.ts';
import { getAlertRoute } from './routes/alerts/get-alert.ts';
import { listAlertsRoute } from './routes/alerts/list-alerts.ts';
import { listMatchesRoute } from './routes/alerts/list-matches.ts';
import { previewAlertRoute } from './routes/alerts/preview-alert.ts';
import { runAlertsRoute } from './routes/alerts/run-alerts.ts';
import { createTokenRoute } from './routes/auth/create-token.ts';
import { whoAmIRoute } from './routes/auth/who-am-i.ts';
import { explainScoresRoute } from './routes/carriers/explain-scores.ts';
import { getProfileRoute } from './routes/carriers/get-profile.ts';
import { getSignalsRoute } from './routes/carriers/get-signals.ts';
import { listProfilesRoute } from './routes/carriers/list-profiles.ts';
import { searchCarriersRoute } from './routes/carriers/search.ts';
import { demoImageRoute } from './routes/demo/image.ts';
import { followMatchesRoute } from './routes/events/follow-matches.ts';
import { createImageRoute } from './routes/images/create-image.ts';
import { getImageRoute } from './routes/images/get-image.ts';
import { getImageContentRoute } from './routes/images/get-image-content.ts';
import { listImagesRoute } from './routes/images/list-images.ts';
import { listLogosRoute } from './routes/logos/list-logos.ts';
import { listMailsRoute } from './routes/mail/list-mails.ts';
import { mailMessageRoute } from './routes/mail/mail-message.ts';
import { unsubscribeRoutes } from './routes/mail/unsubscribe.ts';
import { listCarrierObservationsRoute } from './routes/observations/list-carrier-observations.ts';
import { listVinObservationsRoute } from './routes/observations/list-vin-observations.ts';
import { verifyLaneRoute } from './routes/observations/verify-lane.ts';
import { healthRoutes } from './routes/operations/health.ts';
import { createWebhookRoute } from './routes/webhooks/create-webhook.ts';
import { deleteWebhookRoute } from './routes/webhooks/delete-webhook.ts';
import { listDeliveriesRoute } from './routes/webhooks/list-deliveries.ts';
import { listWebhooksRoute } from './routes/webhooks/list-webhooks.ts';
import { replayDeliveryRoute } from './routes/webhooks/replay-delivery.ts';
import { testWebhookRoute } from './routes/webhooks/test-webhook.ts';
import { updateWebhookRoute } from './routes/webhooks/update-webhook.ts';

/** Every route of the API, in the order in which the docs show them. */
export const routes: Route[] = [
  createTokenRoute,
  whoAmIRoute,
  createImageRoute,
  listImagesRoute,
  getImageRoute,
  getImageContentRoute,
  listLogosRoute,
  createAlertRoute,
  listAlertsRoute,
  previewAlertRoute,
  runAlertsRoute,
  getAlertRoute,
  editAlertRoute,
  deleteAlertRoute,
  listMatchesRoute,
  createWebhookRoute,
  updateWebhookRoute,
  listWebhooksRoute,
  deleteWebhookRoute,
  testWebhookRoute,
  listDeliveriesRoute,
  replayDeliveryRoute,
  listMailsRoute,
  mailMessageRoute,
  unsubscribeRoutes,
  followMatchesRoute,
  listCarrierObservationsRoute,
  listVinObservationsRoute,
  verifyLaneRoute,
  getProfileRoute,
  listProfilesRoute,
  getSignalsRoute,
  searchCarriersRoute,
  explainScoresRoute,
  healthRoutes,
  demoImageRoute,
];
