import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { openPictureReader, type PictureReader } from '../../src/adapters/ocr/picture-reader.ts';
import { makeCarrier } from '../../src/domain/generate/carrier.ts';
import { FIRST_USDOT } from '../../src/domain/generate/country.ts';
import { demoCountry } from '../../src/domain/generate/demo-country.ts';
import { Rng } from '../../src/domain/generate/rng.ts';
import { demoPicture, demoPictureNames } from '../../src/domain/generate/scenes/demo-pictures.ts';
import { drawScene } from '../../src/domain/generate/scenes/draw-scene.ts';
import { Drawing } from '../../src/domain/generate/scenes/drawing.ts';
import { fontNames, outlined } from '../../src/domain/generate/scenes/fonts.ts';
import { perspective } from '../../src/domain/generate/scenes/perspective.ts';
import { sceneKinds, sceneVariants } from '../../src/domain/generate/scenes/scene.ts';
import { inventedVehicle, inventedWordmarks } from '../../src/domain/generate/scenes/vehicle.ts';
import { sceneAt, writePictures } from '../../src/domain/generate/scenes/write-pictures.ts';
import { readFields } from '../../src/domain/recognition/readings/read-fields.ts';
import { vinCheckDigit } from '../../src/lib/identifiers/vin-check-digit.ts';
import { testApi } from '../support/api.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';

const logos = inventedWordmarks.map((mark) => mark.toLowerCase());
let read: PictureReader;
before(async () => {
  read = await openPictureReader();
});

test('the same request gives the same bytes, another seed another picture', async () => {
  const [first, again, other] = await Promise.all([1, 1, 2].map((seed) => drawScene(sceneAt(seed, 1))));
  assert.ok(first && again && other);
  assert.ok(first.picture.equals(again.picture));
  assert.deepEqual(first.truth, again.truth);
  assert.ok(!first.picture.equals(other.picture));
});

test('scenes are JPEGs of one size that say they are synthetic', async () => {
  const count = sceneKinds.length * sceneVariants.length;
  for (let index = 0; index < count; index += 9) {
    const { picture } = await drawScene(sceneAt(5, index));
    const { format, width, height, exif } = await sharp(picture).metadata();
    assert.deepEqual([format, width, height], ['jpeg', 1920, 1080]);
    assert.match(exif?.toString('latin1') ?? '', /Synthetic scene/);
  }
});

test('letters are outlines, so no font of the machine is needed', async () => {
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

test('a perspective takes the corners where they should be and keeps lines straight', () => {
  const corners = [
    [10, 20],
    [1700, 90],
    [1800, 1000],
    [0, 1080],
  ] as const;
  const warp = perspective(1920, 1080, corners);
  const near = ([x, y]: readonly [number, number], [u, v]: readonly [number, number]) =>
    assert.ok(Math.hypot(x - u, y - v) < 1e-6, `${x},${y} against ${u},${v}`);
  near(warp([0, 0]), corners[0]);
  near(warp([1920, 0]), corners[1]);
  near(warp([1920, 1080]), corners[2]);
  near(warp([0, 1080]), corners[3]);
  const [a, b, c] = [warp([100, 300]), warp([900, 500]), warp([1700, 700])];
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  assert.ok(Math.abs(area) < 1e-3 * 1920 * 1080);
});

test('invented vehicles are nobody’s, and their VINs hold', () => {
  for (let n = 0; n < 200; n++) {
    const { usdot, vin } = inventedVehicle(new Rng(9, n));
    assert.ok(Number(usdot) >= FIRST_USDOT);
    assert.equal(vinCheckDigit(vin), vin[8]);
  }
});

test('what is drawn stands in the picture: a clean side and a clean rear read as their truth says', async () => {
  for (const index of [0, 3]) {
    const { picture, truth } = await drawScene(sceneAt(7, index));
    const fields = readFields(await read(picture, null), { logos });
    for (const field of ['usdot', 'mc', 'cabNumber', 'trailerNumber', 'plate'] as const) {
      assert.deepEqual([truth.kind, field, fields[field].value], [truth.kind, field, truth[field] ?? '']);
    }
    assert.equal(fields.wordmark.value, truth.wordmark?.toLowerCase() ?? '');
  }
});

test('the demo’s pictures are of carriers that the demo’s country has, and can be read', async () => {
  for (const name of demoPictureNames) {
    const drawn = await demoPicture(name);
    assert.ok(drawn);
    const { usdot, carrier } = drawn.truth;
    if (usdot === undefined) continue;
    const known = makeCarrier(demoCountry, Number(usdot) - FIRST_USDOT);
    assert.deepEqual([String(known.usdot), known.legalName], [usdot, carrier]);
    assert.match(carrier ?? '', /SYNTHETIC/);
    if (!['truck.jpg', 'cab.jpg'].includes(name)) continue;
    const { value, score } = readFields(await read(drawn.picture, null), { logos }).usdot;
    assert.deepEqual([name, value, score], [name, usdot, 'High']);
  }
  assert.equal(demoPicture('other.jpg'), null);
  assert.equal(demoPicture('toString'), null);
});

test('the server hands them out in local mode only', async () => {
  const { app, db } = await testApi({ env: { MILEPOST_MODE: 'local' } });
  const answer = await app.inject('/demo/truck.jpg');
  assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'image/jpeg']);
  assert.equal((await sharp(answer.rawPayload).metadata()).width, 1920);
  assert.equal((await app.inject('/demo/other.jpg')).statusCode, 404);
  const real = await testApi({ env: { MILEPOST_MODE: 'production' }, db });
  assert.equal((await real.app.inject('/demo/truck.jpg')).statusCode, 404);
});

test('a folder of pictures of a country’s own trucks', async () => {
  const folder = await temporaryFolder();
  const country = { ...demoCountry, carriers: 20, seed: 4 };
  const drawn = await writePictures({ count: 2, seed: 4, folder, country });
  const truths = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8'));
  assert.deepEqual(
    truths.map(({ file }: { file: string }) => file),
    drawn.map(({ file }) => file),
  );
  const { usdot, carrier, synthetic } = truths[0];
  assert.equal(makeCarrier(country, usdot - FIRST_USDOT).legalName, carrier);
  assert.equal(synthetic, true);
});

test('milepost generate --pictures', async () => {
  const folder = await temporaryFolder();
  const made = await milepost(
    ['generate', '--pictures', '3', '--seed', '2', '--out', join(folder, 'a')],
    folder,
  );
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /3 pictures and truth\.json in .*\nAll of it is synthetic/);
  assert.deepEqual((await readdir(join(folder, 'a'))).length, 4);
  const none = await milepost(['generate', '--out', folder], folder);
  assert.match(none.stderr, /Say how much: --carriers, --pictures or both\./);
  assert.notEqual(none.code, 0);
  const many = await milepost(['generate', '--pictures', '0', '--out', folder], folder);
  assert.match(many.stderr, /pictures must be from 1 to/);
});
