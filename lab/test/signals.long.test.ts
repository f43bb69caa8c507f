import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { loadSignalSet, measureSignals } from '../accuracy/signals/measure-signals.ts';
import { compareWithCensus } from '../accuracy/signals/prior-revocations.ts';
import { benchService, temporaryFolder } from '../bench/support/service.ts';

const cleanup = new AsyncDisposableStack();
after(() => cleanup.disposeAsync());
const { services, database } = await benchService(cleanup, { PROFILE_DEADLINE_MS: '30000' });

test('the signals find the planted frauds and spare the honest carriers', async () => {
  const set = { carriers: 2_500, seed: 1, fraud: { perSignal: 4, perHonestCase: 2 }, sample: 200 };
  const plan = await loadSignalSet(database, await temporaryFolder(cleanup), set);
  const tally = await measureSignals(database, services.profile, plan, set);
  const figures = tally.figures();
  for (const { signal, planted, truePositives } of figures) {
    assert.ok(planted >= 4, `${signal} has ${planted} carriers to find`);
    assert.ok(truePositives >= planted / 2, `${signal} found ${truePositives} of ${planted}`);
  }
  const sum = (of: (one: (typeof figures)[number]) => number) =>
    figures.reduce((all, one) => all + of(one), 0);
  const found = sum((one) => one.truePositives);
  assert.ok(found >= 0.9 * sum((one) => one.planted), tally.missesByCase().join('\n'));
  assert.ok(found >= 0.95 * (found + sum((one) => one.falsePositives)), tally.missesByCase().join('\n'));
});

test('compares links to revoked carriers with the predecessors in a census', async () => {
  await database.pool.query('update company_census set prior_revoke_usdot_number = null');
  assert.match(await compareWithCensus(database, services.profile), /^[^;]*: 0 carriers .*; fewer than 20 /);
  // 25 carriers name a predecessor; 20 of them share its phone, and 5 of these also share a phone with another revoked carrier.
  await database.pool.query(
    `insert into company_census (usdot_number, legal_name, phone, email_address, add_date, prior_revoke_usdot_number)
     select 7000000 + n, 'NEW ' || n, '917555' || 1000 + n, case when n <= 5 then 'a' || n || '@mail.example' end,
       '2026-02-01'::date, 7100000 + n from generate_series(1, 25) n
     union all
     select 7100000 + n, 'OLD ' || n, case when n <= 20 then '917555' || 1000 + n end, null, '2015-01-01', null
     from generate_series(1, 25) n
     union all
     select 7200000 + n, 'OTHER ' || n, null, 'a' || n || '@mail.example', '2015-01-01', null from generate_series(1, 5) n`,
  );
  await database.pool.query(
    `with revoked as (select usdot_number from company_census where usdot_number between 7100000 and 7299999),
     orders as (insert into legacy_revocations
       (usdot_number, row_hash, docket_prefix, docket_number, revocation_type, effective_date)
       select usdot_number, 1, 'MC', usdot_number, 'INVOLUNTARY REVOCATION', '2026-01-10' from revoked)
     insert into legacy_carriers (usdot_number, docket_prefix, docket_number, common_status)
     select usdot_number, 'MC', usdot_number, 'I' from revoked`,
  );
  assert.match(
    await compareWithCensus(database, services.profile),
    /: 25 carriers .*; 20 of them have 25 links: precision 0\.800, recall 0\.800\.$/,
  );
});
