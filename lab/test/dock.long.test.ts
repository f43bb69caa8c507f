import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { OcrPool } from '../../server/src/adapters/ocr/ocr-pool.ts';
import { silent } from '../../server/test/support/cluster.ts';
import { testDatabase } from '../../server/test/support/database.ts';
import { measureDock } from '../accuracy/dock/measure-dock.ts';
import { honestDoor, impostorDoor, impostorKinds } from '../scenes/dock-doors.ts';

const SEED = 71;
const COUNT = 12;

suite('dock checks on generated doors', () => {
  test('the same request gives the same door', async () => {
    const [first, again] = [impostorDoor(SEED, 3), impostorDoor(SEED, 3)];
    assert.deepEqual([first.case, first.booked, first.others], [again.case, again.booked, again.others]);
    assert.ok((await first.draw()).equals(await again.draw()));
    assert.ok(!(await first.draw()).equals(await honestDoor(SEED, 3).draw()));
  });

  test('every kind of impostor differs from the booked carrier', () => {
    for (let index = 0; index < 400; index++) {
      const { kind, booked, others } = impostorDoor(SEED, index);
      assert.equal(kind, impostorKinds[index % impostorKinds.length]);
      for (const { usdot, legalName } of others) {
        assert.notEqual(usdot, booked.usdot);
        if (kind !== 'one digit off') assert.notEqual(legalName, booked.legalName);
      }
    }
  });

  test('no impostor is taken for the booked carrier, and honest doors are not refused', async () => {
    const recognizer = new OcrPool({ processes: 1, timeoutMs: 600_000, memoryMb: 1_536 }, silent);
    try {
      const database = await testDatabase();
      const result = await measureDock(database, recognizer, { count: COUNT, seed: SEED, processes: 1 });
      assert.deepEqual(result.falseYes, []);
      assert.deepEqual(result.falseNo, []);
      assert.ok(result.undecided.length <= COUNT / 4, result.undecided.join('\n'));
      assert.equal(result.times.length, 2 * COUNT);
      const { rows } = await database.pool.query('select count(*)::int as n from company_census');
      assert.deepEqual(rows, [{ n: 0 }]);
    } finally {
      await recognizer.close();
    }
  });
});
