import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Criteria, NO_CRITERIA } from '../../src/contract/criteria.ts';
import { type ActiveAlert, conditionsOf, matchesPlainly } from '../../src/domain/alerts/match/conditions.ts';
import { type SightingFields, sightingView } from '../../src/domain/alerts/match/sighting-view.ts';
import { AlertIndex } from '../../src/domain/alerts/match-index/alert-index.ts';
import { Automaton } from '../../src/domain/alerts/match-index/automaton.ts';
import { anyCriteria, anySighting } from '../support/alerts/alert-samples.ts';
import { matchesByTheRules } from '../support/alerts/plain-matcher.ts';
import { seeded } from '../support/alerts/traffic.ts';

const IDS = 40;
type Days = { from: number | null; to: number | null };
const moment = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  fc.integer({ min: 0, max: 9 }).map((day) => Date.UTC(2026, 0, 1 + day)),
);
const change = fc.record({
  id: fc.integer({ min: 1, max: IDS }),
  // Null takes the alert away.
  criteria: fc.oneof({ weight: 3, arbitrary: anyCriteria }, { weight: 1, arbitrary: fc.constant(null) }),
  days: fc.record({ from: moment, to: moment }),
  also: fc.constantFrom('nothing', 'nothing', 'nothing', 'fold', 'settle'),
});

function active(id: number, criteria: Criteria, days: Days): ActiveAlert {
  return { id, conditions: conditionsOf(criteria), ...days };
}

function byTheRules(
  alerts: Map<number, { criteria: Criteria; days: Days }>,
  sighting: SightingFields,
): number[] {
  const time = sighting.time_captured.getTime();
  return [...alerts]
    .filter(([, { days }]) => time >= (days.from ?? -Infinity) && time < (days.to ?? Infinity))
    .filter(([, { criteria }]) => matchesByTheRules(criteria, sighting))
    .map(([id]) => id);
}

const inOrder = (ids: number[]) => [...ids].sort((a, b) => a - b);

test('the index agrees with the rules in 100,000 cases with edits and deletes in between', () => {
  let cases = 0;
  let matches = 0;
  fc.assert(
    fc.property(
      fc.array(change, { minLength: 30, maxLength: 60 }),
      fc.array(anySighting, { minLength: 12, maxLength: 12 }),
      (changes, sightings) => {
        const index = new AlertIndex();
        const alerts = new Map<number, { criteria: Criteria; days: Days }>();
        const views = sightings.map(sightingView);
        for (const { id, criteria, days, also } of changes) {
          if (criteria) {
            alerts.set(id, { criteria, days });
            index.put(active(id, criteria, days));
          } else {
            alerts.delete(id);
            index.remove(id);
          }
          if (also === 'settle') index.settle();
          if (also === 'fold') index.fold(0);
          for (const [i, view] of views.entries()) {
            const expected = inOrder(byTheRules(alerts, sightings[i] as SightingFields));
            assert.deepEqual(inOrder(index.match(view)), expected);
            cases++;
            matches += expected.length;
          }
        }
      },
    ),
    { numRuns: 260 },
  );
  assert.ok(cases >= 100_000, `only ${cases} cases`);
  assert.ok(matches > cases / 2, `only ${matches} matches in ${cases} cases: the samples hardly meet`);
});

test('the index stays correct while thousands of texts are added and removed during maintenance', () => {
  const index = new AlertIndex();
  const alive = new Map<number, string>();
  const random = seeded(1);
  const letters = 'ABCDEÉ貨';
  const word = () => Array.from({ length: 1 + random(5) }, () => letters[random(letters.length)]).join('');
  for (let round = 0; round < 300; round++) {
    for (let n = 0; n < 60; n++) {
      const id = 1 + random(6_000);
      if (random(3) === 0) {
        alive.delete(id);
        index.remove(id);
      } else {
        const text = word();
        alive.set(id, text);
        index.put(active(id, { ...NO_CRITERIA, deep_search: text }, { from: null, to: null }));
      }
    }
    index.fold(0);
    const text = Array.from({ length: 12 }, () => letters[random(letters.length)]).join('');
    const view = { ...sightingView(sample()), deep: text };
    const expected = [...alive].filter(([, needle]) => text.includes(needle)).map(([id]) => id);
    assert.deepEqual(inOrder(index.match(view)), inOrder(expected));
  }
});

test('the automaton finds every occurrence in any alphabet', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '貨', '🚚', '\u0061\u0301'), maxLength: 14 });
  fc.assert(
    fc.property(
      fc.uniqueArray(text.filter(Boolean), { minLength: 1, maxLength: 12 }),
      text,
      (needles, hay) => {
        const build = Automaton.build([...needles.keys()], needles);
        let step = build.next();
        while (!step.done) step = build.next();
        const found: string[] = [];
        step.value.scan(hay, (id, end) => found.push(`${id}@${end}`));
        const expected = needles.flatMap((needle, id) =>
          Array.from({ length: hay.length }, (_, at) => at)
            .filter((at) => hay.startsWith(needle, at))
            .map((at) => `${id}@${at + needle.length}`),
        );
        assert.deepEqual(found.sort(), expected.sort());
      },
    ),
    { numRuns: 3_000 },
  );
});

test('the reference matcher agrees with the rules', () => {
  fc.assert(
    fc.property(anyCriteria, anySighting, (criteria, sighting) => {
      const plain = active(1, criteria, { from: null, to: null });
      assert.equal(matchesPlainly(plain, sightingView(sighting)), matchesByTheRules(criteria, sighting));
    }),
    { numRuns: 20_000 },
  );
});

function sample(): SightingFields {
  const empty = {
    source: '',
    alpr_plate_number: '',
    plate_state: '',
    mc_number: '',
    vin: '',
    cab_number: '',
  };
  const more = { equipment_type: '', equipment_number: '', equipment_logo: '', location_state: '' };
  const rest = { location_city: '', route: '', usdot_number: 0 };
  return { ...empty, ...more, ...rest, time_captured: new Date(0) };
}
