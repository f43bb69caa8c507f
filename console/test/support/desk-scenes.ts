import { fileURLToPath } from 'node:url';
import { openFirst, press, type Scene, scene, settled } from './scene.ts';

/** The request of the page, not the page itself. */
const ALERTS = /(?<!console)\/alerts(\?|$)/;

/** The door of a carrier of the demo. */
const DOOR = fileURLToPath(new URL('../../../server/demo-data/images/cab.jpg', import.meta.url));

/** Alerts, their matches and uploads. */
export const DESK_SCENES: Scene[] = [
  scene('customer', 'alerts', '/alerts', 'Alerts'),
  scene('customer', 'alerts-ended', '/alerts?state=ended', 'Alerts'),
  scene('customer', 'alerts-import', '/alerts?dialog=import', 'Alerts', {
    async after(page) {
      await page.getByLabel('A list, one number per line').fill('trailer_number,vin\nT1563,\nT1570,12\n');
      await press('Create alerts')(page);
      await page.getByText('Nothing was created').waitFor();
    },
  }),
  scene('customer', 'alerts-loading', '/alerts', 'Alerts', {
    async before(page) {
      await page.route(ALERTS, () => undefined);
    },
    finally: (page) => page.unroute(ALERTS),
    isLoading: true,
  }),
  scene('customer', 'alerts-failed', '/alerts', 'Alerts', {
    async before(page) {
      const json = { detail: 'The service is in maintenance mode.' };
      await page.route(ALERTS, (route) => route.fulfill({ status: 409, json }));
    },
    after: (page) => page.getByRole('alert').waitFor(),
    finally: (page) => page.unroute(ALERTS),
  }),
  scene('customer', 'alert-new', '/alerts/new', 'New alert'),
  scene('customer', 'alert-preview', '/alerts/new?usdot_number=5000004', 'New alert', {
    after: (page) => page.getByRole('region', { name: 'Preview' }).locator('.figure').first().waitFor(),
  }),
  scene('customer', 'alert', '/alerts', 'Alerts', { after: openFirst }),
  scene('customer', 'alert-edit', '/alerts', 'Alerts', {
    async after(page) {
      await openFirst(page);
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByRole('heading', { name: 'Edit alert', level: 1 }).waitFor();
      await settled(page);
    },
  }),
  scene('customer', 'alert-delete', '/alerts', 'Alerts', {
    async after(page) {
      await openFirst(page);
      await press('Delete')(page);
    },
  }),
  scene('customer', 'matches', '/matches', 'Matches'),
  scene('customer', 'matches-none', '/matches?state=recovered', 'Matches'),
  scene('customer', 'match', '/matches', 'Matches', {
    async after(page) {
      await openFirst(page);
      await page.getByLabel('Note').fill('Called the yard.');
      await press('Add note')(page);
      await page.getByText('Called the yard.').last().waitFor();
    },
  }),
  scene('newcomer', 'matches-empty', '/matches', 'Matches'),
  scene('customer', 'live', '/live', 'Live'),
  scene('customer', 'upload', '/images?dialog=upload', 'Images'),
  scene('customer', 'upload-place', '/images?dialog=upload', 'Images', {
    async after(page) {
      await page.getByLabel('Image file').setInputFiles([DOOR, DOOR]);
      await page.getByRole('button', { name: 'Upload 2 images' }).waitFor();
    },
  }),
  scene('customer', 'uploaded', '/images?dialog=upload', 'Images', {
    async after(page) {
      await page.getByLabel('Image file').setInputFiles([DOOR]);
      await page.getByLabel('City').fill('Amarillo');
      await page.getByLabel('State', { exact: true }).fill('TX');
      await press('Upload 1 image')(page);
      await page.getByText('1 image done', { exact: true }).waitFor();
    },
  }),
];
