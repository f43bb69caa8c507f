import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { drawPlateScene } from '../../../lab/scenes/plate-scene.ts';
import { openOcrEngine } from '../../src/adapters/ocr/engine/ocr-engine.ts';
import { countCameras } from '../../src/domain/images/cameras/count-cameras.ts';
import type { ImageReading } from '../../src/domain/recognition/recognizer.ts';
import { testApi } from '../support/api.ts';
import { recognizerOf, testRecognition } from '../support/recognition/recognition.ts';

const HOUR_MS = 3_600_000;
const now = new Date();
const api = await testApi({ clock: { now: () => now } });
const owner = await api.customer(['admin'], 'partner');

const LOOKS = {
  good: (image: Buffer) => sharp(image),
  covered: (image: Buffer) => sharp(image).modulate({ brightness: 0.12 }),
  black: (image: Buffer) => sharp(image).linear(0, 4),
  'out of focus': (image: Buffer) => sharp(image).blur(4),
};
type Look = keyof typeof LOOKS | 'not measured';
const TRUCKS = [0, 1];

/** By truck and look. */
const readings = new Map<string, ImageReading>();
const read = await openOcrEngine();
for (const truck of TRUCKS) {
  const { image } = await drawPlateScene(431, truck);
  for (const [look, change] of Object.entries(LOOKS))
    readings.set(`${truck} ${look}`, await read(await change(image).jpeg().toBuffer(), null));
  const { quality: _, ...unmeasured } = readings.get(`${truck} covered`) as ImageReading;
  readings.set(`${truck} not measured`, unmeasured);
}

const recognizer = recognizerOf(async ({ image }) => {
  const { lines } = JSON.parse(Buffer.from(image).toString());
  return readings.get(lines[0]) as ImageReading;
});
const { ingest, drain } = testRecognition(api, { recognizer }, now.getTime());

/** Images of two hours ago and of the same hour on days before. */
async function send(source: string, days: number, images: number, look: Look): Promise<void> {
  for (let n = 0; n < images; n++) {
    const receivedAt = new Date(now.getTime() - (2 + 24 * days) * HOUR_MS);
    const seconds = (receivedAt.getTime() - now.getTime()) / 1_000 - n * 100;
    await ingest(
      owner.organizationId,
      { lines: [`${TRUCKS[n % TRUCKS.length]} ${look}`] },
      { source, receivedAt, seconds },
    );
  }
}

test('a camera is dark or blurred when its images are, compared with the same hours of earlier days', async () => {
  const cameras: [source: string, usually: Look, today: Look, expected: string[]][] = [
    ['as always', 'good', 'good', []],
    ['covered', 'good', 'covered', ['dark']],
    ['black', 'good', 'black', ['dark']],
    ['soft', 'good', 'out of focus', ['blurred']],
    ['at night', 'covered', 'covered', []],
    ['lit again', 'covered', 'good', []],
    ['own recognizer', 'not measured', 'not measured', []],
  ];
  for (const [source, usually, today] of cameras) {
    for (const days of [1, 2, 3]) await send(source, days, 2, usually);
    await send(source, 0, 10, today);
  }
  await send('few images', 0, 4, 'covered');
  for (const days of [1, 2, 3]) await send('few images', days, 2, 'good');
  await send('few days', 0, 10, 'covered');
  for (const days of [1, 2]) await send('few days', days, 2, 'good');
  await drain();
  while (await countCameras(api.db, now));
  const headers = await api.signIn(owner);
  const response = await api.app.inject({ url: '/admin/cameras/health', headers });
  assert.equal(response.statusCode, 200, response.body);
  type Found = { source: string; problems: { kind: string; text: string }[] };
  const found = new Map(
    (response.json().cameras as Found[]).map(({ source, problems }) => [
      source,
      problems.filter(({ kind }) => kind !== 'reads_less'),
    ]),
  );
  for (const [source, , , expected] of cameras) {
    const kinds = found.get(source)?.map(({ kind }) => kind);
    assert.deepEqual(kinds, expected, source);
  }
  assert.deepEqual([found.get('few images'), found.get('few days')], [[], []]);
  assert.match(
    found.get('covered')?.[0]?.text ?? '',
    /^Its images are dark: a brightness of \d+ %, usually \d+ % at these hours\.$/,
  );
  const unread = await api.db.pool.query(
    `select count(*)::int as images from images where source = 'black' and recognized_at is null and brightness < 40`,
  );
  assert.equal(unread.rows[0].images, 10, 'images without any text are measured, too');
});
