/** npm run docs:pictures: takes the pictures of docs/console.md on the demo. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { buildConsole } from '../../console/test/support/build-console.ts';
import { findBrowser } from '../../console/test/support/find-browser.ts';
import { settled } from '../../console/test/support/pages.ts';
import { enter } from '../../console/test/support/people.ts';
import { startDemo } from './start-demo.ts';

const FOLDER = join(import.meta.dirname, '../../docs/console');
const DOOR = join(import.meta.dirname, '../../server/demo-data/images/cab.jpg');
const SCREEN = { width: 1_280, height: 800 };
const WIDTH = 1_100;

const PICTURES: [name: string, path: string, after?: (page: Page) => Promise<void>][] = [
  ['overview', ''],
  ['verdict', '/carriers/5000230'],
  ['signals', '/carriers/5000230?signals=new_authority_after_order', (page) => scrollTo(page, '#signals')],
  ['vehicle', '/vehicles/trailer/HX53107'],
  ['sightings', '/sightings?trailer_number=HX5310?'],
  ['images', '/images'],
  ['lanes', '/lanes?from=Oklahoma%20City,%20OK'],
  [
    'dock-check',
    '/dock-check?usdot=5000103',
    async (page) => {
      await page.getByLabel('Image file').setInputFiles(DOOR);
      await page.locator('.verdict-yes').waitFor();
    },
  ],
];

const scrollTo = async (page: Page, target: string) => {
  await page.locator(target).scrollIntoViewIfNeeded();
  await page.locator(target).evaluate((element) => element.scrollIntoView());
};

const found = await findBrowser();
if ('missing' in found) throw new Error(found.missing);
buildConsole();
const software = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const own = (found.args ?? []).filter((one) => one !== '--disable-gpu');
const browser = await chromium.launch({ ...found, args: [...own, ...software] });
const demo = await startDemo();
try {
  mkdirSync(FOLDER, { recursive: true });
  const context = await browser.newContext({ viewport: SCREEN, colorScheme: 'light' });
  context.setDefaultTimeout(120_000);
  await enter(context, demo.url, demo.credentials);
  const page = await context.newPage();
  for (const [name, path, after] of PICTURES) {
    await page.goto(`${demo.url}/console${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    await after?.(page);
    // A map fades in.
    await page.waitForTimeout(2_500);
    const picture = await page.screenshot();
    await sharp(picture)
      .resize(WIDTH)
      .webp({ quality: 72 })
      .toFile(join(FOLDER, `${name}.webp`));
  }
} finally {
  await browser.close();
  await demo.stop();
}
