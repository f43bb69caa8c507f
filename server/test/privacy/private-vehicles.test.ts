import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, suite, test } from 'node:test';
import sharp from 'sharp';
import { openPlateHider } from '../../src/adapters/plate-hider/open-plate-hider.ts';
import { keyOfImage } from '../../src/domain/images/blob-key.ts';
import { readAgain } from '../../src/domain/images/image-queue.ts';
import { ImageSweeper } from '../../src/domain/images/sweep-images.ts';
import type { ImageReading, LocatedPlate } from '../../src/domain/recognition/recognizer.ts';
import { AppError } from '../../src/lib/errors.ts';
import { testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { silent } from '../support/cluster.ts';
import { ingestBody } from '../support/images/sample-images.ts';
import { columnsWith } from '../support/privacy/find-value.ts';
import { readLines, type ScriptedLine } from '../support/recognition/read-lines.ts';
import { recognizerOf, testRecognition } from '../support/recognition/recognition.ts';
import { quadAt } from '../support/recognition/text-lines.ts';
import { startServer } from '../support/start-server.ts';

const api = await testApi({ env: { PRIVATE_VEHICLES: 'drop' } });
const { db, services } = api;
const { blobs } = services.images;
const customer = await api.customer(['admin']);
const headers = await api.bearer(customer);
const sweeper = new ImageSweeper({ database: db, clock: services.clock, blobs });
const hider = openPlateHider({ timeoutMs: 60_000, memoryMb: 1_024, models: null }, silent);
closing(() => hider.close());

/** What the recognizer returns next; the image itself is noise. */
let seen: ImageReading = readLines([]);
const read = testRecognition(api, { recognizer: recognizerOf(async () => seen), hider });

/** A gray image of 640 × 400 pixels with a light rectangle at each place, so that hidden places can be seen. */
async function picture(places: { left: number; top: number }[] = []): Promise<Buffer> {
  const stripes = Buffer.from(
    Array.from({ length: 80 * 40 * 3 }, (_, i) => (Math.floor(i / 3) % 4 < 2 ? 250 : 5)),
  );
  const input = await sharp(stripes, { raw: { width: 80, height: 40, channels: 3 } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 640, height: 400, channels: 3, background: '#777' } })
    .composite(places.map((place) => ({ input, ...place })))
    .jpeg({ quality: 95 })
    .toBuffer();
}

const plateAt = (text: string, x: number, y: number): LocatedPlate => ({
  quad: quadAt(x, y, 80, 40),
  located: 0.9,
  candidates: [{ text, probability: 0.95 }],
  clarity: 0.9,
  characters: [...text].map(() => 0.95),
  isConfirmed: true,
  states: [],
});

let sent = await picture();
const url = `${await startServer((_request, response) => response.end(sent))}/`;

type Sent = { plate?: string | null; box?: Record<string, number>; seconds?: number };

/** Sends an image through the API. The box is the whole image unless it is given. */
async function post({ plate = null, box, seconds = 0 }: Sent = {}): Promise<string> {
  const body = ingestBody(url, {
    time_captured: new Date(Date.UTC(2026, 4, 4, 10, 0, seconds)).toISOString(),
  });
  const payload = {
    ...body,
    detection_bounding_box: box ?? { xmin: 0, ymin: 0, xmax: 640, ymax: 400 },
    detection_metadata: plate
      ? { alpr_confidence: 0.9, alpr_state: 'TX', plate_number: plate }
      : { alpr_confidence: 0, alpr_state: 'TX' },
  };
  const response = await api.app.inject({ method: 'POST', url: '/image', headers, payload });
  assert.equal(response.statusCode, 200, response.body);
  return response.json().image_id;
}

const image = async (id: string) => (await db.pool.query('select * from images where id = $1', [id])).rows[0];
const plates = async () =>
  (await db.pool.query('select alpr_plate_number as plate from observations')).rows.map(({ plate }) => plate);
const bytesOf = async (row: { id: string; sha256: Buffer }) => {
  const blob = await blobs.open(keyOfImage(row));
  return blob && Buffer.concat(await blob.stream.toArray());
};
const keyOfSent = (id: string) => keyOfImage({ id, sha256: createHash('sha256').update(sent).digest() });

