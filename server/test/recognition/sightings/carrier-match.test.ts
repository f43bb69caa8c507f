import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type MatchFacts, matchUsdot } from '../../../src/domain/recognition/carrier-match/match-carrier.ts';
import {
  findCarriers,
  type KnownCarrier,
  usdotCandidates,
} from '../../../src/domain/recognition/carrier-match/usdot-candidates.ts';
import { nothingRead, type Reading } from '../../../src/domain/recognition/readings/reading.ts';
import { matchDocket } from '../../../src/domain/recognition/sighting/decide-sighting.ts';
import { doorText, nameOnDoor } from '../../../src/lib/identifiers/name-on-door.ts';
import { testDatabase } from '../../support/database.ts';

const reading = (value: string, score: Reading['score'] = 'High', alternatives: string[] = []): Reading => ({
  ...nothingRead,
  value,
  raw: `USDOT ${value}`,
  score,
  alternatives,
});
const carrier = (
  usdot_number: number,
  legal_name: string,
  more: Partial<KnownCarrier> = {},
): KnownCarrier => ({
  usdot_number,
  legal_name,
  dba_name: null,
  city: null,
  state: null,
  ...more,
});
const facts = (carriers: KnownCarrier[], more: Partial<MatchFacts> = {}): MatchFacts => ({
  carriers,
  docketHolders: [],
  vehicleCarriers: [],
  ...more,
});
const acme = carrier(1234567, 'ACME ROCKETS LLC', { city: 'TULSA', state: 'OK' });
const other = carrier(1234561, 'BLUE RIDGE HAULING INC');

suite('USDOT candidates', () => {
  const of = (value: string, alternatives: string[] = []) =>
    new Map(usdotCandidates({ value, alternatives }).map((one) => [one.usdotNumber, one.difference]));

  test('classifies each candidate by its difference from the number as read', () => {
    const found = of('1234567', ['1234867']);
    assert.equal(found.get(1234567), 'none');
    assert.equal(found.get(1234867), 'other-reader');
    assert.equal(found.get(7234567), 'confusion', 'readers confuse 1 and 7');
    assert.equal(found.get(1264567), 'edit', 'readers do not confuse 3 and 6');
    assert.equal(found.get(234567), 'seam', 'a panel seam read as a leading 1');
    assert.equal(found.get(12345678), 'seam');
    assert.equal(found.get(123567), 'edit', 'an added digit in the middle');
    assert.equal(found.get(12334567), 'edit', 'a lost digit of an equal pair');
    assert.equal(found.get(9234568), undefined, 'two digits differ');
  });

  test('include misreadings of the other number on a door, unless words say whose number it is', () => {
    const door = { value: '1234567', alternatives: ['5000012'], others: ['5000012'] };
    const numbers = (reading: Parameters<typeof usdotCandidates>[0]) =>
      Array.from(usdotCandidates(reading), ({ usdotNumber }) => usdotNumber);
    assert.ok(numbers(door).includes(5000072));
    assert.ok(!numbers({ ...door, isOperator: true }).includes(5000072));
  });

  test('returns at most 130 valid numbers of up to eight digits', () => {
    for (const value of ['1', '80806', '1234567', '99999999']) {
      const numbers = [...of(value).keys()];
      assert.ok(numbers.length <= 130, `${numbers.length}`);
      assert.ok(numbers.every((n) => Number.isInteger(n) && n > 0 && n < 100_000_000));
    }
  });
});

suite('carrier name on the door', () => {
  const door = (...texts: string[]) => doorText(texts);
  const cases: [string, string[], boolean][] = [
    ['ACME ROCKETS LLC', ['ACME ROCKETS', 'USDOT 1234567'], true],
    ['ACME ROCKETS LLC', ['ACMEROCKETS'], true],
    ['ACME ROCKETS LLC', ['ACME R0CKETS'], true],
    ['J.B. HUNT TRANSPORT, INC.', ['JB HUNT', 'TRANSPORT'], true],
    ['SCHNEIDER NATIONAL CARRIERS INC', ['SCHNEIDER'], false],
    ['SCHNEIDER NATIONAL CARRIERS INC', ['SCHNEIDER', 'NATIONAL'], true],
    ['EXPRESS FREIGHT LINES LLC', ['EXPRESS FREIGHT LINES'], false],
    ['BLUE RIDGE HAULING INC', ['ACME ROCKETS'], false],
    ['ÉCLAIR TRUCKING', ['ECLAIR TRUCKING'], true],
    ['LLC', ['LLC'], false],
    ['SMITH TRUCKING LLC', ['SMITHFIELD FOODS'], false],
    ['SMITH TRUCKING LLC', ['SMITHTRUCKING'], true],
    ['SMITH TRUCKING LLC', ['SMITH', 'TRUCKING'], true],
    ['SMITH TRUCKING LLC', ['SM1TH', 'TRUCKING'], true],
    ['STAR LINE INC', ['STARTER FLUID ON LINE'], false],
  ];
  for (const [name, texts, isThere] of cases) {
    test(`${isThere ? 'finds' : 'does not find'} ${name} in ${texts.join(' / ')}`, () => {
      const { share, isTelling } = nameOnDoor(name, door(...texts));
      assert.equal(isTelling && share >= 0.7, isThere, `share ${share}`);
    });
  }
});

