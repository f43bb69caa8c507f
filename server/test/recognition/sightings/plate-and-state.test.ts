import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { NO_CRITERIA } from '../../../src/contract/criteria.ts';
import { Matcher } from '../../../src/domain/alerts/match/matcher.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { insertAlerts } from '../../support/alerts/alert-ground.ts';
import { testApi } from '../../support/api.ts';
import type { ScriptedLine } from '../../support/recognition/read-lines.ts';
import { testSightings } from '../../support/recognition/test-sightings.ts';

const api = await testApi();
const { db } = api;
const owner = await api.customer(
  ['admin', 'image-read-endpoint', 'carrier-observations-quality'],
  'insurance',
);
const headers = await api.signIn(owner);
const { see, sightingOf } = await testSightings(api, owner);

/** The partner sent neither plate nor state: both come from the lettering. */
const plate = (text: string, state: string): ScriptedLine[] => [
  { text: state, x: 220, y: 200, height: 16 },
  { text, x: 200, y: 222, height: 60 },
];
const fromImage = { plate: null, plateState: '', confidence: 0 };

const states = ['TX', 'OK'];
const alertIds = await insertAlerts(
  db,
  owner.organizationId,
  states.map((state) => ({ ...NO_CRITERIA, license_plate: 'VJW8831', license_plate_state: state })),
);
const texas = await see(plate('VJW8831', 'TEXAS'), fromImage);
const oklahoma = await see(plate('VJW8831', 'OKLAHOMA'), fromImage);

suite('a plate and the state that is read from it', () => {
  test('are in the sighting, with the level of the state', async () => {
    const { alpr_plate_number, plate_state, readings } = await sightingOf(texas);
    assert.deepEqual(
      [alpr_plate_number, plate_state, readings.plate_state_score],
      ['VJW8831', 'TX', 'Medium'],
    );
    assert.equal((await sightingOf(oklahoma)).plate_state, 'OK');
  });

  test('are found together by a search', async () => {
    for (const state of states) {
      const query = { plate: 'VJW8831', plate_state: state };
      const response = await api.app.inject({ url: '/sightings', query, headers });
      assert.equal(response.statusCode, 200, response.body);
      const { sightings } = response.json();
      assert.deepEqual(
        sightings.map((one: Record<string, string>) => [one.alpr_plate_number, one.plate_state]),
        [['VJW8831', state]],
      );
    }
  });

  test('match an alert for the plate of that state only', async () => {
    await new Matcher({ database: db, clock: systemClock, wake: () => undefined }).drain();
    const { rows } = await db.pool.query(
      `select alert_id, array_agg(sighting->>'plate_state') as states from alert_matches group by 1 order by 1`,
    );
    assert.deepEqual(
      rows,
      alertIds.map((alert_id, i) => ({ alert_id, states: [states[i]] })),
    );
  });
});
