import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { Frame } from './frame.tsx';
import { searchOf } from './lib/search.ts';
import { NotFound, PageError, PageLoading } from './parts/states.tsx';

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });

/** A page and its code are loaded when it is first opened. */
const page = (load: () => Promise<unknown>) =>
  // The type of a page depends on the routes, so the routes cannot depend on it.
  lazyRouteComponent(load as () => Promise<{ Page: ComponentType }>, 'Page');

const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: page(() => import('./pages/overview.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/carriers',
    validateSearch: searchOf.carriers,
    component: page(() => import('./pages/carriers/search.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/carriers/compare',
    validateSearch: searchOf.compare,
    component: page(() => import('./pages/carriers/compare.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/carriers/$usdot',
    validateSearch: searchOf.carrier,
    component: page(() => import('./pages/carriers/carrier.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/alerts',
    component: page(() => import('./pages/alerts/alerts.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/alerts/new',
    validateSearch: searchOf.newAlert,
    component: page(() => import('./pages/alerts/new-alert.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/alerts/$id',
    validateSearch: searchOf.alert,
    component: page(() => import('./pages/alerts/alert.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/alerts/$id/edit',
    component: page(() => import('./pages/alerts/edit-alert.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/live',
    component: page(() => import('./pages/live.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/images',
    validateSearch: searchOf.images,
    component: page(() => import('./pages/images.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/images/$id',
    component: page(() => import('./pages/image.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks',
    component: page(() => import('./pages/webhooks/webhooks.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks/$id',
    validateSearch: searchOf.paged,
    component: page(() => import('./pages/webhooks/webhook.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/emails',
    validateSearch: searchOf.emails,
    component: page(() => import('./pages/emails.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/organizations',
    validateSearch: searchOf.organizations,
    component: page(() => import('./pages/operator/organizations.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/organizations/$id',
    validateSearch: searchOf.organization,
    component: page(() => import('./pages/operator/organization.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/stages',
    component: page(() => import('./pages/operator/stages.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/cameras',
    validateSearch: searchOf.cameras,
    component: page(() => import('./pages/operator/cameras.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/data',
    component: page(() => import('./pages/operator/data.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    validateSearch: searchOf.audit,
    component: page(() => import('./pages/operator/audit.tsx')),
  }),
  // Bookmarks may have the earlier names of these pages.
  createRoute({
    getParentRoute: () => root,
    path: '/pictures/$',
    beforeLoad: ({ params }) => {
      throw redirect({ to: params._splat ? `/images/${params._splat}` : '/images' });
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/mails',
    beforeLoad: () => {
      throw redirect({ to: '/emails' });
    },
  }),
]);

export const router = createRouter({
  routeTree,
  basepath: '/console',
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
