import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { testApi } from '../../support/api.ts';
import type { ScriptedLine } from '../../support/recognition/read-lines.ts';
import { testSightings } from '../../support/recognition/test-sightings.ts';

const api = await testApi();
const { see, sightingOf, carrierOf } = await testSightings(api, await api.customer(['admin']));

await api.db.pool.query(
  `insert into company_census (usdot_number, legal_name, dba_name, docket1_prefix, docket1_number) values
     (5000060, 'ACME ROCKETS LLC', 'COMET FREIGHTERS', 'MC', 529015), (5000064, 'OTHER INC', null, null, null),
     (15000060, 'EIGHT DIGITS INC', null, null, null), (5000308, 'THIRD INC', null, 'FF', 77777)`,
);

const NUMBER = 'USDOT 5000060';
const NAME = 'ACME ROCKETS LLC';
const unread = ['', 'N/A', false];

type Case = [name: string, lines: ScriptedLine[], carrier: (string | boolean)[]];

suite('the USDOT number of a sighting', () => {
  const cases: Case[] = [
    ['that one reader saw is Low', [{ text: NUMBER, second: null }], ['5000060', 'Low', false]],
    ['with 0.85 and 0.85 is Medium', [{ text: NUMBER, confidence: 0.85 }], ['5000060', 'Medium', false]],
    [
      'with 0.92 and 0.85 is High',
      [{ text: NUMBER, confidence: 0.92, secondConfidence: 0.85 }],
      ['5000060', 'High', false],
    ],
    [
      'with 0.95 and 0.79 is Medium',
      [{ text: NUMBER, confidence: 0.95, secondConfidence: 0.79 }],
      ['5000060', 'Medium', false],
    ],
    ['with 0.05 and 0.05 is not read', [{ text: NUMBER, confidence: 0.05 }], unread],
    ['with 0.3 and 0.3 is not read, whatever the name', [NAME, { text: NUMBER, confidence: 0.3 }], unread],
    [
      'with 0.7 and 0.7 is not High, whatever the name',
      [NAME, { text: NUMBER, confidence: 0.7 }],
      ['5000060', 'Medium', false],
    ],
    [
      'that the readers disagree about is Low',
      [{ text: NUMBER, second: 'USDOT 5000062' }],
      ['5000060', 'Low', false],
    ],
    ['that nobody holds is at most Medium', ['USDOT 5999999'], ['5999999', 'Medium', false]],
    [
      'is mended by the trade name on the door',
      ['COMET FREIGHTERS', 'USDOT 5000068'],
      ['5000060', 'Medium', false],
    ],
    [
      'read with High stays beside the name of a neighbor whose digit is not confusable',
      [NAME, 'USDOT 5000064'],
      ['5000064', 'Medium', false],
    ],
    [
      'read with High stays High beside the docket of such a neighbor',
      ['USDOT 5000064', 'MC 529015'],
      ['5000064', 'High', false],
    ],
    [
      'read with Medium is mended by the name of such a neighbor',
      [NAME, { text: 'USDOT 5000064', confidence: 0.85 }],
      ['5000060', 'Medium', false],
    ],
    ['is not that of a state: TX DOT', ['TX DOT 5000060'], unread],
    ['is not that of a state: TXDOT', ['TXDOT 5000060'], unread],
    ['is not read from zeros', ['USDOT 0000000'], unread],
    ['is not read from a number that is pending', ['USDOT PENDING'], unread],
    ['is not the number below a pending one', ['USDOT PENDING', '538288'], unread],
    ['of eight digits is at most Medium', ['USDOT 15000060'], ['15000060', 'Medium', false]],
    ['of eight digits that nobody holds is Low', ['USDOT 25000068'], ['25000068', 'Low', false]],
    [
      'whose first digit is the seam of two panels is mended by the name',
      [NAME, 'USDOT 75000060'],
      ['5000060', 'Medium', false],
    ],
    ['ends before a phone number', ['USDOT 5000060 800-555-0142'], ['5000060', 'Medium', false]],
    ['ends before a phone number in brackets', ['USDOT 5000060 (800) 555-0142'], ['5000060', 'High', false]],
  ];
  for (const [name, lines, carrier] of cases) {
    test(name, async () => assert.deepEqual(await carrierOf(await see(lines)), carrier));
  }

  test('is stored as read when it is mended', async () => {
    const { readings } = await sightingOf(await see(['COMET FREIGHTERS', 'USDOT 5000068']));
    const { read, outcome, witnesses } = readings.usdot_number;
    assert.deepEqual([read, outcome, witnesses], ['5000068', 'mended', ['name']]);
  });
});

suite('the docket of a sighting', () => {
  const cases: [...Case, mc: string[]][] = [
    ['with High identifies its holder', ['MC 529015'], ['5000060', 'N/A', true], ['529015', 'High']],
    ['with Low identifies nobody', [{ text: 'MC 529015', second: null }], unread, ['529015', 'Low']],
    [
      'that differs from the carrier’s in two digits stays as read',
      [NUMBER, 'MC 529976'],
      ['5000060', 'High', false],
      ['529976', 'High'],
    ],
    [
      'that differs from the carrier’s in two digits stays as read with Medium too',
      [NUMBER, { text: 'MC 529976', confidence: 0.85 }],
      ['5000060', 'High', false],
      ['529976', 'Medium'],
    ],
    [
      'that differs from the carrier’s in one digit stays as read with High',
      [NUMBER, 'MC 529016'],
      ['5000060', 'High', false],
      ['529016', 'High'],
    ],
    [
      'that differs from the carrier’s in one digit is mended below High',
      [NUMBER, { text: 'MC 529016', confidence: 0.85 }],
      ['5000060', 'High', false],
      ['529015', 'Medium'],
    ],
    ['of a freight forwarder is no MC number', ['FF 77777'], unread, ['', 'N/A']],
    ['of a freight forwarder is not the MC number of the same digits', ['FF 529015'], unread, ['', 'N/A']],
  ];
  for (const [name, lines, carrier, mc] of cases) {
    test(name, async () => {
      const id = await see(lines);
      assert.deepEqual(await carrierOf(id), carrier);
      const { mc_number, mc_number_ocr_score } = await sightingOf(id);
      assert.deepEqual([mc_number, mc_number_ocr_score], mc);
    });
  }
});
