import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import {
  credentialsIn,
  milepost,
  startMilepost,
  temporaryFolder,
} from '../../server/test/support/milepost.ts';
import { violationsOf } from './support/axe.ts';
import { buildConsole, openBrowser, openPage, strangers, test } from './support/browser.ts';
import { imageFaultOf, layoutFaultsOf } from './support/layout.ts';
import { openScene, SCENES, SCREENS, type Scene, showOn } from './support/pages.ts';
import { addPeople, enter, type Person } from './support/people.ts';

buildConsole();
const browser = await openBrowser();
const dataDir = await temporaryFolder();
const running = await startMilepost(dataDir, 'start', { env: { LOG_LEVEL: 'warn' } });
after(() => running.child.kill('SIGTERM'));
const people = await addPeople(runCommand, credentialsIn(running.output()));
/** The images of all pages are saved here. */
const folder = process.env.MILEPOST_SCREENSHOTS;

/** The paths of the open pages. */
const visited: string[] = [];
/** Both widths and both themes. axe runs on these, and further states of a page are shown on these only. */
const MAIN_SCREENS = ['wide-light', 'narrow-dark'];
/** Each is a process of the browser, so two use both processors of a small machine. */
const TABS = 2;

const persons = [...new Set(SCENES.map(({ person }) => person))];
for (const person of persons)
  test(`every page of the ${person} is accessible and fits both widths in both themes`, () => check(person));

test('every route of the console is opened by a scene', async () => {
  const source = await readFile(new URL('../src/router.tsx', import.meta.url), 'utf8');
  const routes = [...source.matchAll(/[pP]age\(\s*'([^']+)'/g)].map(([, path = '']) => path);
  assert.ok(routes.length > 15, 'the routes are found in the source');
  const missing = routes.filter((route) => {
    const pattern = new RegExp(`^${route.replace(/\$\w+/g, '(?!new|compare)[^/]+')}$`);
    return !visited.some((path) => pattern.test(path));
  });
  assert.deepEqual(missing, []);
});

async function runCommand(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await milepost(args, dataDir);
  assert.equal(code, 0, stderr);
  return stdout;
}

async function check(person: Person): Promise<void> {
  const scenes = SCENES.filter((one) => one.person === person);
  const tabs = Array.from({ length: Math.min(TABS, scenes.length) }, () => checkInTab(person, scenes));
  assert.deepEqual((await Promise.all(tabs)).flat(), []);
}

/** Takes scenes until none is left, and returns what is wrong with them. The screen changes without loading again. */
async function checkInTab(person: Person, scenes: Scene[]): Promise<string[]> {
  assert.ok(browser);
  const { page, context, requests, complaints } = await openPage(browser);
  if (person !== 'visitor') await enter(context, running.url, people[person]);
  const faults: string[] = [];
  for (let scene = scenes.shift(); scene !== undefined; scene = scenes.shift()) {
    await openScene(page, running.url, scene);
    const path = new URL(page.url()).pathname.replace(/^\/console\/?/, '/');
    const isNew = folder !== undefined || !visited.includes(path);
    visited.push(path);
    for (const [name, screen] of SCREENS.filter(([name]) => isNew || MAIN_SCREENS.includes(name))) {
      await showOn(page, screen);
      const found = await layoutFaultsOf(page);
      if (MAIN_SCREENS.includes(name)) {
        const violations = await violationsOf(page, name === MAIN_SCREENS[0] ? 'all' : 'appearance');
        found.push(...violations.map(([rule, element]) => `${rule}: ${element}`));
      }
      const image = await page.screenshot({ scale: 'css', type: 'jpeg', quality: folder ? 90 : 40 });
      const fault = await imageFaultOf(image, screen.colorScheme ?? 'light');
      if (fault !== null) found.push(fault);
      if (folder !== undefined) await save(folder, scene, name, image);
      faults.push(...found.map((one) => `${scene.name}, ${name}: ${one}`));
    }
    await scene.finally?.(page);
  }
  await context.close();
  return [
    ...faults,
    ...strangers(requests, running.url).map((url) => `request to another origin: ${url}`),
    // Browsers log every 4xx response and every request without a network as an error.
    ...complaints.filter((text) => !text.startsWith('Failed to load resource:')),
  ];
}

async function save(folder: string, scene: Scene, screen: string, image: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${scene.name}-${screen}.jpg`), image);
}
