import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { eventually } from '../support/milepost.ts';
import { ADDRESS, PLATE, startPipeline } from '../support/telemetry/pipeline.ts';

const pipeline = await startPipeline();
const { api, db, customer, post, ingest, createAlert, received, receiver, lines, linesOf, worker } = pipeline;
const webhook = (path: string) =>
  post('/alerts/webhook', { webhook_url: `${receiver}${path}`, secret: 'a secret of a customer' });
await webhook('/ok');
await webhook('/fails');
const alertId = (await createAlert()).json().id;
const organization_id = customer.organizationId;

const untimed = ({ duration_ms, time: _, ...line }: Record<string, unknown>) => {
  assert.equal(typeof duration_ms, 'number');
  return line;
};

suite('log lines of workers', () => {
  test('one line per image, with the correlation id of its ingest', async () => {
    const { imageId, correlationId } = await ingest(1);
    await eventually('the line', async () => linesOf('image').length > 0);
    const { rows } = await db.pool.query('select id from sightings');
    const about = { image_id: imageId, attempts: 1, sighting_id: rows[0].id, outcome: 'done' };
    assert.deepEqual(linesOf('image').map(untimed), [
      { level: 'info', correlation_id: correlationId, organization_id, ...about, message: 'image' },
    ]);
  });

  test('one line per attempt at a delivery and an email, with the firing as correlation id', async () => {
    await eventually('a match', async () => {
      return (await db.pool.query('select from alert_matches')).rowCount === 1;
    });
    await post('/alerts/run', {});
    await eventually(
      'the lines',
      async () => linesOf('delivery').length >= 2 && linesOf('email').length >= 1,
    );
    const { rows } = await db.pool.query(
      `select d.firing_id, d.id, d.webhook_id, w.webhook_url from webhook_deliveries d join webhooks w on w.id = d.webhook_id
        order by w.webhook_url desc`,
    );
    const [done, failed] = rows;
    const correlation_id = done.firing_id;
    const about = { correlation_id, organization_id, alert_id: alertId, attempts: 1, message: 'delivery' };
    const byOutcome = linesOf('delivery')
      .map(untimed)
      .sort((a, b) => String(a.outcome).localeCompare(String(b.outcome)));
    assert.deepEqual(byOutcome, [
      {
        ...about,
        level: 'info',
        delivery_id: done.id,
        webhook_id: done.webhook_id,
        status: 204,
        outcome: 'done',
      },
      {
        ...{ ...about, level: 'warn', delivery_id: failed.id, webhook_id: failed.webhook_id, status: 500 },
        ...{ reason: 'The receiver responded with status 500.', outcome: 'retry' },
      },
    ]);
    const [mail] = (await db.pool.query('select id from mails')).rows;
    const email = { email_id: mail.id, kind: 'digest', attempts: 1, result: 'kept', outcome: 'done' };
    assert.deepEqual(linesOf('email').map(untimed), [
      { level: 'info', correlation_id, organization_id, ...email, message: 'email' },
    ]);
  });

  test('an image that fails has one line; its reason is stored with it and not logged', async () => {
    pipeline.recognition.rejects = true;
    await db.pool.query(
      'insert into image_queue (image_id, bucket, sighting_id, organization_id) select id, bucket, next_sighting_id(bucket), organization_id from images',
    );
    await eventually('the line', async () => linesOf('image').length === 2);
    const line = linesOf('image').at(-1);
    assert.deepEqual(
      [line?.outcome, line?.level, line?.correlation_id, line?.reason],
      ['dead', 'warn', undefined, undefined],
    );
  });

  test('no line contains a plate, an address, a USDOT number or a webhook URL', () => {
    for (const line of lines) {
      for (const secret of [PLATE, ADDRESS, '1234567', receiver, customer.email])
        assert.ok(!line.includes(secret), line);
    }
  });

  test('the attempts are counted in the metrics', async () => {
    const text = await worker.telemetry.metrics.text();
    const value = (series: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.split(' ')[1],
      );
    assert.equal(value('milepost_queue_items_total{queue="images",outcome="done"}'), 1);
    assert.equal(value('milepost_queue_items_total{queue="images",outcome="dead"}'), 1);
    assert.equal(value('milepost_queue_items_total{queue="webhook_deliveries",outcome="done"}'), 1);
    // On a slow machine, the retry may already have been sent when this test starts.
    assert.ok(value('milepost_queue_items_total{queue="webhook_deliveries",outcome="retry"}') >= 1);
    assert.equal(value('milepost_queue_items_total{queue="mails",outcome="done"}'), 1);
    assert.ok(value('milepost_queue_items_total{queue="unmatched_sightings",outcome="done"}') >= 1);
    assert.equal(value('milepost_delivery_lag_seconds_count{since="match"}'), 1);
    assert.equal(value('milepost_delivery_lag_seconds_count{since="firing"}'), 1);
    assert.equal(value('milepost_recognition_seconds_count{outcome="ok"}'), 1);
    assert.equal(value('milepost_readings_total{field="usdot_number",confidence="High"}') >= 0, true);
    assert.ok(value('milepost_blob_bytes_total{direction="read"}') > 0);
    assert.equal(value('milepost_ready{check="recognizer"}'), 1);
  });

  test('without an endpoint no trace context is stored or sent', async () => {
    const { rows } = await db.pool.query(
      `select traceparent from image_queue union all select traceparent from alert_matches
       union all select traceparent from webhook_deliveries union all select traceparent from mails`,
    );
    assert.ok(rows.length >= 4 && rows.every(({ traceparent }) => traceparent === null));
    assert.ok(received.every(({ headers }) => headers.traceparent === undefined));
    assert.equal(api.services.telemetry.tracing.isOn, false);
  });
});
