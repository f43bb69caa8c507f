import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import { recordSightings } from '../../src/domain/observations/record-sightings.ts';
import { alertClient, minimal, OWN_ALERTS } from '../support/alerts/alert-client.ts';
import { type Customer, testApi } from '../support/api.ts';

const now = new Date();
const api = await testApi({ clock: { now: () => now } });
const owner = await api.customer(OWN_ALERTS);
const { send, create, colleague } = await alertClient(api, owner);

async function seen(customer: Customer, fields: object): Promise<void> {
  const time_captured = new Date(now.getTime() - 60_000);
  await ensureMonths(api.db, [time_captured]);
  const sighting = { usdot_number: 0, time_captured, organizationId: customer.organizationId, ...fields };
  await api.db.transaction((tx) => recordSightings(tx, [sighting]));
  await new Matcher({ database: api.db, clock: { now: () => now }, wake: () => undefined }).round();
}

suite('200', () => {
  test('a create request with the four required fields gets the defaults of all others', async () => {
    const { id, ...alert } = await create();
    assert.ok(Number.isInteger(id));
    const contract = {
      ...minimal,
      cc_emails: [],
      usdot_number: '',
      mc_number: '',
      license_plate: null,
      vin: null,
      cab_number: null,
      equipment_type: null,
      trailer_logo: null,
      trailer_number: null,
      exact_match_trailer_number: false,
      deep_search: null,
      exact_match_deep_search: false,
      notification_channels: ['email'],
      location_state: null,
      location_city: null,
    };
    assert.deepEqual(alert, contract, 'the fields of the contract and no others');
    const { created_at, ...known } = (await send('GET', `/alerts/${id}`)).json();
    assert.match(created_at, /Z$/);
    const beyond = {
      start_date: null,
      end_date: null,
      tolerance: false,
      cooldown_minutes: null,
      daily_cap: null,
      license_plate_state: null,
      chassis_number: null,
      exact_match_chassis_number: false,
      container_number: null,
      exact_match_container_number: false,
    };
    assert.deepEqual(known, { id, ...contract, ...beyond });
  });

  test('a create response has every field of the request and lists unknown keys', async () => {
    const full = {
      cc_emails: ['a@example.com', 'b@example.com'],
      usdot_number: 'USDOT 0123456',
      mc_number: 'MC-99',
      license_plate: 'ABC 123',
      vin: 'aB12c3',
      cab_number: '12',
      equipment_type: 'dry van',
      trailer_number: 'T-1',
      exact_match_trailer_number: true,
      deep_search: 'Acme 貨物',
      exact_match_deep_search: true,
      notification_channels: ['webhook', 'email'],
      tolerance: true,
      cooldown_minutes: 60,
      daily_cap: 3,
    };
    const { warnings, ...alert } = await create({
      ...full,
      trailer_logo: ' SWIFT ',
      location_state: 'TX',
      colour: 'red',
    });
    for (const [name, value] of Object.entries(full)) assert.deepEqual(alert[name], value, name);
    assert.equal(alert.trailer_logo, 'swift');
    assert.equal(alert.location_state, null);
    assert.equal('colour' in alert, false);
    assert.deepEqual(warnings, ['location_state', 'colour']);
    const known = (await send('GET', `/alerts/${alert.id}`)).json();
    assert.deepEqual({ ...known, ...alert }, known);
  });

  test('null and empty text in a create request set no criterion', async () => {
    const alert = await create({
      usdot_number: null,
      license_plate: '',
      vin: null,
      tolerance: null,
      cc_emails: null,
    });
    assert.equal(alert.usdot_number, '');
    assert.equal(alert.license_plate, null);
    assert.deepEqual(alert.cc_emails, []);
  });

  test('an edit changes the given fields only, and null removes a criterion', async () => {
    const { id } = await create({ license_plate: 'ABC123', usdot_number: '77', cab_number: '5' });
    const alert = (await send('GET', `/alerts/${id}`)).json();
    const changes = {
      alert_name: 'Renamed',
      license_plate: null,
      usdot_number: null,
      location_state: 'texas',
      location_city: 'El Paso',
      start_date: '2026-01-02',
      end_date: '2026-01-02',
    };
    const answer = await send('PATCH', `/alerts/${alert.id}`, changes);
    assert.equal(answer.statusCode, 200, answer.body);
    const expected = { ...alert, ...changes, usdot_number: '', location_state: 'TX' };
    const split = (body: { insert_timestamp: string; last_updated_timestamp: string }) => {
      const { insert_timestamp, last_updated_timestamp, ...edited } = body;
      assert.equal(insert_timestamp, alert.created_at);
      assert.ok(last_updated_timestamp > insert_timestamp);
      return { edited, last_updated_timestamp };
    };
    const first = split(answer.json());
    assert.deepEqual(first.edited, expected);
    const second = split((await send('PATCH', `/alerts/${alert.id}`, {})).json());
    assert.deepEqual(second.edited, expected);
    assert.ok(second.last_updated_timestamp > first.last_updated_timestamp);
  });

  test("the list holds one's own alerts, newest first; the company's with the permission for it", async () => {
    const first = await create({ alert_name: 'first' });
    const second = await create({ alert_name: 'second' });
    const ids = (answer: { json(): { alerts: { id: number }[] } }) =>
      answer.json().alerts.map(({ id }) => id);
    assert.deepEqual(ids(await send('GET', '/alerts')).slice(0, 2), [second.id, first.id]);
    const other = await colleague(OWN_ALERTS);
    assert.deepEqual(ids(await send('GET', '/alerts', undefined, other)), []);
    assert.equal((await send('GET', `/alerts/${first.id}`, undefined, other)).statusCode, 404);
    assert.equal((await send('PATCH', `/alerts/${first.id}`, {}, other)).statusCode, 404);
    assert.equal((await send('DELETE', `/alerts/${first.id}`, undefined, other)).statusCode, 404);
    const chief = await colleague(['external-api-get-all-company-alerts', 'edit-alert-endpoint']);
    assert.ok(ids(await send('GET', '/alerts', undefined, chief)).includes(first.id));
    assert.equal((await send('PATCH', `/alerts/${first.id}`, {}, chief)).statusCode, 200);
  });

  test('logos are listed in lower case and accepted in any case', async () => {
    const logos: string[] = (await send('GET', '/logos')).json();
    assert.ok(logos.length >= 300);
    assert.ok(logos.every((name) => name === name.toLowerCase()));
    for (const name of ['swift', 'j.b. hunt', 'old dominion', 'great dane'])
      assert.ok(logos.includes(name), name);
  });

  test('lists a match with its sighting, and run fires it once', async () => {
    const alert = await create({ license_plate: 'run 1' });
    await seen(owner, { alpr_plate_number: 'RUN-1', location_state: 'TX', vin: '1XKYDP9X3GJ473982' });
    const listed = (await send('GET', `/alerts/${alert.id}/matches`)).json();
    assert.equal(listed.pagination.total, 1);
    assert.equal(listed.matches[0].fired_at, null);
    assert.equal(listed.matches[0].sighting.alpr_plate_number, 'RUN-1');
    assert.equal(listed.matches[0].sighting.usdot_number, '');
    assert.deepEqual(listed.matches[0].deliveries, []);
    assert.deepEqual((await send('POST', '/alerts/run')).json(), {
      fired: [{ alert_id: alert.id, matches: 1 }],
    });
    assert.deepEqual((await send('POST', '/alerts/run')).json(), { fired: [] });
    const after = (await send('GET', `/alerts/${alert.id}/matches?page_size=1`)).json();
    assert.equal(after.matches[0].fired_at, now.toISOString());
    assert.deepEqual((await send('GET', `/alerts/${alert.id}/matches?page=2`)).json().matches, []);
  });

  test('an alert without criteria and a disabled alert match nothing', async () => {
    const empty = await create();
    const disabled = await create({ cab_number: 'OFF1', disabled: true });
    await seen(owner, { cab_number: 'OFF1' });
    for (const { id } of [empty, disabled]) {
      assert.equal((await send('GET', `/alerts/${id}/matches`)).json().pagination.total, 0);
    }
  });

  test('a preview returns the count, the newest ten and the readings that tolerance adds', async () => {
    for (let n = 0; n < 12; n++) await seen(owner, { equipment_number: 'PV-8801', cab_number: String(n) });
    await seen(owner, { equipment_number: 'PVB8O1' });
    const strict = (await send('POST', '/alerts/preview', { trailer_number: 'pv880' })).json();
    assert.deepEqual([strict.count, strict.is_exact, strict.newest.length], [12, true, 10]);
    assert.equal(strict.newest[0].cab_number, '11');
    const added = [{ field: 'trailer_number', reading: 'PVB8O1', sightings: 1 }];
    assert.deepEqual(strict.tolerance_adds, added);
    const tolerant = (
      await send('POST', '/alerts/preview', { trailer_number: 'pv880', tolerance: true })
    ).json();
    assert.equal(tolerant.count, 13);
    assert.deepEqual(tolerant.tolerance_adds, added);
    assert.equal((await send('POST', '/alerts/preview', {})).json().count, 0);
    const deep = { deep_search: 'pv-8801', exact_match_deep_search: true, cab_number: '3' };
    assert.equal((await send('POST', '/alerts/preview', deep)).json().count, 1);
    const percent = { deep_search: 'pv%8801' };
    assert.equal((await send('POST', '/alerts/preview', percent)).json().count, 0);
  });
});

suite('204', () => {
  test('deletes an alert with its matches', async () => {
    const { id } = await create({ cab_number: 'DEL1' });
    await seen(owner, { cab_number: 'DEL1' });
    assert.equal((await send('DELETE', `/alerts/${id}`)).statusCode, 204);
    assert.equal((await send('GET', `/alerts/${id}`)).statusCode, 404);
    const { rows } = await api.db.pool.query('select 1 from alert_matches where alert_id = $1', [id]);
    assert.equal(rows.length, 0);
  });
});
