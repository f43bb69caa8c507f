import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { Frame } from './frame.tsx';
import { parseSearch, searchOf, stringifySearch } from './lib/search.ts';
import { Permission } from './parts/permission.tsx';
import { NotFound, PageError, PageLoading } from './parts/states.tsx';

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });

/** Pages of administrators. Other users see who may open them. */
const administrators = createRoute({
  getParentRoute: () => root,
  id: 'administrators',
  component: () => (
    <Permission needs="organization">
      <Outlet />
    </Permission>
  ),
});

/** Pages of administrators of the operator's organization. */
const operators = createRoute({
  getParentRoute: () => root,
  id: 'operators',
  component: () => (
    <Permission needs="operator">
      <Outlet />
    </Permission>
  ),
});

/** The type of a page depends on the routes, so the routes cannot depend on it. */
type Load = () => Promise<unknown>;

/** Adds pages below a route. The code of a page exports `Page`, and is loaded when the page is first opened. */
const pagesOf =
  <Parent extends AnyRoute>(parent: Parent) =>
  <Path extends string, Search extends object>(
    path: Path,
    load: Load,
    search: (raw: Record<string, unknown>) => Search,
  ) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      validateSearch: search,
      component: lazyRouteComponent(load as () => Promise<{ Page: ComponentType }>, 'Page'),
    });

const page = pagesOf(root);
const adminPage = pagesOf(administrators);
const operatorPage = pagesOf(operators);

const routeTree = root.addChildren([
  page('/', () => import('./pages/overview/overview.tsx'), searchOf.none),
  page('/carriers', () => import('./pages/carriers/search.tsx'), searchOf.carriers),
  page('/carriers/compare', () => import('./pages/carriers/compare.tsx'), searchOf.compare),
  page('/carriers/$usdot', () => import('./pages/carriers/carrier.tsx'), searchOf.carrier),
  page('/account', () => import('./pages/account.tsx'), searchOf.none),
  page('/alerts', () => import('./pages/alerts/alerts.tsx'), searchOf.alerts),
  page('/alerts/new', () => import('./pages/alerts/new-alert.tsx'), searchOf.newAlert),
  page('/alerts/$id', () => import('./pages/alerts/alert.tsx'), searchOf.alert),
  page('/alerts/$id/edit', () => import('./pages/alerts/edit-alert.tsx'), searchOf.none),
  page('/matches', () => import('./pages/matches/matches.tsx'), searchOf.matches),
  page('/matches/$id', () => import('./pages/matches/match.tsx'), searchOf.none),
  page('/live', () => import('./pages/live.tsx'), searchOf.none),
  page('/sightings', () => import('./pages/sightings/sightings.tsx'), searchOf.sightings),
  page('/vehicles/$kind/$value', () => import('./pages/vehicles/vehicle.tsx'), searchOf.vehicle),
  page('/cases', () => import('./pages/cases/cases.tsx'), searchOf.paged),
  page('/cases/new', () => import('./pages/cases/new-case.tsx'), searchOf.newCase),
  page('/cases/$id', () => import('./pages/cases/case.tsx'), searchOf.none),
  page('/images', () => import('./pages/images.tsx'), searchOf.images),
  page('/images/$id', () => import('./pages/image.tsx'), searchOf.none),
  page('/lanes', () => import('./pages/lanes/lanes.tsx'), searchOf.lanes),
  page('/dock-check', () => import('./pages/dock-check/dock-check.tsx'), searchOf.dockCheck),
  page('/watchlists', () => import('./pages/watchlists/watchlists.tsx'), searchOf.watchlists),
  page('/watchlists/$id', () => import('./pages/watchlists/watchlist.tsx'), searchOf.watchlists),
  page('/vetting/checks/$id', () => import('./pages/vetting/check.tsx'), searchOf.none),
  page('/vetting', () => import('./pages/vetting/vetting.tsx'), searchOf.vetting),
  page('/webhooks', () => import('./pages/webhooks/webhooks.tsx'), searchOf.paged),
  page('/webhooks/$id', () => import('./pages/webhooks/webhook.tsx'), searchOf.webhook),
  page('/emails', () => import('./pages/emails.tsx'), searchOf.emails),
  administrators.addChildren([
    adminPage('/organizations/$id', () => import('./pages/operator/organization.tsx'), searchOf.organization),
    adminPage('/cameras', () => import('./pages/operator/cameras.tsx'), searchOf.cameras),
    adminPage('/audit', () => import('./pages/operator/audit.tsx'), searchOf.audit),
  ]),
  operators.addChildren([
    operatorPage(
      '/organizations',
      () => import('./pages/operator/organizations.tsx'),
      searchOf.organizations,
    ),
    operatorPage('/stages', () => import('./pages/operator/stages.tsx'), searchOf.none),
    operatorPage('/system', () => import('./pages/operator/system.tsx'), searchOf.none),
    operatorPage('/data', () => import('./pages/operator/data.tsx'), searchOf.none),
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/console',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
