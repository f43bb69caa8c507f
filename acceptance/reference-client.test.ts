import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createClient } from '../sdk/src/index.ts';
import { credentialsIn, startMilepost, temporaryFolder } from '../server/test/support/milepost.ts';
import { startServer } from '../server/test/support/start-server.ts';
import { ReferenceClient } from './reference-client.ts';

const running = await startMilepost(await temporaryFolder(), 'start', { env: { LOG_LEVEL: 'warn' } });
const { apiKey, email, password } = credentialsIn(running.output());
const client = new ReferenceClient(running.url, apiKey);
const receiver = await startServer((_request, response) => response.end('thanks'));

/** What the reference has no operation for: an alert, facilities, and carriers that the demo knows. */
const ours = createClient({ baseUrl: running.url, apiKey });
await ours.signIn(email, password);
const alert = await ours.request('POST', '/alerts', {
  body: { email: 'desk@customer.example', alert_type: 'hot', disabled: false, alert_name: 'Desk' },
});
await ours.request('POST', '/facilities/import', {
  body: `name,address,city,state,zip\n${Array.from({ length: 101 }, (_, i) => `Dock ${i},${i} Main St,Amarillo,TX,79101`).join('\n')}\n`,
});
const { carriers } = await ours.request('GET', '/carriers', { query: { query: 'trucking' } });
const [first = '', second = ''] = carriers.map(({ usdot_number }) => String(usdot_number));
assert.ok(second !== '', 'the demo has carriers');

suite('a client that was written from the description of the reference service alone', () => {
  test('signs in', async () => {
    const pair = await client.createToken(email, password);
    assert.ok(
      pair.access_token_data.token !== '' && Date.parse(pair.refresh_token_data.expires) > Date.now(),
    );
  });

  test('registers, changes, lists, tests and deletes a webhook', async () => {
    const secret = 'a secret of the client';
    const { id, webhook_url } = await client.createWebhook({ webhook_url: `${receiver}/hook`, secret });
    assert.equal(webhook_url, `${receiver}/hook`);
    assert.equal((await client.updateWebhook(id, { description: 'Desk' })).description, 'Desk');
    assert.ok((await client.listWebhooks()).some((webhook) => webhook.id === id));
    await client.testWebhook({ webhook_url: `${receiver}/other`, secret });
    const deleted = await client.deleteWebhook(id);
    assert.deepEqual([deleted.id, deleted.deleted], [id, true]);
    assert.ok((await client.listWebhooks()).every((webhook) => webhook.id !== id));
  });

  test('edits an alert', async () => {
    const edited = await client.updateAlert(Number(alert.id), { alert_name: 'Night desk' });
    assert.ok(Date.parse(edited.last_updated_timestamp) >= Date.parse(edited.insert_timestamp));
  });

  test('checks a lane and reads the profile of two carriers', async () => {
    const origin = { origin_city: 'Amarillo', origin_state: 'TX' };
    const lane = { ...origin, destination_city: 'Dallas', destination_state: 'TX' };
    for (const places of [origin, lane])
      assert.equal(typeof (await client.verify({ usdot: first, ...places })).verified, 'boolean');
    const profiles = await client.getCarrierProfileDetail({ usdot_numbers: `${first},${second}` });
    assert.deepEqual(Object.keys(profiles).sort(), [first, second].sort());
    const { fmcsa_detail, equipment_pairings, sightings } = profiles[first] ?? assert.fail();
    assert.equal(fmcsa_detail.usdot_number, first);
    assert.ok(Array.isArray(equipment_pairings.genlogs) && Array.isArray(sightings));
  });

  test('finds carriers for a lane', async () => {
    const { real_time_locs, recommendations } = await client.getCarrierRecommendations({
      ...{ origin_city: 'Amarillo', origin_state: 'TX' },
    });
    assert.ok(Array.isArray(real_time_locs) && Array.isArray(recommendations));
  });

  test('keeps contacts of carriers, one by one and several at once', async () => {
    const { contact } = await client.createOnboardedCarrierContact({ usdot: first, name: 'Ann' });
    assert.equal(
      (await client.updateOnboardedCarrierContact(contact.id, { phone: '806-555-0101' })).contact.name,
      'Ann',
    );
    const bulk = await client.createOnboardedCarrierContactsBulk([
      { usdot: first, name: 'Bo' },
      { usdot: 'x' },
    ]);
    assert.deepEqual([bulk.created_contacts.length, bulk.failed_contacts[0]?.index], [1, 1]);
    const { contacts, pagination } = await client.listOnboardedCarrierContacts({
      page_size: 10,
      usdot_number: first,
    });
    assert.deepEqual([contacts.length, pagination.total_pages], [2, 1]);
    const { data } = await client.searchCarrierContacts(first);
    assert.equal(data[first]?.onboarded_contacts.length, 2);
    const { deleted } = (await client.deleteOnboardedCarrierContact(contact.id)).contact;
    const others = bulk.created_contacts.map(({ id }) => id);
    const gone = await client.deleteOnboardedCarrierContactsBulk(others);
    assert.ok(deleted && gone.contacts.every((one) => one.deleted));
  });

  test('checks carriers against its rules, and changes one', async () => {
    const { rules, rule_status } = await client.listComplianceRules(first);
    const total = rule_status.pass.total + rule_status.fail.total + rule_status.review.total;
    assert.equal(total, rules.length);
    const { results } = await client.listComplianceRulesOfSeveral(`${first},999999999`);
    assert.deepEqual(
      results.map(({ found }) => found),
      [true, false],
    );
    const [rule] = (await client.listCustomerComplianceRules()).rules;
    const { status_code } = await client.updateCustomerComplianceRule(rule?.id ?? '', { status: 'disabled' });
    assert.equal(status_code, '200');
  });

  test('finds facilities on several pages, their lanes, their map and the shippers of a lane', async () => {
    const { facilities, total } = await client.getShipperFacilities({ name: 'dock' });
    assert.deepEqual([facilities.length, total], [101, 101]);
    const [one] = (await client.getShipperFacilities({ name: 'dock 7', include_lanes: true, top_n: 5 }))
      .facilities;
    assert.ok(Array.isArray(one?.inbound_lanes) && Array.isArray(one.outbound_lanes));
    const map = await client.getFacilityNetworkMap(one.id);
    assert.equal(map.type, 'FeatureCollection');
    assert.ok(map.features.some(({ geometry }) => geometry.type === 'Point'));
    const lanes = await client.getShipperLanes({
      ...{ origin_lat: one.lat, origin_lon: one.lon, origin_radius: 5 },
      ...{ destination_lat: 29.76, destination_lon: -95.37, destination_radius: 5 },
    });
    assert.equal(lanes.shippers_in_origin.length, 101);
    assert.deepEqual(lanes.shippers_in_destination, []);
  });

  test('watches numbers on other trucks', async () => {
    const { data } = await client.createMismatchObservation({
      usdots: [first],
      logos: ['HALVO'],
      alert_name: 'Ours',
    });
    assert.equal(data.created, 1);
    const { mismatch_observations: watched, total } = await client.listMismatchObservations({
      page_size: 10,
    });
    assert.equal(total, 1);
    const [{ id, logos } = assert.fail()] = watched;
    assert.deepEqual(logos, ['halvo']);
    assert.equal((await client.updateMismatchObservation(id, { is_disabled: true })).is_disabled, true);
    await client.deleteMismatchObservation(id);
    assert.equal((await client.listMismatchObservations()).total, 0);
  });
});
