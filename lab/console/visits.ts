import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright-core';
import { findBrowser } from '../../console/test/support/find-browser.ts';
import { SCREENS } from '../../console/test/support/pages.ts';
import { enter, type People, type Person } from '../../console/test/support/people.ts';
import { OBSERVER } from '../../console/test/support/shifts.ts';

/** Without a graphics card, the browser does not always free the memory of the maps that it has drawn. */
const SCENES_PER_BROWSER = 20;
const MAX_SCENE_MS = 300_000;

/** Opens a browser that draws maps. Without a graphics card, WebGL runs on the processor. */
export async function launch(): Promise<Browser> {
  const found = await findBrowser();
  if ('missing' in found) throw new Error(found.missing);
  const software = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
  const own = (found.args ?? []).filter((one) => one !== '--disable-gpu');
  const options: LaunchOptions = { ...found, args: [...own, ...software] };
  return chromium.launch(options);
}

/** Pages of one person. A browser that has drawn many scenes, or failed at one, is replaced by a new one. */
export class Visits {
  #browser: Browser | null = null;
  #page: Page | null = null;
  #scenes = 0;
  readonly #home: string;
  readonly #person: Person;
  readonly #people: People;

  constructor(home: string, person: Person, people: People) {
    this.#home = home;
    this.#person = person;
    this.#people = people;
  }

  async run<T>(use: (page: Page) => Promise<T>): Promise<T> {
    if (this.#scenes++ >= SCENES_PER_BROWSER) await this.close();
    const late = new AbortController();
    try {
      this.#page ??= await this.#open();
      return await Promise.race([use(this.#page), overdue(late.signal)]);
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      late.abort();
    }
  }

  async close(): Promise<void> {
    await this.#browser?.close().catch(() => undefined);
    this.#browser = null;
    this.#page = null;
    this.#scenes = 0;
  }

  async #open(): Promise<Page> {
    this.#browser = await launch();
    const context = await this.#browser.newContext(SCREENS[0]?.[1]);
    context.setDefaultTimeout(120_000);
    await context.addInitScript(OBSERVER);
    if (this.#person !== 'visitor') await enter(context, this.#home, this.#people[this.#person]);
    return context.newPage();
  }
}

async function overdue(signal: AbortSignal): Promise<never> {
  await pause(MAX_SCENE_MS, undefined, { signal });
  throw new Error(`The scene took longer than ${MAX_SCENE_MS / 1_000} s.`);
}
