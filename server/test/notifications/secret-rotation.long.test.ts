import assert from 'node:assert/strict';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { suite, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '../../../sdk/src/index.ts';
import { testWebhooks } from '../../src/domain/notifications/deliveries/test-webhook.ts';
import { updateWebhook } from '../../src/domain/notifications/manage-webhooks.ts';
import { testApi } from '../support/api.ts';
import { firing } from '../support/notifications/firings.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';
import { startServer } from '../support/start-server.ts';

const OLD = 'the first secret of a customer';
const NEW = 'the second secret of a customer';
const DAY_MS = 24 * 3_600_000;

let now: Date | null = null;
const api = await testApi({ clock: { now: () => now ?? new Date() } });
const world = webhookWorld(api);

type Request = {
  id: string;
  signature: string;
  standard: string;
  body: Buffer;
  headers: Record<string, string>;
};

/** The reference procedure: HMAC-SHA512 over the raw body, compared with the header as Node joins it. */
function isSigned(secret: string, header: string, body: Buffer): boolean {
  const expected = Buffer.from(`sha512=${createHmac('sha512', secret).update(body).digest('hex')}`);
  const given = Buffer.from(header);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** A receiver with one secret. It responds 200 to its own signature and `refusal` to any other. */
async function receiverWith(secret: string, refusal: number, delayMs = 0) {
  const requests: Request[] = [];
  const origin = await startServer(async (request, response) => {
    const body = await buffer(request);
    const headers = request.headers as Record<string, string>;
    const signature = headers['x-genlogs-signature'] ?? '';
    const standard = headers['webhook-signature'] ?? '';
    requests.push({ id: headers['webhook-id'] ?? '', signature, standard, body, headers });
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    const accepted = isSigned(secret, signature, body);
    response.writeHead(accepted ? 200 : refusal).end(accepted ? 'accepted' : 'refused');
  });
  return { origin, requests };
}

async function newWebhook(url: string) {
  const { organizationId } = await api.customer(['admin']);
  const { id } = await world.webhook(organizationId, url, OLD);
  return {
    id,
    organizationId,
    rotate: () => updateWebhook(world.service, organizationId, id, { secret: NEW }),
    async deliver() {
      await world.fire(firing(organizationId));
      await world.send();
      const deliveries = await world.deliveries(id);
      const attempts = await world.attempts(id);
      return { attempts, attempt: attempts.at(-1), delivery: deliveries.at(-1) };
    },
  };
}

suite('verification with the reference procedure', () => {
  for (const refusal of [400, 401, 403]) {
    for (const secret of [OLD, NEW]) {
      const holds = secret === OLD ? 'old' : 'new';
      test(`a receiver with the ${holds} secret that refuses with ${refusal}`, async () => {
        const receiver = await receiverWith(secret, refusal);
        const webhook = await newWebhook(receiver.origin);
        const outcome = async () => {
          const { attempts, attempt } = await webhook.deliver();
          const requests = receiver.requests.splice(0);
          for (const { signature } of requests) assert.match(signature, /^sha512=[0-9a-f]{128}$/);
          assert.equal(new Set(requests.map(({ id }) => id)).size, 1, 'one webhook-id');
          return { delivered: attempt.error === null, requests: requests.length, attempts: attempts.length };
        };

        const isOld = secret === OLD;
        assert.deepEqual(await outcome(), { delivered: isOld, requests: 1, attempts: 1 }, 'before');
        await webhook.rotate();
        const during = { delivered: true, requests: isOld ? 2 : 1, attempts: 2 };
        assert.deepEqual(await outcome(), during, 'during the overlap');
        now = new Date(Date.now() + DAY_MS + 1_000);
        const after = await outcome().finally(() => {
          now = null;
        });
        assert.deepEqual(after, { delivered: !isOld, requests: 1, attempts: 3 }, 'after');
      });
    }
  }
});

test('during the overlap both requests carry the same Standard Webhooks headers, signed with both secrets', async () => {
  const receiver = await receiverWith(OLD, 401);
  const webhook = await newWebhook(receiver.origin);
  await webhook.rotate();
  await webhook.deliver();
  const [first, second] = receiver.requests;
  assert.ok(first && second);
  assert.ok(isSigned(NEW, first.signature, first.body), 'the new secret signs first');
  assert.ok(isSigned(OLD, second.signature, second.body));
  assert.deepEqual(second.body, first.body);
  assert.equal(second.standard, first.standard);
  assert.equal(first.standard.split(' ').length, 2);
  for (const secret of [OLD, NEW]) {
    new Webhook(Buffer.from(secret), { format: 'raw' }).verify(first.body, first.headers);
  }
  assert.ok(await verifyWebhook({ body: first.body, signature: first.signature, secret: NEW }));
  assert.ok(await verifyWebhook({ body: second.body, signature: second.signature, secret: OLD }));
});

test('both requests are logged as one attempt that names the accepted secret', async () => {
  const receiver = await receiverWith(OLD, 403);
  const webhook = await newWebhook(receiver.origin);
  await webhook.rotate();
  const { attempts, attempt, delivery } = await webhook.deliver();
  assert.equal(attempts.length, 1);
  assert.deepEqual([attempt.status, attempt.error], [200, null]);
  assert.equal(
    attempt.answer.toString(),
    '[Status 403 with the new secret, accepted with the previous secret.]\naccepted',
  );
  assert.deepEqual([delivery.due_at, delivery.died_at], [null, null]);
  const [tested] = await testWebhooks(world.service, webhook.organizationId, webhook.id);
  assert.equal(tested?.delivered, true, 'the test event uses the same procedure');
});

test('a receiver that refuses both secrets has one failed attempt with both reasons', async () => {
  const receiver = await receiverWith('a secret that nobody else has', 401);
  const webhook = await newWebhook(receiver.origin);
  await webhook.rotate();
  const { attempts, attempt, delivery } = await webhook.deliver();
  assert.equal(receiver.requests.length, 2);
  assert.equal(attempts.length, 1);
  assert.equal(attempt.status, 401);
  assert.match(attempt.error, /status 401\. With the previous secret: .* status 401\.$/);
  assert.equal(attempt.answer.toString(), 'refused');
  assert.ok(delivery.wait_seconds > 3 && delivery.wait_seconds <= 5.6, 'the first delay of the schedule');
});

test('other failures are not sent again with the old secret', async () => {
  for (const status of [404, 422, 429, 500]) {
    const receiver = await receiverWith(OLD, status);
    const webhook = await newWebhook(receiver.origin);
    await webhook.rotate();
    const { attempt } = await webhook.deliver();
    assert.equal(receiver.requests.length, 1, String(status));
    assert.equal(attempt.status, status);
  }
});

test('both requests share the 15 second deadline', async () => {
  const receiver = await receiverWith('a secret that nobody else has', 401, 8_000);
  const webhook = await newWebhook(receiver.origin);
  await webhook.rotate();
  const { attempt } = await webhook.deliver();
  assert.equal(receiver.requests.length, 2);
  assert.ok(attempt.duration_ms >= 14_900, `${attempt.duration_ms} ms`);
  assert.match(attempt.error, /status 401\. With the previous secret: .*took too long/);
});
