import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build, type InlineConfig, preview } from 'vite';

type Frames = {
  renderer: string;
  framesPerSecond: number;
  p95Ms: number;
  worstMs: number;
  /** Processor time of scripts on the main thread per frame. Drawing by the graphics process is not part of it. */
  scriptMs: number;
};

/** How long the pointer moves the map. */
const LENGTH_MS = 8_000;
const SIZE = { width: 1280, height: 800 };

/** The frame rate of the console's map while the pointer drags and zooms it. */
export async function mapFrames(browser: Browser, points: number): Promise<Frames> {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-map-'));
  const options: InlineConfig = {
    configFile: false,
    root: join(import.meta.dirname, 'map-page'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000 },
  };
  await build(options);
  const server = await preview({ ...options, preview: { host: '127.0.0.1', port: 0 } });
  const context = await browser.newContext({ viewport: SIZE });
  try {
    const page = await context.newPage();
    await page.goto(`${server.resolvedUrls?.local[0]}?points=${points}`);
    // The clusters are drawn shortly after the map has loaded.
    await page.locator('.map[aria-busy=false]').waitFor({ timeout: 120_000 });
    await page.waitForTimeout(3_000);
    return await measure(page);
  } finally {
    await context.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(page: Page): Promise<Frames> {
  const box = await page.locator('.map canvas').boundingBox();
  if (!box) throw new Error('The map was not drawn.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.evaluate(`
    window.frames_ = [];
    window.tick_ = (time) => { window.frames_.push(time); requestAnimationFrame(window.tick_); };
    requestAnimationFrame(window.tick_);
  `);
  const scriptSeconds = await scriptClock(page);
  const startedAt = await scriptSeconds();
  await page.mouse.move(x, y);
  const endMs = Date.now() + LENGTH_MS;
  for (let round = 0; Date.now() < endMs; round++) {
    await page.mouse.down();
    for (let step = 1; step <= 30 && Date.now() < endMs; step++)
      await page.mouse.move(x + 200 * Math.sin(step / 5), y + 60 * Math.cos(step / 5));
    await page.mouse.up();
    await page.keyboard.down('Control');
    for (let step = 0; step < 12 && Date.now() < endMs; step++)
      await page.mouse.wheel(0, round % 2 === 0 ? -120 : 120);
    await page.keyboard.up('Control');
  }
  const usedSeconds = (await scriptSeconds()) - startedAt;
  const times = (await page.evaluate('window.frames_')) as number[];
  const renderer = (await page.evaluate(`(() => {
    const gl = document.createElement('canvas').getContext('webgl2');
    const info = gl?.getExtension('WEBGL_debug_renderer_info');
    return info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : 'unknown';
  })()`)) as string;
  const gaps = times
    .slice(1)
    .map((time, index) => time - (times[index] ?? 0))
    .toSorted((a, b) => a - b);
  const length = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return {
    renderer,
    framesPerSecond: (1_000 * gaps.length) / length,
    p95Ms: gaps[Math.floor(gaps.length * 0.95)] ?? 0,
    worstMs: gaps.at(-1) ?? 0,
    scriptMs: (1_000 * usedSeconds) / Math.max(1, gaps.length),
  };
}

/** Returns the processor time that scripts of the page have used. */
async function scriptClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
  };
}
