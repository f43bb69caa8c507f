import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { DockReason } from '../../src/contract/brokers/dock-check.ts';
import { findBooked } from '../../src/domain/dock-checks/booked-carrier.ts';
import type { DockAnswer } from '../../src/domain/dock-checks/dock-check.ts';
import { DOCK_RULES, decideDockCheck } from '../../src/domain/dock-checks/dock-rules.ts';
import { readDoor } from '../../src/domain/dock-checks/read-door.ts';
import type { Quad } from '../../src/domain/recognition/recognizer.ts';
import { vinCheckDigit } from '../../src/lib/identifiers/vin-check-digit.ts';
import { testDatabase } from '../support/database.ts';
import { readLines, type ScriptedLine } from '../support/recognition/read-lines.ts';

const db = await testDatabase();
const NOW = new Date('2026-05-04T10:00:00Z');
const BOOKED = 2_345_678;
for (const [usdot, legal, dba, mc] of [
  [BOOKED, 'KESTREL RIDGE TRUCKING LLC', 'HALYARD FREIGHT', 123_456],
  [2_345_679, 'OTHER NEIGHBOR HAULING INC', null, 222_222],
  [1_234_567, 'OXBOW VALLEY TRANSPORT INC', null, 654_321],
  [3_345_001, 'KESTREL RIDGE HAULING LLC', null, null],
] as const)
  await db.pool.query(
    `insert into company_census (usdot_number, status_code, legal_name, dba_name, phy_city, phy_state, docket1_prefix, docket1_number)
     values ($1, 'A', $2, $3, 'AMARILLO', 'TX', $4, $5)`,
    [usdot, legal, dba, mc === null ? null : 'MC', mc],
  );
const booked = await findBooked(db, { usdotNumber: BOOKED });

async function decide(lines: ScriptedLine[], organizationId = 1) {
  const query = { organizationId, now: NOW, isShared: true };
  const { facts } = await readDoor(db, readLines(lines), booked, query);
  return decideDockCheck(facts);
}

const NAME = 'KESTREL RIDGE TRUCKING LLC';
const NUMBER = 'USDOT 2345678';
/** Where the number ends that begins at 40, with capitals of 24 pixels. */
const END = 40 + NUMBER.length * 24 * 0.55;
const DRAFT = '1XPBDP9X0HD000001';
const VIN = DRAFT.slice(0, 8) + vinCheckDigit(DRAFT) + DRAFT.slice(9);
const doubtful = (text: string) => ({ text, confidence: 0.85, secondConfidence: 0.7 });

