import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type MatchFacts, matchUsdot } from '../../src/domain/recognition/carrier-match/match-carrier.ts';
import { readMc } from '../../src/domain/recognition/readings/mc.ts';
import { readUsdot } from '../../src/domain/recognition/readings/usdot.ts';
import { textLines, type Written } from '../support/recognition/text-lines.ts';

const read = (...written: (string | Written)[]) => readUsdot(textLines(...written));
const summary = ({ value, score, alternatives }: ReturnType<typeof read>) => [value, score, alternatives];
const carrier = (usdot_number: number, legal_name: string) => ({
  ...{ usdot_number, legal_name },
  ...{ dba_name: null, city: null, state: null },
});
const facts: MatchFacts = {
  carriers: [carrier(5000002, 'NALELAVERE TRUCKING LTD'), carrier(5000012, 'PELURENEX TRANSPORT')],
  docketHolders: [],
  vehicleCarriers: [],
};
const decide = (...lines: string[]) => matchUsdot(read(...lines), facts, lines);

suite('two USDOT numbers on one door', () => {
  test('the one after LEASED TO or OPERATED BY is the operating carrier, regardless of confidence', () => {
    for (const words of ['LEASED TO', 'LEASED ON TO', 'OPERATED BY', 'LEASED TO PELURENEX TRANSPORT'])
      for (const [owner, operator] of [
        [0.99, 0.97],
        [0.97, 0.99],
      ]) {
        const reading = read({ text: 'USDOT 5000002', confidence: owner as number }, words, {
          text: 'USDOT 5000012',
          confidence: operator as number,
        });
        assert.deepEqual(summary(reading), ['5000012', 'High', ['5000002']], words);
      }
    const inOneLine = read('USDOT 5000002', 'OPERATED BY PELURENEX USDOT 5000012');
    assert.deepEqual(summary(inOneLine), ['5000012', 'High', ['5000002']]);
  });

  test('the words may stand above both numbers: the nearest one after them is meant', () => {
    const reading = read('OPERATED BY', 'USDOT 5000012', 'USDOT 5000002');
    assert.deepEqual(summary(reading), ['5000012', 'High', ['5000002']]);
  });

  test('the number after OWNED BY is the other one', () => {
    const reading = read('USDOT 5000012', 'OWNED BY NALELAVERE', 'USDOT 5000002');
    assert.deepEqual(summary(reading), ['5000012', 'High', ['5000002']]);
  });

  test('without such words neither is High, and both are shown', () => {
    const [first, second] = [read('USDOT 5000002', 'USDOT 5000012'), read('USDOT 5000012', 'USDOT 5000002')];
    assert.deepEqual(summary(first), ['5000002', 'Medium', ['5000012']]);
    assert.deepEqual(summary(second), ['5000012', 'Medium', ['5000002']]);
    assert.deepEqual([decide('USDOT 5000002', 'USDOT 5000012').score], ['Medium']);
  });

  test('the name on the door decides without such words', () => {
    const named = decide('PELURENEX TRANSPORT', 'USDOT 5000002', 'USDOT 5000012');
    assert.deepEqual([named.value, named.score, named.outcome], ['5000012', 'Medium', 'mended']);
    const own = decide('NALELAVERE TRUCKING LTD', 'USDOT 5000002', 'USDOT 5000012');
    assert.deepEqual([own.value, own.score, own.outcome], ['5000002', 'High', 'confirmed']);
    const both = decide('NALELAVERE TRUCKING LTD', 'PELURENEX TRANSPORT', 'USDOT 5000002', 'USDOT 5000012');
    assert.equal(both.score, 'Medium');
  });

  test('the name on the door decides also if the number of its carrier was misread', () => {
    const lines = ['USDOT 3827409', 'PELURENEX TRANSPORT', 'USDOT 5000072'];
    const carriers = [carrier(3827409, 'NALELAVERE TRUCKING LTD'), carrier(5000012, 'PELURENEX TRANSPORT')];
    const { value, score, outcome } = matchUsdot(read(...lines), { ...facts, carriers }, lines);
    assert.deepEqual([value, score, outcome], ['5000012', 'Medium', 'mended']);
  });

  test('the name of the owner does not overrule the words', () => {
    const lines = ['NALELAVERE TRUCKING LTD', 'USDOT 5000002', 'LEASED TO', 'USDOT 5000012'];
    const { value, score } = decide(...lines);
    assert.deepEqual([value, score], ['5000012', 'High']);
  });

  test('a doubtful reading of the same number on another line lowers nothing', () => {
    const reading = read('USDOT 5000012', { text: 'USDOT 5000017', second: null });
    assert.deepEqual([reading.value, reading.score], ['5000012', 'High']);
  });

  test('the number before LEASED TO is at most Low if none follows', () => {
    const reading = read('USDOT 5000002', 'LEASED TO', 'PELURENEX TRANSPORT');
    assert.deepEqual([reading.value, reading.score], ['5000002', 'Low']);
    assert.equal(read('OPERATED BY PELURENEX TRANSPORT', 'USDOT 5000012').score, 'High');
  });

  test('MC numbers follow the same words', () => {
    const lines = textLines('USDOT 5000002', 'MC 300002', 'LEASED TO', 'USDOT 5000012', 'MC 300012');
    const reading = readMc(lines);
    assert.deepEqual([reading.value, reading.score, reading.others], ['300012', 'High', ['300002']]);
  });
});
