import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { startReceiver } from '../support/notifications/start-receiver.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';
import { compareAll, type WatchEvent, watchClient } from '../support/watchlists/watch-world.ts';

const CARRIERS = 100;
/** Set KILLS=100 to repeat the run that docs/decisions/brokers/0160-watchlists.md reports. */
const KILLS = Number(process.env.KILLS ?? 20);
const RATINGS = ['S', 'C', 'U'];
const WORDS: Record<string, string> = { S: 'Satisfactory', C: 'Conditional', U: 'Unsatisfactory' };

const api = await testApi({ env: { MODE: 'local' } });
const { db, services } = api;
const customer = await api.customer(['admin'], 'insurance');
const client = watchClient(api, await api.signIn(customer));
const receiver = await startReceiver();
const world = webhookWorld(api);

const children = new Set<ChildProcess>();
closing(async () => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts a worker and kills it somewhere in its first batches: in a claim, while it reads, before or after a commit. */
async function killed(): Promise<void> {
  const child = fork(join(import.meta.dirname, '../support/watchlists/check-process.ts'), [db.url, '10']);
  children.add(child);
  const gone = once(child, 'exit');
  await Promise.race([once(child, 'message'), gone]);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
  assert.ok(child.kill('SIGKILL'), `the worker ended by itself: ${child.exitCode}`);
  await gone;
  children.delete(child);
}

test(`workers that are killed ${KILLS} times with -9 tell of each of several changes of ${CARRIERS} carriers once`, async (t) => {
  const numbers = Array.from({ length: CARRIERS }, (_, i) => 1_000 + i);
  await db.pool.query(
    `insert into company_census (usdot_number, legal_name, safety_rating) select n, 'CARRIER ' || n, 'S' from unnest($1::int[]) n`,
    [numbers],
  );
  await db.pool.query(
    `insert into federal_loads (dataset, file_name, file_bytes, content_hash, as_of, rows_read, rows_kept, rows_rejected,
       rows_repeated, rows_blank, cells_unread, seconds, is_current)
     values ('company-census', 'a.csv', 1, 'x', '2026-11-01', 3, 3, 0, 0, 0, 0, 1, true)`,
  );
  const { id: webhookId } = await world.webhook(customer.organizationId, `${receiver.origin}/hook`);
  await client.send('PUT', `/alerts/webhook/${webhookId}/events`, { events: ['watchlist.changes_found'] });
  await client.list('All', ['rating', 'contact'], numbers);
  await compareAll(services);

  const expected: string[] = [];
  let kills = 0;
  for (let step = 1; kills < KILLS; step++) {
    const [from = '', to = ''] = [RATINGS[(step - 1) % 3], RATINGS[step % 3]];
    await db.transaction(async (tx) => {
      await tx.client.query('update company_census set safety_rating = $1', [to]);
      await tx.client.query(
        'insert into carrier_news (usdot_number, is_sighting) select usdot_number, false from company_census',
      );
    });
    expected.push(...numbers.map((usdot) => `${usdot} ${WORDS[from]} ${WORDS[to]}`));
    for (let i = 0; i < 6 && kills < KILLS; i += 2, kills += 2) {
      await Promise.all([killed(), killed()]);
      // As if the leases had ended.
      await db.pool.query('update watched_carriers set due_at = now() where lease_id is not null');
    }
    // The facts of a step must be compared before the next one replaces them.
    await compareAll(services);
  }
  const told = async (list: WatchEvent[]) =>
    list
      .map(
        ({ usdot_number, before, after }) => `${usdot_number} ${before.safety_rating} ${after.safety_rating}`,
      )
      .sort();
  const { rows } = await db.pool.query('select usdot_number, before, after from watch_events');
  assert.deepEqual(await told(rows), expected.sort());
  await world.send();
  const sent = (await receiver.seen()).flatMap(({ body }) => JSON.parse(body).changes as WatchEvent[]);
  assert.deepEqual(await told(sent), expected);
  t.diagnostic(`${kills} kills, ${expected.length} events`);
});