type Case = [what: string, lines: ScriptedLine[], answer: DockAnswer, reason: DockReason];
const CASES: Case[] = [
  ['number and legal name', [NAME, NUMBER], 'yes', 'number_and_name_agree'],
  ['with place and MC number', [NAME, 'AMARILLO, TX', NUMBER, 'MC 123456'], 'yes', 'number_and_name_agree'],
  ['the trade name', ['HALYARD FREIGHT', NUMBER], 'yes', 'number_and_name_agree'],
  ['a name on two lines', ['KESTREL RIDGE', 'TRUCKING LLC', NUMBER], 'yes', 'number_and_name_agree'],
  ['a name without its trade', ['KESTREL RIDGE', NUMBER], 'yes', 'number_and_name_agree'],
  ['no text', [], 'cannot_tell', 'nothing_read'],
  ['only a name', [NAME], 'cannot_tell', 'number_not_read'],
  ['only the number', [NUMBER], 'cannot_tell', 'name_not_read'],
  ['a doubtful number without a name', [doubtful(NUMBER)], 'cannot_tell', 'name_not_read'],
  ['another carrier', ['OXBOW VALLEY TRANSPORT', 'USDOT 1234567'], 'no', 'number_of_another_carrier'],
  ['a number that nobody holds', ['SOME OTHER LINES', 'USDOT 3999111'], 'no', 'number_not_registered'],
  ['one digit off with the booked name', [NAME, 'USDOT 2345778'], 'cannot_tell', 'number_one_digit_off'],
  [
    'one digit off, held by another carrier',
    ['OTHER NEIGHBOR HAULING', 'USDOT 2345679'],
    'no',
    'number_of_another_carrier',
  ],
  ['another number, read with doubt', [doubtful('USDOT 1234567')], 'cannot_tell', 'another_number'],
  [
    'the number with the name of another carrier',
    ['OXBOW VALLEY TRANSPORT', NUMBER],
    'no',
    'name_of_another_carrier',
  ],
  [
    'the number with an unknown name',
    ['MERIDIAN PEAK LOGISTICS', NUMBER],
    'cannot_tell',
    'name_is_different',
  ],
  ['another letter in the name', ['KESTRAL RIDGE TRUCKING LLC', NUMBER], 'cannot_tell', 'name_is_similar'],
  ['another trade in the name', ['KESTREL RIDGE HAULING', NUMBER], 'cannot_tell', 'name_is_similar'],
  [
    'another trade on a line of its own',
    ['KESTREL RIDGE', 'HAULING', NUMBER],
    'cannot_tell',
    'name_is_similar',
  ],
  ['a word more in the name', ['KESTREL WESTERN RIDGE TRUCKING', NUMBER], 'cannot_tell', 'name_is_similar'],
  ['two names', [NAME, 'OXBOW VALLEY TRANSPORT', NUMBER], 'cannot_tell', 'another_name_too'],
  ['the MC number of another carrier', [NAME, NUMBER, 'MC 654321'], 'cannot_tell', 'docket_differs'],
  ['an MC number that nobody holds', [NAME, NUMBER, 'MC 777777'], 'cannot_tell', 'docket_differs'],
  ['only the MC number of another carrier', ['MC 654321'], 'no', 'docket_of_another_carrier'],
  ['two numbers', [NAME, NUMBER, 'USDOT 1234567'], 'cannot_tell', 'two_numbers'],
  ['leased without a number', [NAME, NUMBER, 'LEASED TO'], 'cannot_tell', 'operated_for_another'],
  [
    'operated by the booked carrier for an owner',
    ['OWNED BY OXBOW VALLEY TRANSPORT', 'USDOT 1234567', `OPERATED BY ${NAME}`, NUMBER],
    'cannot_tell',
    'name_not_read',
  ],
];

