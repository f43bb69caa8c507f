import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import sharp from 'sharp';
import { openOcrEngine } from '../../server/src/adapters/ocr/engine/ocr-engine.ts';
import { dayOf, resolveRelativeDays } from '../../server/src/demo/day-formats.ts';
import { readFields } from '../../server/src/domain/recognition/readings/read-fields.ts';
import { temporaryFolder } from '../../server/test/support/milepost.ts';
import { makeCarrier } from '../country/carrier.ts';
import { demoCountry, FIRST_USDOT } from '../country/country.ts';
import { generateCountry } from '../country/generate-country.ts';
import { demoCountryFiles, drawDemoImages } from '../demo/demo-data.ts';
import { inventedWordmarks } from '../scenes/vehicle.ts';

const STALE = 'server/demo-data is stale: run npm run generate:demo and commit the result';
const folder = join(import.meta.dirname, '../../server/demo-data');
const committed = (name: string) => readFileSync(join(folder, name));
const country = JSON.parse(brotliDecompressSync(committed('country.json.br')).toString());

test('the committed country and wordmarks match the generator', async () => {
  assert.deepEqual(country, await demoCountryFiles(), STALE);
  assert.deepEqual(JSON.parse(committed('wordmarks.json').toString()), inventedWordmarks, STALE);
});

test('the committed country, with its dates resolved, equals the country generated for that day', async () => {
  const generated = await temporaryFolder();
  await generateCountry({ ...demoCountry, folder: generated, asOf: '2026-10-30' });
  const asOfDay = dayOf('2026-10-30');
  const resolved = Object.entries(country as Record<string, string>).map(([name, text]) => [
    resolveRelativeDays(name, asOfDay),
    resolveRelativeDays(text, asOfDay),
  ]);
  const files = readdirSync(generated).sort();
  assert.deepEqual(
    Object.fromEntries(resolved),
    Object.fromEntries(files.map((name) => [name, readFileSync(join(generated, name), 'utf8')])),
  );
});

test('the committed images match the generator, show carriers of the country, and are readable', async () => {
  const read = await openOcrEngine();
  const logos = inventedWordmarks.map((wordmark) => wordmark.toLowerCase());
  const scenes = await drawDemoImages();
  assert.deepEqual(readdirSync(join(folder, 'images')).sort(), Object.keys(scenes).sort(), STALE);
  for (const [name, { image, truth }] of Object.entries(scenes)) {
    const file = committed(`images/${name}`);
    assert.ok((await meanDifference(file, image)) < 1, `${name}: ${STALE}`);
    const { usdot, carrier } = truth;
    if (usdot === undefined) continue;
    const { usdot: number, legalName } = makeCarrier(demoCountry, Number(usdot) - FIRST_USDOT);
    assert.deepEqual([String(number), legalName], [usdot, carrier]);
    assert.match(carrier ?? '', /SYNTHETIC/);
    if (!['truck.jpg', 'cab.jpg'].includes(name)) continue;
    const { value, score } = readFields(await read(file, null), { logos }).usdot;
    assert.deepEqual([name, value, score], [name, usdot, 'High']);
  }
});

/** JPEG bytes may differ between processors, so decoded images are compared. */
async function meanDifference(a: Buffer, b: Buffer): Promise<number> {
  const [left, right] = await Promise.all([a, b].map((image) => sharp(image).raw().toBuffer()));
  assert.equal(left?.length, right?.length);
  let sum = 0;
  for (const [i, value] of (left ?? []).entries()) sum += Math.abs(value - (right?.[i] ?? 0));
  return sum / (left?.length ?? 1);
}
