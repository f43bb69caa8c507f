import type { Browser } from 'playwright-core';
import { settled } from '../../console/test/support/pages.ts';
import { enter, type Login } from '../../console/test/support/people.ts';

/** How many bytes a page transfers with an empty cache until it has settled, without scrolling. */
export async function transferredBytes(
  browser: Browser,
  home: string,
  path: string,
  login: Login | null,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(120_000);
  if (login) await enter(context, home, login);
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  let bytes = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await network.send('Network.enable');
  await page.goto(`${home}/console${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await settled(page);
  await context.close();
  return bytes;
}
