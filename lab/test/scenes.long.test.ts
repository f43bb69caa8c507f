import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { openOcrEngine } from '../../server/src/adapters/ocr/engine/ocr-engine.ts';
import { readFieldNames } from '../../server/src/contract/truck-fields.ts';
import { readFields } from '../../server/src/domain/recognition/readings/read-fields.ts';
import { vinCheckDigit } from '../../server/src/lib/identifiers/vin-check-digit.ts';
import { temporaryFolder } from '../../server/test/support/milepost.ts';
import { sceneTruth } from '../accuracy/sample.ts';
import { makeCarrier } from '../country/carrier.ts';
import { demoCountry, FIRST_USDOT } from '../country/country.ts';
import { Rng } from '../country/rng.ts';
import { drawScene } from '../scenes/draw-scene.ts';
import { Drawing } from '../scenes/drawing.ts';
import { fontNames, outlined } from '../scenes/fonts.ts';
import { perspective } from '../scenes/perspective.ts';
import { sceneKinds, sceneVariants } from '../scenes/scene.ts';
import { inventedVehicle, inventedWordmarks } from '../scenes/vehicle.ts';
import { sceneAt, writeImages } from '../scenes/write-images.ts';

test('the same request gives the same bytes; another seed gives another image', async () => {
  const [first, again, other] = await Promise.all([1, 1, 2].map((seed) => drawScene(sceneAt(seed, 1))));
  assert.ok(first && again && other);
  assert.ok(first.image.equals(again.image));
  assert.deepEqual(first.truth, again.truth);
  assert.ok(!first.image.equals(other.image));
});

test('every scene is a JPEG of the same size, marked as synthetic', async () => {
  const count = sceneKinds.length * sceneVariants.length;
  for (let index = 0; index < count; index += 9) {
    const { image } = await drawScene(sceneAt(5, index));
    const { format, width, height, exif } = await sharp(image).metadata();
    assert.deepEqual([format, width, height], ['jpeg', 1920, 1080]);
    assert.match(exif?.toString('latin1') ?? '', /Synthetic scene/);
  }
});

test('text is drawn as outlines, without system fonts', async () => {
  const drawing = new Drawing(400, 100);
  drawing.text('USDOT 5', [10, 80], { font: 'arimo', height: 60, ink: '#000000' });
  assert.doesNotMatch(drawing.svg().toString(), /<text|font/);
  const { data, info } = await sharp(drawing.svg())
    .flatten({ background: '#ffffff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const dark = data.reduce((sum, value) => sum + (value < 100 ? 1 : 0), 0);
  assert.ok(dark > 0.05 * info.width * info.height, `${dark} dark pixels`);
  for (const font of fontNames) {
    for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#.,:-&') {
      const { path, width } = outlined(letter, 0, 0, { font, height: 10 });
      assert.ok(path.length > 2 && width > 0, `${letter} in ${font}`);
    }
  }
});

test('a perspective maps the corners and keeps lines straight', () => {
  const corners = [
    [10, 20],
    [1700, 90],
    [1800, 1000],
    [0, 1080],
  ] as const;
  const warp = perspective(1920, 1080, corners);
  const near = ([x, y]: readonly [number, number], [u, v]: readonly [number, number]) =>
    assert.ok(Math.hypot(x - u, y - v) < 1e-6, `${x},${y} instead of ${u},${v}`);
  near(warp([0, 0]), corners[0]);
  near(warp([1920, 0]), corners[1]);
  near(warp([1920, 1080]), corners[2]);
  near(warp([0, 1080]), corners[3]);
  const [a, b, c] = [warp([100, 300]), warp([900, 500]), warp([1700, 700])];
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  assert.ok(Math.abs(area) < 1e-3 * 1920 * 1080);
});

test('invented vehicles have unissued USDOT numbers and valid VINs', () => {
  for (let n = 0; n < 200; n++) {
    const { usdot, vin } = inventedVehicle(new Rng(9, n));
    assert.ok(Number(usdot) >= FIRST_USDOT);
    assert.equal(vinCheckDigit(vin), vin[8]);
  }
});

test('the readings of a clean side and a clean rear match their labels', async () => {
  const read = await openOcrEngine();
  const logos = inventedWordmarks.map((wordmark) => wordmark.toLowerCase());
  for (const index of [0, 3]) {
    const { image, truth } = await drawScene(sceneAt(7, index));
    const fields = readFields(await read(image, null), { logos });
    const { vin: _, equipment_logo: logo, ...shown } = sceneTruth(truth);
    for (const field of readFieldNames().filter((name) => name in shown)) {
      const expected = shown[field as keyof typeof shown] ?? '';
      assert.deepEqual([truth.kind, field, fields[field].value], [truth.kind, field, expected]);
    }
    assert.equal(fields.equipment_logo.value, logo?.toLowerCase() ?? '');
  }
});

test('images of a country show its carriers', async () => {
  const folder = await temporaryFolder();
  const country = { ...demoCountry, carriers: 20, seed: 4 };
  await writeImages({ count: 2, seed: 4, folder, country });
  const labels: { file: string }[] = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8'));
  assert.deepEqual([...labels.map(({ file }) => file), 'truth.json'], (await readdir(folder)).sort());
  const { usdot, carrier, synthetic } = labels[0] as never;
  assert.equal(makeCarrier(country, usdot - FIRST_USDOT).legalName, carrier);
  assert.equal(synthetic, true);
});

test('npm run generate:country -- --images', async () => {
  const folder = await temporaryFolder();
  const done = await generate('--images', '3', '--seed', '2', '--out', join(folder, 'a'));
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stdout, /3 images and truth\.json in .*\nAll of this data is synthetic/);
  assert.deepEqual((await readdir(join(folder, 'a'))).length, 4);
  for (const [args, message] of [
    [['--out', folder], /Specify --carriers, --images or both\./],
    [['--images', '0', '--out', folder], /--images must be from 1 to/],
    [['--carriers', '5'], /--out is required/],
    [['--carriers', '5', '--out', folder, '--as-of', 'May'], /--as-of must be a day/],
    [['--carriers', '5', '--out', folder, '--only', 'x'], /--only must be one of registry/],
  ] as const) {
    const { code, stderr } = await generate(...args);
    assert.equal(code, 1);
    assert.match(stderr, message);
  }
});

function generate(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const script = join(import.meta.dirname, '../generate.ts');
  return new Promise((resolve) =>
    execFile(process.execPath, [script, ...args], (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    ),
  );
}