suite('the answer about a door', () => {
  for (const [what, lines, answer, reason] of CASES) {
    test(`${what}: ${answer}, ${reason}`, async () => {
      const decision = await decide(lines);
      assert.deepEqual([decision.answer, decision.reason], [answer, reason], decision.why);
      assert.match(decision.why, /\.$/);
      assert.equal(decision.next === null, answer !== 'cannot_tell');
    });
  }

  test('digits that stick out behind a sign', async () => {
    const number = { text: NUMBER, x: 40, y: 120, height: 24 };
    const beside = { text: '83', x: END + 4, y: 120, height: 24 };
    const { answer, reason } = await decide([NAME, number, beside]);
    assert.deepEqual([answer, reason], ['cannot_tell', 'number_beside_digits']);
  });

  test('a digit that sticks out half a line below the number', async () => {
    const number = { text: NUMBER, x: 40, y: 120, height: 24 };
    const beside = { text: '3', x: END + 4, y: 140, height: 27 };
    const { answer, reason } = await decide([NAME, number, beside]);
    assert.deepEqual([answer, reason], ['cannot_tell', 'number_beside_digits']);
  });

  test('digits behind the edge of the sign that has the number', async () => {
    const number = { text: NUMBER, x: 40, y: 120, height: 24 };
    const beside = { text: 'L3', x: END + 1.5 * 24, y: 120, height: 24 };
    const { answer, reason } = await decide([NAME, number, beside]);
    assert.deepEqual([answer, reason], ['cannot_tell', 'number_beside_digits']);
  });

  test('digits that only the second reading of the row has', async () => {
    const number = { text: NUMBER, x: 40, y: 120, height: 24 };
    const { lines: strip } = readLines([{ text: '18', x: END + 12, y: 120, height: 24 }]);
    const query = { organizationId: 1, now: NOW, isShared: true };
    const { facts } = await readDoor(db, { ...readLines([NAME, number]), strip }, booked, query);
    const { answer, reason } = decideDockCheck(facts);
    assert.deepEqual([answer, reason], ['cannot_tell', 'number_beside_digits']);
  });

  const withStroke = async (...besides: ScriptedLine[]) => {
    const number = { text: NUMBER, x: 40, y: 80, height: 24 };
    const [left, right, top, bottom] = [END + 36, END + 48, 80, 104];
    const strokes: Quad[] = [
      [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ],
    ];
    const query = { organizationId: 1, now: NOW, isShared: true };
    const seen = { ...readLines([NAME, number, ...besides]), strokes };
    return decideDockCheck((await readDoor(db, seen, booked, query)).facts);
  };

  test('unreadable strokes beside the number', async () => {
    const { answer, reason, why } = await withStroke();
    assert.deepEqual([answer, reason], ['cannot_tell', 'number_beside_digits']);
    assert.match(why, /strokes like those of lettering/);
  });

  test('the strokes of a label beside the number are no doubt', async () => {
    const { answer, why } = await withStroke({ text: 'KYU 914287', x: END + 20, y: 80, height: 24 });
    assert.equal(answer, 'yes', why);
  });

  test('digits behind the number in its own line, of which the first is cut', async () => {
    const { answer, reason } = await decide([NAME, `${NUMBER} L9`]);
    assert.deepEqual([answer, reason], ['cannot_tell', 'number_beside_digits']);
  });

  test('a number below High is not certain, although the name agrees', async () => {
    const { answer, reason } = await decide([
      NAME,
      { text: NUMBER, confidence: 0.95, second: 'USDOT 2345673' },
    ]);
    assert.deepEqual([answer, reason], ['cannot_tell', 'number_not_certain']);
  });

  test('a truck that was seen with another carrier on two days', async () => {
    for (const [key, day] of [
      ['1', '2026-04-01'],
      ['2', '2026-04-20'],
    ] as const)
      await db.pool.query(
        `insert into vehicle_evidence (kind, value, sighting_id, organization_id, seen_at, region, typed, usdot_number, vin,
           cab_number, equipment_logo, equipment_type)
         values (2, $1, $2, 1, $3, 'TX', 0, 1234567, '', '', '', '')`,
        [VIN, key, `${day}T10:00:00Z`],
      );
    const { answer, reason } = await decide([NAME, NUMBER, `VIN ${VIN}`]);
    assert.deepEqual([answer, reason], ['cannot_tell', 'vehicle_of_another_carrier']);
  });

  test('only one rule says yes, and it is the last', () => {
    const yes = DOCK_RULES.filter(({ answer }) => answer === 'yes');
    assert.deepEqual(yes, [DOCK_RULES.at(-1)]);
  });
});

suite('the booked carrier', () => {
  test('is found by its MC number', async () => {
    assert.deepEqual(await findBooked(db, { mcNumber: 123_456 }), booked);
    assert.deepEqual(booked.names, [NAME, 'HALYARD FREIGHT']);
    assert.deepEqual(booked.dockets, ['123456']);
  });

  test('is found in the SMS census alone', async () => {
    await db.pool.query(`insert into sms_census (usdot_number, legal_name) values (4000002, 'ONLY SMS LLC')`);
    assert.deepEqual((await findBooked(db, { usdotNumber: 4_000_002 })).names, ['ONLY SMS LLC']);
  });

  test('is an error when no carrier, or more than one, has the number', async () => {
    await assert.rejects(
      findBooked(db, { usdotNumber: 3_999_999 }),
      /No carrier of the loaded federal files holds USDOT 3999999/,
    );
    await assert.rejects(
      findBooked(db, { mcNumber: 999 }),
      /No carrier of the loaded federal files holds MC 999/,
    );
    await db.pool.query(
      `insert into company_census (usdot_number, legal_name, docket1_prefix, docket1_number) values (4000001, 'SECOND', 'MC', 123456)`,
    );
    await assert.rejects(
      findBooked(db, { mcNumber: 123_456 }),
      /Several carriers hold MC 123456.*2345678, 4000001/,
    );
  });
});