/** How much the pixels of a part differ: 0 where it has one color. */
async function contrast(bytes: Buffer, left: number, top: number): Promise<number> {
  const part = sharp(bytes).extract({ left: left + 10, top: top + 10, width: 60, height: 20 });
  const { channels } = await sharp(await part.png().toBuffer()).stats();
  return channels[0]?.stdev ?? 0;
}

const truck: ScriptedLine[] = ['ACME ROCKETS LLC', 'USDOT 1234567'];

beforeEach(async () => {
  await db.pool.query(`truncate observations, observation_counts, images, image_queue, sightings, vehicle_evidence, revisits,
    unmatched_sightings, blob_deletions, image_labels`);
  sent = await picture();
});

suite('an image without a truck', () => {
  for (const [what, lines] of [
    ['with a plate', ['ABC 1234']],
    ['without text', []],
    ['with a word', ['FOR SALE']],
  ] as const)
    test(`${what} is deleted with the plate that the partner sent`, async () => {
      seen = readLines(lines);
      const id = await post({ plate: 'KX7PW42' });
      assert.deepEqual(await columnsWith(db, 'KX7PW42'), ['images.plate_number']);
      await read.drain();
      assert.equal((await api.app.inject({ url: `/images/${id}`, headers })).statusCode, 404);
      assert.deepEqual([await columnsWith(db, 'KX7PW42'), await columnsWith(db, 'ABC1234')], [[], []]);
      assert.deepEqual((await db.pool.query('select * from image_queue')).rows, []);
      assert.ok(await blobs.has(keyOfSent(id)));
      await sweeper.deleteMarked(0);
      assert.ok(!(await blobs.has(keyOfSent(id))));
    });

  test('is deleted if it cannot be read, because nothing shows a truck', async () => {
    const broken = testRecognition(api, {
      hider,
      recognizer: recognizerOf(async () => {
        throw new AppError('invalid', 'The image is damaged.');
      }),
    });
    await post({ plate: 'KX7PW42' });
    await broken.drain();
    assert.deepEqual(await columnsWith(db, 'KX7PW42'), []);
  });

  test('waits for another attempt if the engine failed, because it may show a truck', async () => {
    const failing = testRecognition(api, {
      hider,
      recognizer: recognizerOf(async () => {
        throw new Error('no engine');
      }),
    });
    const id = await post({ plate: 'KX7PW42' });
    await failing.stage().run(AbortSignal.timeout(60_000));
    assert.equal((await image(id)).plate_number, 'KX7PW42');
  });

  test('frees the quota of stored bytes', async () => {
    const used = async () =>
      (
        await db.pool.query(
          `select coalesce(sum(used), 0)::int as used from quota_usage where name = 'stored_bytes'`,
        )
      ).rows[0].used;
    seen = readLines(['ABC 1234']);
    const before = await used();
    await post();
    assert.equal(await used(), before + sent.length);
    await read.drain();
    assert.equal(await used(), before);
  });

  test('is deleted again when it is sent again', async () => {
    seen = readLines(['ABC 1234']);
    const first = await post({ plate: 'KX7PW42' });
    await read.drain();
    await sweeper.deleteMarked(0);
    assert.equal(await post({ plate: 'KX7PW42' }), first);
    await read.drain();
    await sweeper.deleteMarked(0);
    assert.deepEqual([await columnsWith(db, 'KX7PW42'), await blobs.has(keyOfSent(first))], [[], false]);
  });

  test('is deleted by the next worker if one is killed before it has ended its transaction', async () => {
    seen = readLines(['ABC 1234']);
    await post({ plate: 'KX7PW42' });
    await db.pool.query(`update image_queue set lease_id = $1, due_at = now() - interval '1 second'`, [
      randomUUID(),
    ]);
    await read.drain();
    assert.deepEqual(await columnsWith(db, 'KX7PW42'), []);
  });

  test('stays if its box shows no truck but an earlier reading made it a sighting', async () => {
    seen = readLines(truck);
    const id = await post();
    await read.drain();
    seen = readLines(['ABC 1234']);
    await readAgain(services.images, customer.organizationId, id);
    await read.drain();
    assert.equal((await image(id)).id, id);
  });
});

