import type { Route } from './route.ts';
import { createTokenRoute } from './routes/auth/create-token.ts';
import { whoAmIRoute } from './routes/auth/who-am-i.ts';
import { searchCarriersRoute } from './routes/carriers/search.ts';
import { healthRoutes } from './routes/operations/health.ts';

/** Every route of the API, in the order in which the docs show them. */
export const routes: Route[] = [createTokenRoute, whoAmIRoute, searchCarriersRoute, healthRoutes];
