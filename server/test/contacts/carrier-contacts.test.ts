import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApi } from '../support/api.ts';
import { seededRandom } from '../support/random.ts';

const api = await testApi();
const { pool } = api.db;
const customer = await api.customer(['external-api-carrier-contacts']);
const headers = await api.signIn(customer);
const search = async (numbers: number[]) =>
  (
    await api.app.inject({
      ...{ method: 'POST', url: '/carrier/contacts', headers },
      payload: { usdot_numbers: numbers.join(',') },
    })
  ).json().data;

type Census = Record<
  'status_code' | 'phone' | 'cell_phone' | 'email_address' | 'company_officer_1',
  string | null
>;
const insertCarrier = (usdot: number, row: Census) =>
  pool.query(
    `insert into company_census (usdot_number, legal_name, power_units, total_drivers, status_code, phone, cell_phone,
       email_address, company_officer_1) values ($1, 'X', 1, 1, $2, $3, $4, $5, $6)`,
    [usdot, row.status_code, row.phone, row.cell_phone, row.email_address, row.company_officer_1],
  );
const insertContact = (organizationId: number, usdot: number, name: string) =>
  pool.query(
    `insert into onboarded_contacts (id, organization_id, usdot_number, name, source)
     values (gen_random_uuid(), $1, $2, $3, 'single')`,
    [organizationId, usdot, name],
  );

test('usable numbers and addresses are dispatch contacts, and the registered contact stays as it is', async () => {
  const row = {
    ...{ phone: '(806) 555-0101', cell_phone: '18065550102', company_officer_1: null },
    email_address: 'A@X.EXAMPLE;nonsense; b@x.example;c@x.example',
  };
  await insertCarrier(11, { status_code: 'A', ...row });
  await insertCarrier(12, { status_code: 'I', ...row });
  await insertCarrier(13, {
    ...row,
    status_code: 'A',
    phone: '0000000000',
    cell_phone: null,
    email_address: null,
  });
  const data = await search([13, 12, 11, 99]);
  assert.deepEqual(data[11], {
    has_dispatch: 'Yes',
    onboarded_contacts: [],
    dispatch_contact: [
      { phone: '8065550101', email: 'a@x.example' },
      { phone: '8065550102', email: 'b@x.example' },
      { phone: '', email: 'c@x.example' },
    ],
    fmcsa_contact: { name: null, phone: row.phone, email: row.email_address },
  });
  assert.deepEqual([data[12].has_dispatch, data[12].dispatch_contact], ['No', []], 'an inactive carrier');
  assert.equal(data[12].fmcsa_contact.phone, row.phone);
  assert.deepEqual([data[13].has_dispatch, data[13].dispatch_contact], ['No', []], 'no usable number');
  assert.deepEqual(data[99], {
    ...{ has_dispatch: 'No', onboarded_contacts: [], dispatch_contact: [] },
    fmcsa_contact: { name: null, phone: null, email: null },
  });
});

test('own and registered contacts are those of plain SQL, and never those of another customer', async () => {
  const random = seededRandom(3);
  const stranger = await api.customer();
  const pick = <T>(values: T[]) => values[Math.floor(random() * values.length)] as T;
  for (let usdot = 100; usdot < 140; usdot++) {
    await insertCarrier(usdot, {
      status_code: pick(['A', 'I']),
      phone: pick(['8065550101', null]),
      cell_phone: pick(['8065550102', null]),
      email_address: pick(['a@x.example', null]),
      company_officer_1: pick(['ANN', null]),
    });
    for (let n = 0; n < Math.floor(random() * 4); n++)
      await insertContact(pick([customer, stranger]).organizationId, usdot, `n${n}`);
  }
  for (let round = 0; round < 40; round++) {
    const numbers = Array.from(
      { length: 1 + Math.floor(random() * 6) },
      () => 95 + Math.floor(random() * 50),
    );
    const data = await search(numbers);
    assert.deepEqual(
      Object.keys(data).map(Number),
      [...new Set(numbers)].sort((a, b) => a - b),
    );
    for (const usdot of numbers) {
      const { rows: own } = await pool.query(
        `select name, '' as phone, '' as email from onboarded_contacts
          where organization_id = $1 and usdot_number = $2 order by position`,
        [customer.organizationId, usdot],
      );
      const { rows: federal } = await pool.query(
        `select company_officer_1 as name, phone, email_address as email,
           status_code = 'A' and coalesce(phone, cell_phone, email_address) is not null as is_reachable
         from company_census where usdot_number = $1`,
        [usdot],
      );
      const { is_reachable = false, ...registered } = federal[0] ?? { name: null, phone: null, email: null };
      const { onboarded_contacts, fmcsa_contact, has_dispatch } = data[usdot];
      assert.deepEqual(onboarded_contacts, own);
      assert.deepEqual(fmcsa_contact, registered);
      assert.equal(has_dispatch, is_reachable ? 'Yes' : 'No');
    }
  }
});