suite('an image of a truck', () => {
  test('without other plates keeps its bytes and its plate', async () => {
    seen = { ...readLines(truck), plates: [plateAt('TRK4821', 60, 300)] };
    const id = await post();
    await read.drain();
    assert.deepEqual(await plates(), ['TRK4821']);
    assert.ok(sent.equals((await bytesOf(await image(id))) as Buffer));
  });

  test('loses every other plate, in the stored image and in the reading', async () => {
    sent = await picture([
      { left: 60, top: 300 },
      { left: 520, top: 300 },
    ]);
    seen = {
      ...readLines([...truck, { text: 'CAR7731', x: 525, y: 305, height: 24 }]),
      plates: [plateAt('TRK4821', 60, 300), plateAt('CAR7731', 520, 300)],
    };
    const id = await post();
    await read.drain();
    assert.deepEqual(await plates(), ['TRK4821']);
    assert.deepEqual(await columnsWith(db, 'CAR7731'), []);
    const row = await image(id);
    const bytes = (await bytesOf(row)) as Buffer;
    assert.ok((await contrast(bytes, 60, 300)) > 60);
    assert.ok((await contrast(bytes, 520, 300)) < 20);
    assert.equal(row.byte_size, bytes.length);
    assert.equal((await sharp(bytes).metadata()).format, 'jpeg');
    await sweeper.deleteMarked(0);
    assert.ok(!(await blobs.has(keyOfSent(id))));
    const { image_url } = (await api.app.inject({ url: `/images/${id}`, headers })).json();
    const { pathname, search } = new URL(image_url);
    assert.ok((await api.app.inject({ url: pathname + search })).rawPayload.equals(bytes));
    const thumbnail = await services.images.thumbnails.of(row);
    const shown = await sharp(thumbnail as Buffer)
      .resize(640, 400)
      .png()
      .toBuffer();
    assert.ok((await contrast(shown, 520, 300)) < 20);
  });

  test('keeps no plate if only that of a car beside it is legible', async () => {
    seen = { ...readLines(truck), plates: [plateAt('CAR7731', 520, 300)] };
    await post();
    await read.drain();
    assert.deepEqual(await plates(), ['']);
    assert.deepEqual(await columnsWith(db, 'CAR7731'), []);
  });

  test('loses a plate of the partner that is that of a car beside it', async () => {
    seen = { ...readLines(truck), plates: [plateAt('CAR7731', 520, 300)] };
    await post({ plate: 'CAR-7731' });
    await read.drain();
    assert.deepEqual(await columnsWith(db, 'CAR7731'), []);
  });

  test('keeps the plate in the box of the detection, and that of the partner', async () => {
    seen = { ...readLines(truck), isWhole: true, plates: [plateAt('TRK4821', 300, 300)] };
    await post({ plate: 'TRK4821', box: { xmin: 10, ymin: 10, xmax: 420, ymax: 380 } });
    await read.drain();
    assert.deepEqual(await plates(), ['TRK4821']);
  });

  test('is no truck if the lettering is outside the box of the detection', async () => {
    seen = { ...readLines(truck), isWhole: true };
    await post({ plate: 'CAR7731', box: { xmin: 450, ymin: 200, xmax: 630, ymax: 390 } });
    await read.drain();
    assert.deepEqual([await plates(), await columnsWith(db, 'CAR7731')], [[], []]);
  });

  test('is not taken from digits on a plate', async () => {
    seen = {
      ...readLines([{ text: '4872193', x: 300, y: 310, height: 24 }]),
      plates: [plateAt('4872193', 295, 300)],
    };
    await post();
    await read.drain();
    assert.deepEqual([await plates(), await columnsWith(db, '4872193')], [[], []]);
  });

  test('that is sent again leaves no file with the plate that was hidden', async () => {
    sent = await picture([{ left: 520, top: 300 }]);
    seen = { ...readLines(truck), plates: [plateAt('CAR7731', 520, 300)] };
    const id = await post();
    await read.drain();
    await sweeper.deleteMarked(0);
    const row = await image(id);
    assert.equal(await post(), id);
    assert.ok(await blobs.has(keyOfSent(id)));
    await sweeper.deleteMarked(0);
    assert.ok(!(await blobs.has(keyOfSent(id))));
    assert.deepEqual((await image(id)).sha256, row.sha256);
    assert.ok(await bytesOf(row));
  });
});
