import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { DESK_SCENES } from './desk-scenes.ts';
import { follow, NEXT_FRAME, openFirst, press, type Scene, scene, settled } from './scene.ts';
import { withHeld, withObjections, withoutVetting } from './vetting-fixtures.ts';
import { withBadLine, withoutWatchlists, withWatchlists } from './watchlist-fixtures.ts';

export { type Scene, settled };

/** A carrier of the demo with scores, violations and sightings. */
export const DEMO_CARRIER = '5000176';
/** A truck of the demo with many sightings by the customer's cameras. */
export const DEMO_PLATE = 'JHG4414';
/** A legal form ends the name of nearly every company. */
const CARRIER_NAME = /(LLC|INC|CORP|CO|LTD)$/;
const carrier = `/carriers/${DEMO_CARRIER}`;
const CAMERAS = '/organizations/2';
/** The door of another carrier of the demo. */
const DOOR = fileURLToPath(new URL('../../../server/demo-data/images/cab.jpg', import.meta.url));

const WATCHED = { before: withWatchlists, finally: withoutWatchlists };

/** Every page of the console and its important states, on the data of the demo. */
export const SCENES: Scene[] = [
  scene('visitor', 'sign-in', '', 'Sign in'),
  scene('visitor', 'sign-in-failed', '', 'Sign in', {
    async after(page) {
      await page.getByLabel('Email', { exact: true }).fill('nobody@example.com');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('alert').waitFor();
    },
  }),
  scene('visitor', 'reset-password', '/reset', 'Reset your password'),
  scene('visitor', 'invitation', '/invitation#secret', 'Accept your invitation'),
  scene('visitor', 'invitation-incomplete', '/invitation', 'Accept your invitation'),
  scene('visitor', 'held', '/held#secret', /^What Prairie Brokers holds about/, {
    before: withHeld,
    finally: withoutVetting,
  }),
  scene('visitor', 'held-failed', '/held#nothing', 'What is held about you', {
    after: (page) => page.getByRole('alert').waitFor(),
  }),
  scene('claims', 'purpose', '/images', /purpose/i),
  scene('codes', 'one-time-codes', '', /one-time codes/i),

  scene('customer', 'overview', '', 'Overview'),
  scene('customer', 'account-menu', '', 'Overview', { after: press(/^Account:/) }),
  scene('customer', 'account', '/account', 'Your account'),
  scene('customer', 'palette', '', 'Overview', {
    async after(page) {
      await page.keyboard.press('/');
      await page.getByRole('combobox').fill('trucking');
      await page.getByRole('option', { name: /USDOT/ }).first().waitFor();
    },
  }),
  scene('customer', 'offline', '/carriers', 'Carriers', {
    async after(page) {
      await page.context().setOffline(true);
      await page.getByText('You are offline.').waitFor();
    },
    finally: (page) => page.context().setOffline(false),
  }),
  scene('customer', 'not-found', '/nowhere', 'Not found'),
  scene('customer', 'carriers', '/carriers', 'Carriers'),
  scene('customer', 'carriers-found', '/carriers?query=trucking', 'Carriers'),
  scene('customer', 'carriers-none', '/carriers?query=no%20such%20carrier', 'Carriers'),
  scene('customer', 'carrier', carrier, CARRIER_NAME),
  scene('customer', 'carrier-decision', `${carrier}?dialog=decision`, CARRIER_NAME),
  scene('customer', 'carrier-as-of', `${carrier}?as_of=2025-12-31`, CARRIER_NAME),
  scene('customer', 'carrier-unknown', '/carriers/99999999', /USDOT 99999999/),
  scene('customer', 'explanation', `${carrier}?basic=hours_of_service`, CARRIER_NAME, {
    after: (page) => page.getByRole('dialog').getByRole('checkbox').first().waitFor(),
  }),
  scene('customer', 'what-if', `${carrier}?basic=hours_of_service`, CARRIER_NAME, {
    async after(page) {
      await page.getByRole('dialog').getByRole('checkbox').first().uncheck();
      await page
        .getByRole('dialog')
        .getByText(/without 1 violation/)
        .waitFor();
    },
  }),
  scene('customer', 'compare-empty', '/carriers/compare', 'Compare carriers'),
  scene('customer', 'compare', `/carriers/compare?usdot=5000003,${DEMO_CARRIER},5000005`, 'Compare carriers'),
  ...DESK_SCENES,
  scene('customer', 'sightings', '/sightings', 'Sightings'),
  scene('customer', 'sightings-found', '/sightings?trailer_number=T15*', 'Sightings'),
  scene('customer', 'sightings-none', '/sightings?plate=NOSUCH1', 'Sightings'),
  scene('customer', 'sightings-filters', '/sightings?direction=WB&near=Nowhere', 'Sightings'),
  scene('customer', 'sightings-save', '/sightings?trailer_number=T15*&dialog=save', 'Sightings'),
  scene('customer', 'vehicle', `/vehicles/plate/${DEMO_PLATE}`, `Plate ${DEMO_PLATE}`),
  scene('customer', 'vehicle-unknown', '/vehicles/trailer/NOSUCH1', 'Trailer NOSUCH1'),
  scene('customer', 'cases', '/cases', 'Cases'),
  scene('customer', 'case-new', `/cases/new?kind=plate&value=${DEMO_PLATE}`, 'New case'),
  scene('customer', 'case', `/cases/new?kind=plate&value=${DEMO_PLATE}`, 'New case', {
    async after(page) {
      await page.getByLabel('Title').fill('Stolen tractor, claim 20-117');
      await page.getByRole('button', { name: 'Open the case' }).click();
      await page.getByRole('heading', { name: 'Stolen tractor, claim 20-117', level: 1 }).waitFor();
      await settled(page);
    },
  }),
  scene('customer', 'images', '/images', 'Images'),
  scene('customer', 'images-none', '/images?plate=NOSUCH', 'Images'),
  scene('customer', 'image', '/images', 'Images', { after: openFirst }),
  scene('customer', 'image-correction', '/images', 'Images', {
    async after(page) {
      await openFirst(page);
      await press('Wrong reading')(page);
    },
  }),
  scene('customer', 'lanes', '/lanes', 'Lanes'),
  scene('customer', 'lanes-found', '/lanes?from=Oklahoma%20City,%20OK&why=5000003', 'Lanes', {
    after: (page) => page.getByRole('link', { name: CARRIER_NAME }).first().waitFor(),
  }),
  scene('customer', 'lanes-unknown', '/lanes?from=Oklahoma%20Cty,%20OK', 'Lanes', {
    after: (page) => page.getByText(/Similar names: Oklahoma City/).waitFor(),
  }),
  scene('customer', 'dock-check', '/dock-check', 'Dock check'),
  scene('customer', 'dock-check-no', `/dock-check?usdot=${DEMO_CARRIER}`, 'Dock check', {
    async after(page) {
      await page.getByLabel('Image file').setInputFiles(DOOR);
      await page.locator('.verdict-no').waitFor();
    },
  }),
  scene('customer', 'watchlists', '/watchlists', 'Watchlists', WATCHED),
  scene('customer', 'watchlists-empty', '/watchlists', 'Watchlists'),
  scene('customer', 'watchlist-new', '/watchlists', 'Watchlists', { after: press('New watchlist') }),
  scene('customer', 'watchlist', '/watchlists', 'Watchlists', { ...WATCHED, after: openFirst }),
  scene('customer', 'watchlist-edit', '/watchlists', 'Watchlists', {
    ...WATCHED,
    async after(page) {
      await openFirst(page);
      await press('Edit')(page);
    },
  }),
  scene('customer', 'watchlist-added', '/watchlists', 'Watchlists', {
    before: withBadLine,
    async after(page) {
      await openFirst(page);
      await page.getByLabel('USDOT numbers').fill(`${DEMO_CARRIER}, 99999999, what`);
      await press('Add carriers')(page);
      await page.getByText('not understood').first().waitFor();
      // Otherwise the header covers a part of a button.
      await page.evaluate('scrollTo(0, 0)');
    },
    finally: withoutWatchlists,
  }),
  scene('customer', 'carrier-watch', carrier, CARRIER_NAME, {
    ...WATCHED,
    async after(page) {
      await press('Watch')(page);
      await page.getByRole('dialog').getByText('Core carriers').waitFor();
    },
  }),
  scene('customer', 'vetting-empty', '/vetting?usdot=1', 'Vetting'),
  scene('customer', 'vetting-new', '/vetting', 'Vetting', { after: press('New check') }),
  scene('customer', 'vetting-check', '/vetting', 'Vetting', {
    async after(page) {
      await press('New check')(page);
      await page.getByLabel('USDOT numbers').fill(DEMO_CARRIER);
      await page.getByRole('dialog').getByLabel('Reference').fill('Load 4712');
      await press('Check and keep')(page);
      await page.getByRole('heading', { name: CARRIER_NAME, level: 1 }).waitFor();
      await press('Decide again')(page);
      await page.getByText('is valid, and the rows').waitFor();
    },
  }),
  scene('customer', 'vetting-checks', '/vetting', 'Vetting'),
  scene('customer', 'vetting-rules', '/vetting?tab=rules', 'Vetting'),
  scene('customer', 'vetting-rule', '/vetting?tab=rules', 'Vetting', {
    after: press('Edit Active authority'),
  }),
  scene('customer', 'vetting-lists-empty', '/vetting?tab=lists&list=allow', 'Vetting'),
  scene('customer', 'vetting-lists', '/vetting?tab=lists', 'Vetting', {
    async after(page) {
      await page.getByLabel('USDOT number', { exact: true }).fill(DEMO_CARRIER);
      await page.getByLabel('Note').fill('Double brokered load 4711');
      await press('Put it on the list')(page);
      await page.getByRole('button', { name: 'Remove' }).first().waitFor();
    },
  }),
  scene('customer', 'vetting-objections', '/vetting?tab=objections', 'Vetting', {
    before: withObjections,
    finally: withoutVetting,
  }),
  scene('customer', 'vetting-objections-empty', '/vetting?tab=objections', 'Vetting'),
  scene('customer', 'vetting-decide', '/vetting?tab=objections', 'Vetting', {
    before: withObjections,
    after: press(/^Decide about/),
    finally: withoutVetting,
  }),
  scene('customer', 'webhooks', '/webhooks', 'Webhooks'),
  scene('customer', 'webhook', '/webhooks', 'Webhooks', { after: openFirst }),
  scene('customer', 'webhook-delivery', '/webhooks', 'Webhooks', {
    async after(page) {
      await openFirst(page);
      await follow('.delivery summary, .delivery button')(page);
    },
  }),
  scene('customer', 'webhook-sent', '/webhooks', 'Webhooks', {
    async after(page) {
      await openFirst(page);
      await follow('.delivery summary, .delivery button')(page);
      await page.getByRole('button', { name: 'Show what was sent' }).first().click();
      await page.getByRole('region', { name: 'What was sent' }).waitFor();
    },
  }),
  scene('customer', 'emails', '/emails', 'Emails'),
  scene('customer', 'email', '/emails', 'Emails', { after: openFirst }),
  scene('customer', 'organization-own', '/organizations/1', /Demo Insurance/),
  scene('customer', 'cameras-own', '/cameras', 'Cameras'),
  scene('customer', 'audit-own', '/audit', 'Audit log'),

  scene('newcomer', 'carrier-withheld', carrier, CARRIER_NAME),
  scene('newcomer', 'alerts-empty', '/alerts', 'Alerts'),
  scene('newcomer', 'sightings-withheld', '/sightings', 'Sightings'),
  scene('newcomer', 'live-empty', '/live', 'Live'),
  scene('newcomer', 'images-empty', '/images', 'Images'),
  scene('newcomer', 'lanes-denied', '/lanes?from=Oklahoma%20City,%20OK', 'Lanes'),
  scene('newcomer', 'dock-check-denied', '/dock-check', 'Dock check'),
  scene('newcomer', 'watchlists-denied', '/watchlists', 'Watchlists'),
  scene('newcomer', 'vetting-denied', '/vetting', 'Vetting'),
  scene('newcomer', 'webhooks-denied', '/webhooks', 'Webhooks'),
  scene('newcomer', 'no-access', '/stages', 'No access'),

  scene('operator', 'organizations', '/organizations', 'Organizations'),
  scene('operator', 'organization-new', '/organizations', 'Organizations', {
    after: press('New organization'),
  }),
  scene('operator', 'organization', CAMERAS, /Demo Cameras/),
  scene('operator', 'invite', CAMERAS, /Demo Cameras/, { after: press('Invite a person') }),
  scene('operator', 'user', '/organizations/1', /Demo Insurance/, { after: press(/^Manage /) }),
  scene('operator', 'keys', `${CAMERAS}?tab=keys`, /Demo Cameras/),
  scene('operator', 'quotas', `${CAMERAS}?tab=quotas`, /Demo Cameras/),
  scene('operator', 'settings', `${CAMERAS}?tab=settings`, /Demo Cameras/),
  scene('operator', 'service-user', `${CAMERAS}?new=service`, /Demo Cameras/),
  scene('operator', 'quota', `${CAMERAS}?tab=quotas&quota=alerts`, /Demo Cameras/),
  scene('operator', 'single-sign-on', `${CAMERAS}?tab=settings&dialog=sso`, /Demo Cameras/),
  scene('operator', 'stages', '/stages', 'Stages'),
  scene('operator', 'system', '/system', 'System'),
  scene('operator', 'cameras', '/cameras', 'Cameras'),
  scene('operator', 'data', '/data', 'Data'),
  scene('operator', 'audit', '/audit', 'Audit log'),
  scene('operator', 'audit-entry', '/audit', 'Audit log', { after: press(/^Details of entry/) }),
];

const WIDE = { viewport: { width: 1440, height: 900 } };
const NARROW = { viewport: { width: 375, height: 812 } };

export type Screen = Required<Pick<BrowserContextOptions, 'viewport' | 'colorScheme'>>;

/** Each differs from the one before in one property, so that a page is resized or recolored once per screen. */
export const SCREENS: [name: string, screen: Screen][] = [
  ['wide-light', { ...WIDE, colorScheme: 'light' }],
  ['wide-dark', { ...WIDE, colorScheme: 'dark' }],
  ['narrow-dark', { ...NARROW, colorScheme: 'dark' }],
  ['narrow-light', { ...NARROW, colorScheme: 'light' }],
];

export async function showOn(page: Page, { viewport, colorScheme }: Screen): Promise<void> {
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await page.evaluate(NEXT_FRAME);
}

/** Opens a page and waits until nothing on it is loading. */
export async function openScene(page: Page, home: string, scene: Scene): Promise<void> {
  await scene.before?.(page);
  await page.goto(`${home}/console${scene.path}`);
  await page.getByRole('heading', { name: scene.heading, level: 1, includeHidden: true }).waitFor();
  if (!scene.isLoading) await settled(page);
  await scene.after?.(page);
}
