import type { Route } from './route.ts';
import { createTokenRoute } from './routes/auth/create-token.ts';
import { whoAmIRoute } from './routes/auth/who-am-i.ts';
import { explainScoresRoute } from './routes/carriers/explain-scores.ts';
import { getProfileRoute } from './routes/carriers/get-profile.ts';
import { getSignalsRoute } from './routes/carriers/get-signals.ts';
import { listProfilesRoute } from './routes/carriers/list-profiles.ts';
import { searchCarriersRoute } from './routes/carriers/search.ts';
import { demoPictureRoute } from './routes/demo/picture.ts';
import { createImageRoute } from './routes/images/create-image.ts';
import { getImageRoute } from './routes/images/get-image.ts';
import { getImageContentRoute } from './routes/images/get-image-content.ts';
import { listCarrierObservationsRoute } from './routes/observations/list-carrier-observations.ts';
import { listVinObservationsRoute } from './routes/observations/list-vin-observations.ts';
import { verifyLaneRoute } from './routes/observations/verify-lane.ts';
import { healthRoutes } from './routes/operations/health.ts';

/** Every route of the API, in the order in which the docs show them. */
export const routes: Route[] = [
  createTokenRoute,
  whoAmIRoute,
  createImageRoute,
  getImageRoute,
  getImageContentRoute,
  listCarrierObservationsRoute,
  listVinObservationsRoute,
  verifyLaneRoute,
  getProfileRoute,
  listProfilesRoute,
  getSignalsRoute,
  searchCarriersRoute,
  explainScoresRoute,
  healthRoutes,
  demoPictureRoute,
];
