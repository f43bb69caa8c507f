import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { openOcrEngine } from '../../server/src/adapters/ocr/engine/ocr-engine.ts';
import { DEMO_FILE, DEMO_IMAGES, readDemoFile } from '../../server/src/demo/demo-file.ts';
import { readFields } from '../../server/src/domain/recognition/readings/read-fields.ts';
import { demoCountry, FIRST_USDOT } from '../country/country.ts';
import { demoCases } from '../demo/build-demo.ts';
import { demoImages, drawDemoImage, namedImages } from '../demo/demo-images.ts';
import { demoCarrier } from '../demo/demo-plan.ts';
import { inventedWordmarks } from '../scenes/vehicle.ts';

/** Each takes seconds. A change of the drawings shows in all of them. */
const DRAWN_AGAIN = 8;
const STALE = 'server/demo-data is stale: run npm run generate:demo and commit the result';
const { header, tables } = await readDemoFile();

test('the committed carriers, cases and wordmarks match the generator', () => {
  assert.deepEqual(header.wordmarks, inventedWordmarks, STALE);
  assert.deepEqual(header.cases, demoCases(), STALE);
  const census = tables.find(({ name }) => name === 'company_census');
  assert.ok(census);
  const names = census.columns.map((name) => name.replaceAll('"', ''));
  const at = (name: string) => names.indexOf(name);
  const committed = census.rows
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t'))
    .map((cells) => ['usdot_number', 'legal_name', 'phy_city', 'power_units'].map((name) => cells[at(name)]));
  const generated = Array.from({ length: demoCountry.carriers }, (_, index) => {
    const { usdot, legalName, city, powerUnits } = demoCarrier(index);
    return [String(usdot), legalName, city, String(powerUnits)];
  });
  assert.deepEqual(committed, generated, STALE);
});

test('docs/demo.md lists the planted cases', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/demo.md'), 'utf8');
  const listed = [...page.matchAll(/^\| ([\d, ]+) \| `(\w+)` \|/gm)].flatMap(
    ([, numbers = '', signal = '']) =>
      numbers.split(', ').map((number) => ({ usdot_number: Number(number), signal })),
  );
  assert.deepEqual(listed, header.cases);
});

test('the committed images match the generator, show carriers of the country, and are readable', async () => {
  const read = await openOcrEngine();
  const logos = inventedWordmarks.map((wordmark) => wordmark.toLowerCase());
  const committed = new Set(readdirSync(DEMO_IMAGES));
  const images = demoImages().filter(({ name }) => committed.delete(name));
  assert.deepEqual([...committed], [], STALE);
  assert.ok(images.length > 100, `${images.length} images`);
  const seen = new Set<string>();
  for (const [n, image] of images.entries()) {
    const { name, rig } = image;
    const file = readFileSync(join(DEMO_IMAGES, name));
    if (n < namedImages.length || n % DRAWN_AGAIN === 0)
      assert.ok((await meanDifference(file, await drawDemoImage(image))) < 1, `${name}: ${STALE}`);
    seen.add(createHash('sha256').update(file).digest('hex'));
    const { usdot, legalName } = demoCarrier(Number(rig.usdot) - FIRST_USDOT);
    assert.deepEqual([String(usdot), legalName], [rig.usdot, rig.carrier]);
    if (!['truck.jpg', 'cab.jpg'].includes(name)) continue;
    const { value, score } = readFields(await read(file, null), { logos }).usdot_number;
    assert.deepEqual([name, value, score], [name, rig.usdot, 'High']);
  }
  assert.equal(seen.size, images.length, 'an image is used twice');
  assert.ok(namedImages.every(({ name }) => images.some((one) => one.name === name)));
});

test('the demo takes at most 15 MB of the package', () => {
  const files = [DEMO_FILE, ...readdirSync(DEMO_IMAGES).map((name) => join(DEMO_IMAGES, name))];
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  assert.ok(bytes < 15_000_000, `${bytes} bytes`);
});

/** JPEG bytes may differ between processors, so decoded images are compared. */
async function meanDifference(a: Buffer, b: Buffer): Promise<number> {
  const [left, right] = await Promise.all([a, b].map((image) => sharp(image).raw().toBuffer()));
  assert.equal(left?.length, right?.length);
  let sum = 0;
  const length = left?.length ?? 0;
  for (let i = 0; i < length; i++) sum += Math.abs((left?.[i] ?? 0) - (right?.[i] ?? 0));
  return sum / length;
}
