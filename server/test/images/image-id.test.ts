import assert from 'node:assert/strict';
import { createHash, randomInt } from 'node:crypto';
import { suite, test } from 'node:test';
import { classOf, dayNumber, dayOf, imageId, isoDay, lowestId } from '../../src/domain/images/image-id.ts';
import { classFor, periodOf } from '../../src/domain/images/retention/retention-classes.ts';
import { bucketOfImage, cameraBucket } from '../../src/lib/camera-bucket.ts';
import { testDatabase } from '../support/database.ts';

function randomImage() {
  const time_captured = new Date(Date.UTC(2000, 0, 1) + randomInt(2 ** 40));
  return {
    retentionClass: randomInt(64),
    organizationId: randomInt(1, 2 ** 31),
    record: { source: `camera ${randomInt(1_000)} é漢`, time_captured },
    sha256: createHash('sha256').update(String(Math.random())).digest(),
  };
}
const images = Array.from({ length: 2_000 }, randomImage);
const idOf = ({ retentionClass, organizationId, record, sha256 }: ReturnType<typeof randomImage>, nth = 0) =>
  imageId(retentionClass, organizationId, record, sha256, nth);

suite('the id of an image', () => {
  test('is a version 8 UUID that carries the class, the day and the bucket of the camera', () => {
    for (const image of images) {
      const id = idOf(image);
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      const { organizationId, record, retentionClass } = image;
      assert.deepEqual(
        [classOf(id), dayOf(id), bucketOfImage(id)],
        [retentionClass, dayNumber(record.time_captured), cameraBucket(organizationId, record.source)],
      );
    }
  });

  test('is the same for the same frame, and another one for each detection of it', () => {
    for (const image of images.slice(0, 200)) {
      assert.equal(idOf(image), idOf(structuredClone(image)));
      assert.equal(new Set([0, 1, 2, 3].map((nth) => idOf(image, nth))).size, 4);
    }
    assert.equal(new Set(images.map((image) => idOf(image))).size, images.length);
  });

  test('differs in the class only in its first digits, so that an image of a former class is found', () => {
    for (const image of images.slice(0, 200))
      assert.equal(
        idOf({ ...image, retentionClass: 1 }).slice(8),
        idOf({ ...image, retentionClass: 2 }).slice(8),
      );
  });

  test('is between the lowest ids of its day and of the next one; days and classes are in order', () => {
    for (const image of images) {
      const id = idOf(image);
      const day = dayOf(id);
      assert.ok(lowestId(image.retentionClass, day) <= id && id < lowestId(image.retentionClass, day + 1));
    }
    const ordered = images.toSorted((a, b) => {
      const byDay = dayNumber(a.record.time_captured) - dayNumber(b.record.time_captured);
      return a.retentionClass - b.retentionClass || byDay;
    });
    const prefixes = ordered.map((image) => idOf(image).slice(0, 5));
    assert.deepEqual(prefixes, prefixes.toSorted());
  });

  test('has day 0 for captures before 2000', () => {
    assert.equal(dayNumber(new Date('1980-01-01')), 0);
    assert.equal(dayNumber(new Date('2000-01-01T23:59:59.999Z')), 0);
    assert.equal(dayNumber(new Date('2000-01-02')), 1);
    assert.equal(isoDay(dayNumber(new Date('2026-11-18T12:00:00Z'))), '2026-11-18');
  });

  test('is understood by PostgreSQL in the same way', async () => {
    const db = await testDatabase();
    const rows = images.slice(0, 200).map((image) => {
      const id = idOf(image);
      return { id, at: image.record.time_captured, class: image.retentionClass };
    });
    const { rows: found } = await db.pool.query(
      `select image_bucket(id) as bucket, image_day(at) as day, lowest_image_id(class, image_day(at)) as lowest
         from json_to_recordset($1) as r (id uuid, at timestamptz, class integer)`,
      [JSON.stringify(rows)],
    );
    assert.deepEqual(
      found,
      rows.map(({ id, class: one }) => ({
        bucket: bucketOfImage(id),
        day: dayOf(id),
        lowest: lowestId(one, dayOf(id)),
      })),
    );
  });
});

suite('retention classes', () => {
  test('a period has the class with this period or the next longer one', () => {
    for (let days = 1; days <= 36_500; days++) {
      const period = periodOf(classFor(days));
      assert.ok(period >= days, `${days}`);
      if (classFor(days) > 0) assert.ok(period < days * 1.5 + 1, `${days} → ${period}`);
    }
    for (const days of [1, 7, 14, 30, 90, 180, 365, 730]) assert.equal(periodOf(classFor(days)), days);
    assert.equal(classFor(36_500), 0);
  });

  test('the number of a class fits into an id', () => {
    for (let days = 1; days <= 4_000; days++) assert.ok(classFor(days) < 64);
  });
});
