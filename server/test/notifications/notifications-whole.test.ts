import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import { recordSightings } from '../../src/domain/observations/record-sightings.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { testApi } from '../support/api.ts';
import { assertDocumented } from '../support/notifications/documented.ts';
import { SECRET, startReceiver } from '../support/notifications/start-receiver.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

const api = await testApi();
const world = webhookWorld(api);
const receiver = await startReceiver();

test('a sighting is matched, fired, delivered, and listed with its deliveries', async () => {
  const customer = await api.customer(['admin']);
  const headers = await api.signIn(customer);
  const post = (url: string, payload: object) => api.app.inject({ method: 'POST', url, headers, payload });
  await post('/alerts/webhook', { webhook_url: `${receiver.origin}/whole`, secret: SECRET });
  const alert = await post('/alerts', {
    email: 'dispatch@customer.example',
    alert_type: 'hot',
    disabled: false,
    alert_name: 'Ours',
    usdot_number: 'USDOT 0076543',
    notification_channels: ['email', 'webhook'],
  });
  assert.equal(alert.statusCode, 200, alert.body);

  const time_captured = new Date(Date.now() - 60_000);
  await ensureMonths(api.db, [time_captured]);
  const seen = {
    usdot_number: 76543,
    time_captured,
    location_state: 'TX',
    location_city: 'Amarillo',
    latitude: 35.2,
    longitude: -101.8,
  };
  await api.db.transaction((tx) =>
    recordSightings(tx, [{ ...seen, organizationId: customer.organizationId }]),
  );
  const matcher = new Matcher({ database: api.db, clock: systemClock, wake: () => undefined });
  assert.equal((await matcher.round()).pairs, 1);
  assert.equal((await post('/alerts/run', {})).statusCode, 200);
  await world.send();

  const [request, ...more] = await receiver.seen();
  assert.equal(more.length, 0);
  assert.deepEqual(request?.verified, { compatible: true, standard: true });
  const payload = assertDocumented(request?.body ?? '');
  assert.equal(payload.total_matches, 1);
  assert.equal(payload.matches[0]?.usdot, '76543');
  const { id } = alert.json();
  const matches = await api.app.inject({ method: 'GET', url: `/alerts/${id}/matches`, headers });
  const [match] = matches.json().matches;
  const deliveries = match.deliveries.map(
    ({ delivered_at, ...rest }: { delivered_at: string | null }) => rest,
  );
  assert.deepEqual(
    deliveries.sort((a: { channel: string }, b: { channel: string }) => a.channel.localeCompare(b.channel)),
    [
      { channel: 'email', target: 'dispatch@customer.example', state: 'waiting', attempts: 0 },
      { channel: 'webhook', target: `${receiver.origin}/whole`, state: 'delivered', attempts: 1 },
    ],
  );
});
