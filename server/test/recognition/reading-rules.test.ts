import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { matchUsdot } from '../../src/domain/recognition/carrier-match/match-carrier.ts';
import { readFields } from '../../src/domain/recognition/readings/read-fields.ts';
import { readUsdot } from '../../src/domain/recognition/readings/usdot.ts';
import { readVin } from '../../src/domain/recognition/readings/vin.ts';
import { vinCheckDigit } from '../../src/lib/identifiers/vin-check-digit.ts';
import { imageOf, textLines, type Written } from '../support/recognition/text-lines.ts';

const logos = ['cargill', 'g.i. trucking', 'stevens transport', 'landstar'];
const read = (...written: (string | Written)[]) => readFields(imageOf(textLines(...written)), { logos });
const valueAndScore = ({ value, score }: { value: string; score: string }) => [value, score];

suite('confidence levels', () => {
  const usdotAt = (confidence: number, secondConfidence = confidence) =>
    readUsdot(textLines({ text: 'USDOT 5000060', confidence, secondConfidence }));

  test('two readers that agree below 0.60 have read nothing', () => {
    for (const confidence of [0.05, 0.3, 0.59])
      assert.deepEqual(valueAndScore(usdotAt(confidence)), ['', 'N/A']);
    assert.deepEqual(valueAndScore(usdotAt(0.61)), ['5000060', 'Medium']);
    assert.deepEqual(valueAndScore(usdotAt(0.95, 0.3)), ['5000060', 'Low']);
  });

  test('a witness raises a number to High only if every digit was read with 0.80', () => {
    const name = 'NALELAVERE TRUCKING';
    const carrier = { usdot_number: 5000060, legal_name: name, dba_name: null, city: null, state: null };
    const facts = { carriers: [carrier], docketHolders: [], vehicleCarriers: [5000060] };
    const scoreOf = (confidence: number) => matchUsdot(usdotAt(confidence), facts, [name]).score;
    assert.deepEqual([0.05, 0.3, 0.7, 0.79, 0.85].map(scoreOf), ['N/A', 'N/A', 'Medium', 'Medium', 'High']);
  });
});

suite('VINs', () => {
  test('may have a letter before the last four digits', () => {
    for (const vin of ['1FUJGHDV0CLBP8834', '3AKJHHDR9JSJV5535']) {
      const { value, score, isWhole } = readVin(textLines(`VIN ${vin}`));
      assert.deepEqual([value, score, isWhole], [vin, 'High', true]);
      const end = readVin(textLines(`VIN ${vin.slice(-8)}`));
      assert.deepEqual([end.value, end.score, end.isWhole], [vin.slice(-8), 'High', false]);
    }
  });

  test('are read in every form of North America, and the check digit keeps their letters', () => {
    const character = '[A-HJ-NPR-Z0-9]';
    const usual = fc.tuple(
      fc.stringMatching(new RegExp(`^[1-5]${character}{7}$`)),
      fc.stringMatching(new RegExp(`^[A-HJ-NPR-TV-Y1-9]${character}{3}[0-9]{4}$`)),
    );
    const lowVolume = fc.tuple(
      fc.stringMatching(new RegExp(`^[1-5]${character}9${character}{5}$`)),
      fc.stringMatching(new RegExp(`^[A-HJ-NPR-TV-Y1-9]${character}{4}[0-9]{3}$`)),
    );
    fc.assert(
      fc.property(fc.oneof(usual, lowVolume), ([first, last]) => {
        const vin = `${first}${vinCheckDigit(`${first}0${last}`)}${last}`;
        assert.deepEqual(valueAndScore(readVin(textLines(`VIN ${vin}`))), [vin, 'High']);
      }),
    );
  });

  test('a letter that resembles a digit is kept without a check digit, at most with Medium', () => {
    const { value, score, alternatives } = readVin(textLines('VIN CLBS8834'));
    assert.deepEqual([value, score, alternatives], ['CLBS8834', 'Medium', ['CLB58834']]);
  });
});

suite('USDOT numbers that are too short', () => {
  test('of one or two digits are not read', () => {
    for (const text of ['USDOT 12', 'USDOT 7']) assert.equal(read(text).usdot_number.value, '', text);
    assert.deepEqual(valueAndScore(read('USDOT 740').usdot_number), ['740', 'Low']);
  });

  test('a cab number below a bare prefix is not the USDOT number, and a longer one is not sure', () => {
    assert.equal(read('USDOT', '742').usdot_number.value, '');
    assert.deepEqual(valueAndScore(read('USDOT', '45112').usdot_number), ['45112', 'Medium']);
    assert.deepEqual(valueAndScore(read('USDOT', '538288').usdot_number), ['538288', 'High']);
  });
});

suite('unit numbers', () => {
  const door: Written[] = [
    { text: 'SUMMIT EXPRESS', x: 1300, y: 450 },
    { text: 'US DOT 1536938', x: 1300, y: 480 },
  ];
  const hood = (text: string): Written => ({ text, x: 1660, y: 480, height: 34 });

  test('weights, years, lengths and widths without a label are at most Low', () => {
    for (const text of ['80000', '1985', '2021', '102', '53', '26000', '136'])
      assert.deepEqual(valueAndScore(read(...door, hood(text)).cab_number), [text, 'Low']);
    assert.deepEqual(valueAndScore(read(...door, hood('751')).cab_number), ['751', 'High']);
  });

  test('a labeled number wins, also against larger lettering', () => {
    for (const label of ['FLEET NO 1985', 'UNIT 1985', 'TRUCK #1985']) {
      const labeled: Written = { text: label, x: 1300, y: 510 };
      assert.deepEqual(valueAndScore(read(...door, labeled, hood('80000')).cab_number), ['1985', 'High']);
    }
    assert.deepEqual(
      valueAndScore(read(...door, hood('751'), { text: '80000', x: 1300, y: 600 }).cab_number),
      ['751', 'High'],
    );
  });

  test('the number of a Canadian carrier is a permit and no trailer number', () => {
    const fields = read('NSC 123456789');
    assert.deepEqual([fields.equipment_number.value, fields.cab_number.value], ['', '']);
    assert.deepEqual(
      fields.permits.map(({ kind, value }) => [kind, value]),
      [['NSC', '123456789']],
    );
  });
});

suite('wordmarks', () => {
  test('are not read from phone numbers or trade words', () => {
    for (const text of ['CALL 1-800-555-0100', 'NALELAVERE TRUCKING SYNTHETIC LTD', 'TRUCKING'])
      assert.equal(read(text).equipment_logo.value, '', text);
    assert.equal(read('G.I. TRUCKING').equipment_logo.value, 'g.i. trucking');
    assert.equal(read('STEVENS TRANSPRT').equipment_logo.value, 'stevens transport');
  });
});
