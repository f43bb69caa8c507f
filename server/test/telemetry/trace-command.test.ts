import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { runAlerts } from '../../src/domain/alerts/fire/fire-alert.ts';
import { eventually, milepost, temporaryFolder } from '../support/milepost.ts';
import { ADDRESS, PLATE, startPipeline } from '../support/telemetry/pipeline.ts';

const pipeline = await startPipeline();
const { db, customer, post, ingest, createAlert, receiver, linesOf, lines, worker } = pipeline;
await post('/alerts/webhook', { webhook_url: `${receiver}/fails`, secret: 'a secret of a customer' });
const alertId = (await createAlert()).json().id;
const ownId = randomUUID();
const { imageId } = await ingest(1, { 'x-correlation-id': ownId });
const query = async (text: string) => (await db.pool.query(text)).rows[0];
await eventually('a match', async () => (await query('select * from alert_matches')) !== undefined);
await runAlerts(worker.alerts, customer.organizationId, customer.userId);
await eventually('the lines', async () => linesOf('delivery').length > 0 && linesOf('email').length > 0);

const { sighting_id, match_id, firing_id } = await query('select * from alert_matches');
const { id: deliveryId } = await query('select id from webhook_deliveries');
const { id: emailId } = await query(`select id from mails where kind = 'digest'`);
const dataDir = await temporaryFolder();
const run = (...args: string[]) => milepost(['trace', ...args], dataDir, { env: { DATABASE_URL: db.url } });

suite('log lines', () => {
  test('the line of a match joins the image, the sighting and the alert', () => {
    const line = linesOf('match').at(-1);
    assert.deepEqual(
      [line?.sighting_id, line?.image_ids, line?.alert_ids],
      [sighting_id, [imageId], [alertId]],
    );
  });

  test('the line of a firing joins the image, the sighting, the match, the delivery and the email', () => {
    const { level: _, time: __, ...line } = linesOf('fire').at(-1) ?? { level: '', time: '' };
    assert.deepEqual(line, {
      ...{
        message: 'fire',
        correlation_id: firing_id,
        organization_id: customer.organizationId,
        alert_id: alertId,
      },
      ...{ matches: 1, match_ids: [match_id], sighting_ids: [sighting_id], image_ids: [imageId] },
      ...{ delivery_ids: [deliveryId], email_ids: [emailId] },
    });
  });

  test('no line contains the plate or the address', () => {
    assert.doesNotMatch(lines.join('\n'), new RegExp(`${PLATE}|${ADDRESS}`));
  });
});

suite('milepost trace', () => {
  for (const [name, id] of Object.entries({ image: imageId, delivery: deliveryId, email: emailId })) {
    test(`prints the chain from the image to the notifications for the id of the ${name}`, async () => {
      const { code, stdout, stderr } = await run(id);
      assert.equal(code, 0, stderr);
      const text = stdout.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>').replace(/\d+ ms/g, '<n> ms');
      assert.match(
        text,
        new RegExp(
          `^Image ${imageId} of camera-1 \\(organization \\d+\\), received <time>, recognized <time>$`,
          'm',
        ),
      );
      assert.match(text, new RegExp(`^Sighting ${sighting_id}, captured <time>$`, 'm'));
      assert.match(
        text,
        new RegExp(
          `^Match ${match_id} of sighting ${sighting_id} with alert ${alertId} .* fired <time> by firing ${firing_id}$`,
          'm',
        ),
      );
      assert.match(
        text,
        new RegExp(
          `^Delivery ${deliveryId} to webhook \\S+ of firing ${firing_id}: waiting, next attempt <time>`,
          'm',
        ),
      );
      assert.match(text, /^ {2}attempt <time>: status 500 after <n> ms/m);
      assert.match(
        text,
        new RegExp(`^Email ${emailId} \\(digest\\) of firing ${firing_id}: kept <time>, 1 attempt$`, 'm'),
      );
      assert.doesNotMatch(stdout, new RegExp(`${PLATE}|${ADDRESS}`));
    });
  }

  test('prints the same as JSON', async () => {
    const chain = JSON.parse((await run(imageId, '--json')).stdout);
    assert.deepEqual(Object.keys(chain), ['images', 'sightings', 'matches', 'deliveries', 'emails']);
    assert.equal(chain.images[0].image_id, imageId);
    assert.equal(chain.deliveries[0].attempts[0].status, 500);
  });

  test('is recorded in the audit log', async () => {
    const { n } = await query(
      `select count(*)::int as n from audit_entries where action = 'image.trace' and object_id = '${imageId}'`,
    );
    assert.ok(n >= 1);
  });

  test('an id that is not known, and one that is no UUID, are one sentence', async () => {
    const unknown = await run(randomUUID());
    assert.deepEqual(
      [unknown.code, unknown.stderr],
      [1, 'There is no image, delivery or email with this id.\n'],
    );
    const wrong = await run('17');
    assert.deepEqual(
      [wrong.code, wrong.stderr],
      [1, 'Give one id of an image, a delivery or an email: a UUID.\n'],
    );
  });
});

test('the response has an id of its own; a UUID that the client sent is logged beside it', async () => {
  const written: string[] = [];
  const { testApi } = await import('../support/api.ts');
  const { createLog } = await import('../../src/lib/log.ts');
  const api = await testApi({ db, log: createLog('info', { write: (line) => void written.push(line) }) });
  for (const [sent, logged] of [
    [ownId, ownId],
    ['my-own-id-1', undefined],
  ]) {
    const response = await api.app.inject({ url: '/nothing', headers: { 'x-correlation-id': sent } });
    const id = response.headers['x-correlation-id'];
    assert.match(String(id), /^[0-9a-f-]{36}$/);
    assert.notEqual(id, sent);
    const line = JSON.parse(written.findLast((text) => text.includes('"request"')) ?? '');
    assert.deepEqual([line.correlation_id, line.client_correlation_id], [id, logged]);
  }
});
