import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Criteria, NO_CRITERIA } from '../../src/contract/criteria.ts';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import { PREVIEW_LIMITS, previewAlert } from '../../src/domain/alerts/preview/preview-alert.ts';
import { listDays, tendDays } from '../../src/domain/alerts/preview/recent-days.ts';
import { insertSightings, organization, reviseSighting } from '../support/alerts/alert-ground.ts';
import { matchesByTheRules } from '../support/alerts/plain-matcher.ts';
import { criteriaOf, seeded, sightingOf } from '../support/alerts/traffic.ts';
import { testDatabase } from '../support/database.ts';

const DAY_MS = 86_400_000;
const db = await testDatabase();
const organizationId = await organization(db);
const now = new Date('2026-06-30T12:00:00Z');
const random = seeded(9);
const world = { carriers: 60, trucks: 300 };
const matcher = new Matcher({ database: db, clock: { now: () => now }, wake: () => undefined });

/** What came late in the test above counts too. */
const latecomers: typeof sightings = [];
const lateOnes = (criteria: Criteria) =>
  latecomers.filter((sighting) => matchesByTheRules(criteria, sighting)).length;

/** A loaded machine must not make the answer inexact. */
const PATIENT = { ...PREVIEW_LIMITS, budgetMs: 60_000 };

/** Forty days of them: the oldest are out of a preview's sight. */
const sightings = Array.from({ length: 4_000 }, () =>
  sightingOf(random, world, new Date(now.getTime() - random(40 * DAY_MS))),
);
const keys = await insertSightings(db, organizationId, sightings);
while ((await matcher.round()).sightings > 0);
const inSight = sightings.filter((s) => s.time_captured.getTime() > now.getTime() - 30 * DAY_MS);

async function sameAsTheRules(count: number): Promise<number> {
  let matches = 0;
  for (let n = 0; n < count; n++) {
    const criteria = criteriaOf(random, world);
    const expected = inSight.filter((sighting) => matchesByTheRules(criteria, sighting));
    const preview = await previewAlert(db, criteria, now, PATIENT);
    assert.deepEqual([preview.count, preview.is_exact], [expected.length, true], JSON.stringify(criteria));
    const newest = expected.map((s) => s.time_captured.getTime()).sort((a, b) => b - a);
    assert.deepEqual(
      preview.newest.map((s) => s.time_captured.getTime()),
      newest.slice(0, 10),
    );
    matches += expected.length;
  }
  return matches;
}

test('a preview agrees with the rules before and after days are indexed', async () => {
  assert.ok((await sameAsTheRules(20)) > 20);
  await tendDays(db, now);
  const days = await listDays(db);
  assert.deepEqual(days.map(({ sealed }) => sealed).filter(Boolean).length, days.length - 1);
  assert.ok((await sameAsTheRules(30)) > 20);
  // A sighting that comes late finds its place in a sealed day.
  const late = {
    ...(sightings[0] as (typeof sightings)[number]),
    time_captured: new Date('2026-06-20T01:00:00Z'),
  };
  latecomers.push({ ...late, cab_number: 'LATE-1' });
  await insertSightings(db, organizationId, latecomers);
  await matcher.round();
  assert.equal((await previewAlert(db, { ...NO_CRITERIA, cab_number: 'late1' }, now, PATIENT)).count, 1);
});

test('a preview finds whole words and short or unusual texts, with and without an index', async () => {
  const odd = ['B+C (X)', 'Ü-77', 'UNIT 7', '貨物', '50%_A', 'A\\D'];
  const times = [new Date('2026-06-25T01:00:00Z'), now];
  const fresh = times.flatMap((time) =>
    odd.map((text) => ({
      ...sightingOf(random, world, time),
      lines: [`X ${text}, Y`],
    })),
  );
  await insertSightings(db, organizationId, fresh);
  await matcher.round();
  const wanted = [...odd, 'C (X', 'NIT 7', 'Ü', '7', '(x)', 'x b+c', '貨', 'A\\', '%', '_', '50%'];
  for (const deep_search of wanted) {
    for (const exact_match_deep_search of [true, false]) {
      const criteria = { ...NO_CRITERIA, deep_search, exact_match_deep_search };
      const expected = [...inSight, ...fresh].filter((sighting) => matchesByTheRules(criteria, sighting));
      const { count } = await previewAlert(db, criteria, now, PATIENT);
      assert.equal(count, expected.length + lateOnes(criteria), JSON.stringify(criteria));
    }
  }
});

test('drops days older than the preview period', async () => {
  const later = new Date(now.getTime() + 20 * DAY_MS);
  const before = await listDays(db);
  await tendDays(db, later);
  const after = await listDays(db);
  assert.ok(after.length < before.length);
  assert.ok(after.every(({ day }) => Date.parse(day) >= later.getTime() - 33 * DAY_MS));
});

test('a preview finds a changed sighting by its new values', async () => {
  const at = keys.findIndex((key) => key.time_captured.getTime() > now.getTime() - 5 * DAY_MS);
  const key = keys[at] as (typeof keys)[number];
  await reviseSighting(db, organizationId, key, { cab_number: 'REVISED9' });
  await matcher.round();
  assert.equal((await previewAlert(db, { ...NO_CRITERIA, cab_number: 'revised9' }, now, PATIENT)).count, 1);
});

test('a preview reports when it reached its limit or ran out of time', async () => {
  const few = await previewAlert(db, { ...NO_CRITERIA, deep_search: '1' }, now, {
    ...PREVIEW_LIMITS,
    most: 5,
  });
  assert.deepEqual([few.count, few.is_exact], [5, false]);
  assert.ok(few.searched_from > new Date(now.getTime() - 30 * DAY_MS));
  const none = await previewAlert(db, { ...NO_CRITERIA, deep_search: '1' }, now, {
    ...PREVIEW_LIMITS,
    budgetMs: 0,
  });
  assert.deepEqual([none.count, none.is_exact], [0, false]);
  assert.equal(none.searched_from.getTime(), now.getTime());
});
