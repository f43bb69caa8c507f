import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { suite, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { smtpMailer } from '../../src/adapters/mail/smtp-mailer.ts';
import { WorkQueue } from '../../src/db/claim.ts';
import { mailQueue, type WaitingMail } from '../../src/domain/notifications/mail/mail-queue.ts';
import { MailSender } from '../../src/domain/notifications/mail/mail-sender.ts';
import { queues } from '../../src/lib/queues.ts';
import { testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { eventually } from '../support/milepost.ts';
import { firing } from '../support/notifications/firings.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

/** A mail server that accepts addresses starting with `slow` only after `release`. */
async function startSlowServer() {
  const released = Promise.withResolvers<void>();
  const taken: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    closeTimeout: 1,
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('slow')) void released.promise.then(() => done());
      else done();
    },
    onData(stream, { envelope }, done) {
      stream.resume();
      stream.on('end', () => {
        taken.push(...envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing(async () => {
    released.resolve();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, taken, release: () => released.resolve() };
}

/** Answers every line after a pause, so that a connection is never silent for long. */
async function startTarpit(pauseMs: number) {
  const seen: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
    socket.write('220 slow.example ESMTP\r\n');
    socket.setEncoding('utf8').on('data', (text: string) => {
      seen.push(text);
      for (const line of text.split('\r\n').filter(Boolean)) {
        const answer = line.startsWith('DATA') ? '354 go on\r\n' : '250 ok\r\n';
        setTimeout(() => socket.writable && socket.write(answer), pauseMs);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing(async () => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, open };
}

const server = await startSlowServer();
const api = await testApi({ env: { SMTP_URL: server.url } });
const { db } = api;
const { organizationId } = await api.customer();
const world = webhookWorld(api);
const fire = (email: string) =>
  world.fire(firing(organizationId, { notification_channels: ['email'], email, cc_emails: [] }));
const states = async () =>
  (await db.pool.query('select address, sent_at is not null as sent from mails order by address')).rows;

const MESSAGE = {
  ...{ messageId: 'one@milepost.test', date: new Date(), from: 'alerts@milepost.test' },
  ...{ to: 'a@customer.example', cc: [], recipient: 'a@customer.example', subject: 'Test' },
  ...{ text: 'Test', html: '<p>Test</p>', headers: {}, inlineImages: [] },
};

suite('a slow mail server', () => {
  test('is given up at the deadline; the connection is closed, so the email is not accepted later', async () => {
    const tarpit = await startTarpit(400);
    const mailer = smtpMailer(tarpit.url, 'optional', 1_000);
    closing(() => mailer.close());
    assert.deepEqual(await mailer.send(MESSAGE), {
      kind: 'later',
      reason: 'The mail server took longer than 1 seconds.',
    });
    await eventually('the connection is closed', async () => tarpit.open.size === 0);
    assert.ok(!tarpit.seen.join('').includes('Subject:'), tarpit.seen.join(''));
    // The next email gets a new connection.
    assert.equal((await mailer.send(MESSAGE)).kind, 'later');
  });

  test('delays no other email', async () => {
    await fire('slow@customer.example');
    for (let n = 10; n < 40; n++) await fire(`quick${n}@customer.example`);
    const stopping = new AbortController();
    const sender = new MailSender(world.service, mailQueue());
    const rounds = (async () => {
      while (!stopping.signal.aborted) await sender.run(stopping.signal);
    })();
    const isSent = (name: string) => async () =>
      (await states()).every(({ address, sent }) => !address.startsWith(name) || sent);
    await eventually('the quick emails are recorded as sent', isSent('quick'));
    await fire('quick99@customer.example');
    await eventually('a later email is sent, too', isSent('quick'));
    assert.deepEqual((await states()).at(-1), { address: 'slow@customer.example', sent: false });
    server.release();
    await eventually('the slow email is sent', isSent('slow'));
    stopping.abort();
    await rounds;
    assert.equal(server.taken.length, 32);
  });
});

test('a sender reports that nothing is left only after it has sent all that is queued', async () => {
  await db.pool.query('truncate mails');
  server.taken.length = 0;
  for (let n = 0; n < 450; n++) await fire(`many${n}@customer.example`);
  const sender = new MailSender(world.service, mailQueue());
  while (await sender.run(new AbortController().signal));
  assert.equal(new Set(server.taken).size, 450);
  assert.ok((await states()).every(({ sent }) => sent));
});

suite('leases of emails', () => {
  test('the emails of a killed worker are due again within half a minute', async () => {
    await fire('killed@customer.example');
    // A worker that claims them and is killed.
    assert.equal((await mailQueue().claim(db, 200)).rows.length, 1);
    const { rows } = await db.pool.query(
      `select extract(epoch from due_at - now())::float8 as seconds from mails where lease_id is not null`,
    );
    assert.ok(rows[0].seconds <= 30, `${rows[0].seconds} s`);
    await db.pool.query(`update mails set due_at = now() where lease_id is not null`);
    await world.sendMails();
    assert.equal(server.taken.at(-1), 'killed@customer.example');
  });

  test('a lease is extended while its email is sent, so that no other worker sends it, too', async () => {
    const slow = await startSlowServer();
    const own = await testApi({ db, env: { SMTP_URL: slow.url } });
    const shortLease = () => new WorkQueue<WaitingMail>({ ...queues.mails, leaseMs: 2_000 });
    await fire('slow.lease@customer.example');
    const sender = new MailSender(own.services.notifications, shortLease());
    const sending = (async () => {
      while (await sender.run(new AbortController().signal));
    })();
    await eventually('the sender has claimed the email', async () => {
      const { rows } = await db.pool.query(`select from ${queues.mails.table} where lease_id is not null`);
      return rows.length > 0;
    });
    for (let looks = 0; looks < 40; looks++) {
      assert.deepEqual((await mailQueue().claim(db, 10)).rows, []);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    slow.release();
    await sending;
    assert.deepEqual(slow.taken, ['slow.lease@customer.example']);
  });
});
