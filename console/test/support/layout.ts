import type { Page } from 'playwright-core';
import sharp from 'sharp';

/**
 * What is wrong with the layout of the open page: a page wider than the screen, texts that are cut off or lie over each
 * other, images that did not load, numbers in a right-aligned column whose digits differ in width, and buttons of several
 * tables that a screen reader calls the same.
 */
export async function layoutFaultsOf(page: Page): Promise<string[]> {
  return (await page.evaluate(FAULTS)) as string[];
}

const FAULTS = `(() => {
  const faults = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push('the page is ' + wide + ' px wider than the screen');
  const name = (one) => one.tagName.toLowerCase() + ' "' + one.textContent.trim().slice(0, 60) + '"';
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.hidden, .maplibregl-map');

  // Text that does not fit its box. A box that scrolls or that ends with an ellipsis is meant to be smaller.
  for (const one of document.querySelectorAll('h1, h2, h3, button, .button, .badge, .tag, dt, dd, td, th, label, .summary-fact')) {
    const style = getComputedStyle(one);
    if (!isShown(one) || style.display === 'inline' || one.clientWidth === 0) continue;
    if (one.scrollWidth > one.clientWidth + 1 && style.overflowX === 'visible') faults.push('cut off: ' + name(one));
  }
  // A heading whose letters reach below its box.
  for (const one of document.querySelectorAll('h1')) {
    const { overflowY, webkitLineClamp, lineHeight } = getComputedStyle(one);
    if (overflowY === 'hidden' && one.scrollHeight > one.clientHeight + 1 && one.clientHeight < 2 * parseFloat(lineHeight))
      faults.push('cut off at the bottom: ' + name(one) + webkitLineClamp);
  }

  // Texts of the top layer that overlap. The open dialog covers the page, so only its own texts count.
  const top = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].filter(isShown).at(-1) ?? document.body;
  const boxes = [];
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || !parent || !isShown(parent)) continue;
    if (parent.closest('svg, option, pre, textarea, .quad-label, [data-radix-focus-guard]')) continue;
    // What is fixed, sticky or floats above the page may cover it.
    let layer = parent;
    while (layer && layer !== top && !/fixed|sticky|absolute/.test(getComputedStyle(layer).position)) layer = layer.parentElement;
    if (layer && layer !== top) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 2 && box.height > 2) boxes.push([box, parent]);
  }
  boxes.sort(([a], [b]) => a.top - b.top);
  for (let i = 0; i < boxes.length; i++) {
    const [a, first] = boxes[i];
    for (let j = i + 1; j < boxes.length && boxes[j][0].top < a.bottom; j++) {
      const [b, second] = boxes[j];
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      // Line boxes are higher than their letters.
      if (x > 2 && y > 0.45 * Math.min(a.height, b.height) && first !== second && !first.contains(second) && !second.contains(first))
        faults.push('overlap: ' + name(first) + ' and ' + name(second));
    }
  }

  for (const one of document.images)
    if (one.complete && one.naturalWidth === 0 && one.loading !== 'lazy') faults.push('did not load: ' + one.src);
  for (const one of document.querySelectorAll('td.right'))
    if (!getComputedStyle(one).fontVariantNumeric.includes('tabular-nums')) faults.push('no tabular figures: ' + name(one));
  const pagers = [...document.querySelectorAll('.table-pages button')].map((one) => one.ariaLabel ?? one.textContent.trim());
  for (const label of pagers) if (pagers.indexOf(label) !== pagers.lastIndexOf(label)) faults.push('several buttons are called ' + label);
  return [...new Set(faults)].slice(0, 10);
})()`;

/** Whether an image of a page shows something, in the colors of the theme. Null if it does. */
export async function imageFaultOf(image: Buffer, theme: string): Promise<string | null> {
  const { channels, entropy } = await sharp(image).stats();
  const brightness = channels.slice(0, 3).reduce((sum, { mean }) => sum + mean, 0) / 3;
  if (entropy < 0.05) return 'the image is blank';
  // An email is white in both themes.
  if (theme === 'dark' ? brightness > 140 : brightness < 110)
    return `the brightness is ${brightness.toFixed(0)} in the ${theme} theme`;
  return null;
}
