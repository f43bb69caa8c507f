import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  expectedPairs,
  insertAlerts,
  organization,
  queueSightings,
  writtenPairs,
} from '../support/alerts/alert-ground.ts';
import { criteriaOf, seeded, sightingOf } from '../support/alerts/traffic.ts';
import { countDifferences } from '../support/carriers/observation-counts.ts';
import { closing } from '../support/closing.ts';
import { testDatabase } from '../support/database.ts';

const SIGHTINGS = 8_000;
const ALERTS = 150;
const world = { carriers: 400, trucks: 3_000 };
const db = await testDatabase();
const organizationId = await organization(db);

const children = new Set<ChildProcess>();
closing(async () => {
  for (const child of children) child.kill('SIGKILL');
});

function startMatcher(batch: number): ChildProcess {
  const child = fork(join(import.meta.dirname, '../support/alerts/match-process.ts'), [
    db.url,
    String(batch),
  ]);
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function waiting(): Promise<number> {
  const { rows } = await db.pool.query('select count(*)::int as n from unmatched_sightings');
  return rows[0].n;
}

test('two matchers that are killed with -9 at random points write every pair and every observation once for 8,000 sightings', async (t) => {
  const random = seeded(6);
  const criteria = Array.from({ length: ALERTS }, () => criteriaOf(random, world));
  const ids = await insertAlerts(db, organizationId, criteria);
  const time = new Date(Date.now() - 3_600_000);
  const sightings = Array.from({ length: SIGHTINGS }, () => sightingOf(random, world, time));
  const keys = await queueSightings(db, organizationId, sightings);

  let kills = 0;
  /** Resolves when the matcher is gone. It is killed somewhere within its first batches: in a claim, in the comparison, before or after a commit. */
  const killed = async (batch: number) => {
    const child = startMatcher(batch);
    const gone = once(child, 'exit');
    await Promise.race([once(child, 'message'), gone]);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
    assert.ok(child.kill('SIGKILL'), `the matcher ended by itself: ${child.exitCode}`);
    await gone;
    kills++;
  };
  while ((await waiting()) > 0) {
    await Promise.all([killed(500), killed(300)]);
    // As if the leases had ended. A matcher that is still running would lose its work.
    await db.pool.query('update unmatched_sightings set due_at = now() where lease_id is not null');
  }

  const alerts = ids.map((id, i) => ({ id, criteria: criteria[i] as (typeof criteria)[number] }));
  const seen = keys.map(({ id }, i) => ({ id, fields: sightings[i] as (typeof sightings)[number] }));
  const expected = expectedPairs(alerts, seen);
  assert.ok(expected.length > 800, `only ${expected.length} pairs`);
  assert.ok(kills >= 4, `only ${kills} kills`);
  assert.deepEqual(await writtenPairs(db), expected);
  const { rows: observed } = await db.pool.query(
    'select usdot_number, time_captured, id from observations order by id',
  );
  assert.deepEqual(
    observed,
    keys.toSorted((a, b) => a.id - b.id),
    'each sighting has one observation',
  );
  assert.deepEqual(await countDifferences(db), []);
  t.diagnostic(`${kills} kills, ${expected.length} pairs`);
});