suite('matching a USDOT number', () => {
  const names = ['ACME ROCKETS', 'TULSA, OK'];

  test('leaves a missing reading empty', () => {
    assert.equal(matchUsdot(nothingRead, facts([acme]), names).outcome, 'nothing read');
  });

  test('keeps the level of a registered number', () => {
    for (const score of ['High', 'Medium', 'Low'] as const) {
      const found = matchUsdot(reading('1234567', score), facts([acme]), []);
      assert.deepEqual([found.value, found.score, found.outcome], ['1234567', score, 'as read']);
    }
  });

  test('raises the level by one when the name is on the door', () => {
    const levels = (['High', 'Medium', 'Low'] as const).map(
      (score) => matchUsdot(reading('1234567', score), facts([acme]), names).score,
    );
    assert.deepEqual(levels, ['High', 'High', 'Medium']);
    const found = matchUsdot(reading('1234567'), facts([acme]), names);
    assert.deepEqual(found.witnesses, ['name', 'place']);
    assert.equal(found.carrier?.legal_name, 'ACME ROCKETS LLC');
  });

  test('lowers the level of an unregistered number below High', () => {
    for (const [score, left] of [
      ['High', 'Medium'],
      ['Medium', 'Low'],
      ['Low', 'Low'],
    ] as const) {
      const found = matchUsdot(reading('1234567', score), facts([]), names);
      assert.deepEqual(
        [found.value, found.score, found.outcome],
        ['1234567', left, 'nobody holds it'],
        'even when carriers with similar numbers exist but have no witness',
      );
    }
    assert.equal(matchUsdot(reading('1234567'), facts([other]), names).outcome, 'nobody holds it');
  });

  test('replaces the number by a carrier with one confused digit whose name is on the door', () => {
    const misread = reading('1234561', 'High');
    for (const carriers of [[acme], [acme, other]]) {
      const found = matchUsdot(misread, facts(carriers), names);
      assert.deepEqual([found.value, found.outcome, found.read], ['1234567', 'mended', '1234561']);
      assert.equal(found.score, 'Medium', 'a replaced number is not High');
    }
  });

  test('overrules a registered number read with High only for digits that readers confuse', () => {
    const found = matchUsdot(
      reading('1234562', 'High'),
      facts([acme, carrier(1234562, 'NOBODY SPECIAL')]),
      names,
    );
    assert.equal(found.value, '1234567', 'readers confuse 2 and 7');
    const firm = matchUsdot(
      reading('1234560', 'High'),
      facts([acme, carrier(1234560, 'NOBODY SPECIAL')]),
      names,
    );
    assert.deepEqual([firm.value, firm.outcome], ['1234560', 'as read'], 'readers do not confuse 0 and 7');
    const weak = matchUsdot(
      reading('1234560', 'Medium'),
      facts([acme, carrier(1234560, 'NOBODY SPECIAL')]),
      names,
    );
    assert.equal(weak.value, '1234567', 'a reading below High is overruled');
  });

  test('does not overrule a registered number read with High for part of a name', () => {
    const hauling = carrier(1234567, 'ACME ROCKETS HAULING LLC');
    const of = (score: Reading['score']) =>
      matchUsdot(reading('1234561', score), facts([hauling, other]), names).value;
    assert.deepEqual([of('High'), of('Medium')], ['1234561', '1234567']);
  });

  test('accepts the docket or the history of the vehicle as a witness', () => {
    for (const more of [{ docketHolders: [1234567] }, { vehicleCarriers: [1234567] }]) {
      assert.equal(matchUsdot(reading('1234561', 'Medium'), facts([acme, other], more), []).value, '1234567');
      assert.equal(matchUsdot(reading('1234561', 'High'), facts([acme], more), []).value, '1234567');
      assert.equal(matchUsdot(reading('1234567', 'Medium'), facts([acme], more), []).score, 'High');
    }
  });

  test('neither the docket nor the history of the vehicle overrules a High reading of an existing carrier', () => {
    for (const more of [{ docketHolders: [1234567] }, { vehicleCarriers: [1234567] }]) {
      const { value, score, outcome } = matchUsdot(reading('1234561'), facts([acme, other], more), []);
      assert.deepEqual([value, score, outcome], ['1234561', 'High', 'as read']);
    }
  });

  test('a witness raises a reading by one level at most, and one below the floor not at all', () => {
    const both = { docketHolders: [1234567], vehicleCarriers: [1234567] };
    const scores = (value: string) =>
      (['N/A', 'Low', 'Medium'] as const).map(
        (score) => matchUsdot(reading(value, score), facts([acme], both), names).score,
      );
    assert.deepEqual(scores('1234567'), ['N/A', 'Medium', 'High'], 'as read');
    assert.deepEqual(scores('1234561'), ['N/A', 'Medium', 'Medium'], 'mended');
  });

  test('keeps a number whose own carrier is named on the door', () => {
    const texts = ['BLUE RIDGE HAULING', 'ACME ROCKETS'];
    assert.equal(matchUsdot(reading('1234561'), facts([acme, other]), texts).outcome, 'confirmed');
  });

  test('prefers the more similar of two witnessed numbers, and neither when they are equally similar', () => {
    const twin = carrier(1234567, 'BLUE RIDGE HAULING LLC');
    const far = carrier(1234261, 'BLUE RIDGE HAULING INC');
    const near = matchUsdot(reading('1234561', 'Low'), facts([twin, far]), ['BLUE RIDGE']);
    assert.equal(near.value, '1234567', '1 for 7 is more likely than 5 for 2');
    const alike = [carrier(1234563, 'BLUE RIDGE LLC'), carrier(1234564, 'BLUE RIDGE INC')];
    const none = matchUsdot(reading('1234569', 'Low'), facts(alike), ['BLUE RIDGE']);
    assert.deepEqual([none.value, none.outcome], ['1234569', 'nobody holds it']);
  });

  test('does not replace a number because of the town alone', () => {
    assert.equal(matchUsdot(reading('1234561'), facts([acme]), ['TULSA, OK']).outcome, 'nobody holds it');
  });
});

