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
import { searchCarriersRoute } from './routes/carriers/search.ts';
import { demoPictureRoute } from './routes/demo/picture.ts';
import { createImageRoute } from './routes/images/create-image.ts';
import { getImageRoute } from './routes/images/get-image.ts';
import { getImageContentRoute } from './routes/images/get-image-content.ts';
import { listLogosRoute } from './routes/logos/list-logos.ts';
import { healthRoutes } from './routes/operations/health.ts';

/** Every route of the API, in the order in which the docs show them. */
export const routes: Route[] = [
  createTokenRoute,
  whoAmIRoute,
  createImageRoute,
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
  searchCarriersRoute,
  healthRoutes,
  demoPictureRoute,
];
