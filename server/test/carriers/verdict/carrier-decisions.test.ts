import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { eraseRest } from '../../../src/domain/privacy/erase/erase-rest.ts';
import { platePattern } from '../../../src/domain/privacy/erase/vehicle-pattern.ts';
import { setQuota } from '../../../src/domain/quotas/quota-store.ts';
import { type Customer, testApi } from '../../support/api.ts';
import { companyRow, smsCarrier } from '../../support/carriers/sms-rows.ts';
import { testImporter } from '../../support/federal/federal-files.ts';
import { signedIn } from '../../support/sightings/planted-sightings.ts';

const api = await testApi();
const { db } = api;
const CARRIER = 5_400_001;
const URL_OF = `/carrier/${CARRIER}/decisions`;
const importer = await testImporter(db, new Date());
await importer.datasets(
  {
    'sms-census': [smsCarrier(CARRIER)],
    'company-census': [companyRow(CARRIER)],
    'out-of-service-orders': [
      {
        ...{ DOT_NUMBER: String(CARRIER), LEGAL_NAME: 'X', OOS_DATE: '2026-01-01', OOS_REASON: 'Refusal' },
        RESCIND_DATE: '',
      },
    ],
  },
  { asOf: new Date().toISOString().slice(0, 10) },
);

const headersOf = signedIn(api);
const role = 'carrier-decision-endpoint';
const ana = await api.customer([role], 'insurance');
const stranger = await api.customer(['admin'], 'insurance');

async function call(method: 'GET' | 'POST' | 'DELETE', url: string, who: Customer, payload?: object) {
  const headers = await headersOf(who);
  return api.app.inject({ method, url, headers, ...(payload && { payload }) });
}

suite('decisions on carriers', () => {
  test('the newest decision is in force, and notes beside it are kept with their author', async () => {
    assert.deepEqual((await call('GET', URL_OF, ana)).json().current, null);
    for (const entry of [
      { decision: 'look_closer', note: 'Asked for the certificate.' },
      { decision: 'do_not_use' },
      { note: ' Called the agent. ' },
    ])
      assert.equal((await call('POST', URL_OF, ana, entry)).statusCode, 201);
    const { current, decisions, pagination } = (await call('GET', URL_OF, ana)).json();
    assert.deepEqual(
      [current.decision, current.author, current.usdot_number],
      ['do_not_use', ana.email, String(CARRIER)],
    );
    assert.deepEqual(
      decisions.map((one: { decision: string; note: string }) => [one.decision, one.note]),
      [
        [null, 'Called the agent.'],
        ['do_not_use', ''],
        ['look_closer', 'Asked for the certificate.'],
      ],
    );
    assert.equal(pagination.total, 3);
    await api.services.auditLog.flush();
    const { rows } = await db.pool.query(
      `select object_id, count(*)::int as count from audit_entries where action = 'decision.create' group by 1`,
    );
    assert.deepEqual(rows, [{ object_id: String(CARRIER), count: 3 }]);
  });

  test('other organizations neither see nor delete them', async () => {
    const { decisions } = (await call('GET', URL_OF, ana)).json();
    assert.deepEqual((await call('GET', URL_OF, stranger)).json().decisions, []);
    assert.equal((await call('DELETE', `${URL_OF}/${decisions[0].id}`, stranger)).statusCode, 404);
    const other = `/carrier/${CARRIER + 1}/decisions/${decisions[0].id}`;
    assert.equal((await call('DELETE', other, ana)).statusCode, 404, 'of another carrier');
  });

  test('only the author and administrators delete an entry', async () => {
    const {
      decisions: [newest, second],
    } = (await call('GET', URL_OF, ana)).json();
    const userOf = async (roles: string[], email: string) => {
      const made = await api.customer(roles, 'insurance');
      await db.pool.query('update users set organization_id = $1, email = $3 where id = $2', [
        ana.organizationId,
        made.userId,
        email,
      ]);
      return { ...made, organizationId: ana.organizationId, email, apiKey: ana.apiKey };
    };
    const colleague = await userOf([role], 'colleague@example.com');
    const administrator = await userOf(['admin'], 'head@example.com');
    assert.equal((await call('DELETE', `${URL_OF}/${newest.id}`, colleague)).statusCode, 403);
    assert.equal((await call('DELETE', `${URL_OF}/${newest.id}`, ana)).statusCode, 204);
    assert.equal((await call('DELETE', `${URL_OF}/${second.id}`, administrator)).statusCode, 204);
    assert.equal((await call('GET', URL_OF, ana)).json().current.decision, 'look_closer');
  });

  test('an entry needs a decision or a note, and the role', async () => {
    for (const empty of [{}, { note: ' ' }, { decision: null }])
      assert.equal((await call('POST', URL_OF, ana, empty)).statusCode, 400);
    assert.equal((await call('POST', URL_OF, ana, { decision: 'maybe' })).statusCode, 400);
    const reader = await api.customer([], 'insurance');
    assert.equal((await call('POST', URL_OF, reader, { note: 'x' })).statusCode, 403);
    assert.equal((await call('GET', URL_OF, reader)).statusCode, 200);
  });

  test('an organization has a quota of them', async () => {
    const small = await api.customer([role], 'broker');
    await setQuota(db, small.organizationId, 'carrier_decisions', 1);
    assert.equal((await call('POST', URL_OF, small, { note: 'one' })).statusCode, 201);
    assert.equal((await call('POST', URL_OF, small, { note: 'two' })).statusCode, 429);
  });

  test('an erasure removes the plate from notes and keeps the decision', async () => {
    await call('POST', URL_OF, ana, { decision: 'do_not_use', note: 'Seen with plate ERA 5E01' });
    const pattern = platePattern('ERA5E01', undefined);
    assert.equal((await eraseRest(db, pattern, true)).notes, 1);
    await eraseRest(db, pattern, false);
    const { current } = (await call('GET', URL_OF, ana)).json();
    assert.deepEqual([current.decision, current.note], ['do_not_use', 'Erased.']);
    assert.equal((await eraseRest(db, pattern, true)).notes, 0);
  });
});

suite('the summary of a carrier', () => {
  /** The texts of an uncompressed or compressed PDF are in streams; its pages and title are not. */
  const pagesOf = (bytes: Buffer) => bytes.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;

  test('is a PDF of one page, also with many reasons and a long note', async () => {
    await call('POST', URL_OF, ana, { decision: 'do_not_use', note: 'A long note. '.repeat(300) });
    for (const usdot of [CARRIER, 99_999_999]) {
      const response = await call('GET', `/carrier/${usdot}/summary`, ana);
      assert.equal(response.statusCode, 200, response.body);
      assert.equal(response.headers['content-type'], 'application/pdf');
      assert.equal(response.rawPayload.subarray(0, 5).toString(), '%PDF-');
      assert.equal(pagesOf(response.rawPayload), 1);
    }
  });
});