test('replaces a docket by the only one of its carrier that differs by one character', () => {
  const mc = (value: string, score: Reading['score']) => ({
    ...reading(value, score),
    docket: 'MC' as const,
  });
  assert.deepEqual(pick(matchDocket(mc('529015', 'High'), ['529015', '7'])), ['529015', 'High']);
  assert.deepEqual(pick(matchDocket(mc('529016', 'High'), ['529015'])), ['529016', 'High'], 'High stays');
  assert.deepEqual(pick(matchDocket(mc('529016', 'Medium'), ['529015'])), ['529015', 'Medium']);
  assert.deepEqual(matchDocket(mc('529016', 'Medium'), ['529015']).alternatives, ['529016']);
  assert.deepEqual(pick(matchDocket(mc('529016', 'Low'), ['529015', '529017'])), ['529016', 'Low']);
  assert.deepEqual(pick(matchDocket(mc('123', 'High'), ['529015'])), ['123', 'High']);
});

const pick = ({ value, score }: Reading) => [value, score];

test('finds candidates in the census and the licensing files', async () => {
  const db = await testDatabase();
  await db.pool.query(
    `insert into company_census (usdot_number, legal_name, phy_city, phy_state)
       values (1234567, 'ACME ROCKETS LLC', 'TULSA', 'OK'), (7654321, 'FAR AWAY', 'RENO', 'NV');
     insert into motus_carriers (usdot_number, docket_prefix, docket_number, authority_type, legal_name)
       values (1234561, 'MC', 5, 'Broker', 'ONLY IN MOTUS'), (1234567, 'MC', 6, 'Broker', 'ACME')`,
  );
  const found = await findCarriers(db, reading('1234567'));
  assert.deepEqual(found.map(({ usdot_number, legal_name }) => [usdot_number, legal_name]).sort(), [
    [1234561, 'ONLY IN MOTUS'],
    [1234567, 'ACME ROCKETS LLC'],
  ]);
  assert.deepEqual(await findCarriers(db, nothingRead), []);
});
