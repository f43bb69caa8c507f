import type { Role } from '../../../../src/contract/roles.ts';
import { createUser } from '../../../../src/domain/identity/manage-users.ts';
import { customerRules } from '../../../../src/domain/vetting/customer-rules.ts';
import { type Customer, PASSWORD, type TestApi } from '../../api.ts';
import { alertCases } from './alert-requests.ts';
import { facilityCases } from './facility-requests.ts';
import { laneCases } from './lane-requests.ts';
import { mismatchCases } from './mismatch-requests.ts';
import type { ReferenceOperation } from './operations.ts';

/** A request with the status that the reference documents for it. */
export type Sent = {
  name: string;
  status: number;
  method: string;
  url: string;
  headers: () => Promise<Record<string, string>>;
  payload?: object;
  before?: () => Promise<unknown>;
  after?: () => Promise<unknown>;
};

/** What is sent in one case; the endpoint, the headers and the rest have defaults. */
export type Case = {
  name: string;
  status: number;
  path?: string;
  query?: string;
  payload?: object;
  headers?: Record<string, string>;
  before?: () => Promise<unknown>;
};

/** The headers of a user of the customer who has only this role, or none. */
export type SignIn = (role: string) => Promise<Record<string, string>>;

const FIFTY_ONE = Array.from({ length: 51 }, (_, i) => i + 1).join(',');
const UNKNOWN = '6f2c0000-0000-4000-8000-000000000009';
/** The table that an operation cannot do without: while it is away, the status is 500. */
const TABLES: [RegExp, string][] = [
  [/webhook/, 'webhooks'],
  [/^\/alerts/, 'alerts'],
  [/facilit|shipper/, 'known_facilities'],
  [/recommendations/, 'company_census'],
  [/contacts/, 'onboarded_contacts'],
  [/verify|profile/, 'observations'],
  [/mismatch/, 'mismatch_observations'],
  [/compliance-rules/, 'vetting_rules'],
];

/** For each operation, requests that produce every status. The objects are prepared before. */
export async function requestsOf(api: TestApi): Promise<(operation: ReferenceOperation) => Sent[]> {
  const { pool } = api.db;
  const stranger = await api.customer();
  const customer = await api.customer();
  const users = new Map<string, Promise<Record<string, string>>>();
  const signedIn: SignIn = (role) => {
    const known = users.get(role);
    if (known) return known;
    const email = `reference-${users.size}@example.com`;
    const { organizationId } = customer;
    const made = createUser(api.db, api.services.identity.passwords, {
      ...{ organizationId, email, password: PASSWORD, roles: role === '' ? [] : [role as Role] },
    }).then(() => api.signIn({ ...customer, email, password: PASSWORD }));
    users.set(role, made);
    return made;
  };
  const contact = async (owner: Customer) => {
    const { rows } = await pool.query(
      `insert into onboarded_contacts (id, organization_id, usdot_number, name, source)
       values (gen_random_uuid(), $1, 1234567, 'Dispatch', 'single') returning id`,
      [owner.organizationId],
    );
    return rows[0].id as string;
  };
  const [kept, first, second, third] = [
    await contact(customer),
    await contact(customer),
    await contact(customer),
    await contact(customer),
  ];
  const wrongToken = async () => ({
    ...{ 'x-api-key': customer.apiKey, 'access-token': `mpa_${'A'.repeat(43)}` },
  });
  const foreign = await contact(stranger);
  await pool.query(
    `insert into company_census (usdot_number, legal_name, status_code) values (1234567, 'KNOWN', 'A')`,
  );
  const [ownRule, foreignRule] = await Promise.all(
    [customer, stranger].map(
      async ({ organizationId }) => (await customerRules(api.db, organizationId))[0]?.id,
    ),
  );
  const owned = (operation: ReferenceOperation, changed: Case): Case[] => [
    changed,
    { name: 'an id that is no UUID', status: 400, path: 'nonsense' },
    { name: 'the contact of another customer', status: 403, path: foreign },
    { name: 'an unknown contact', status: 404, path: UNKNOWN },
    ...(operation.body ? [{ name: 'with usdot', status: 400, payload: { usdot: '1' } }] : []),
  ];
  const cases: Record<string, (operation: ReferenceOperation) => Case[]> = {
    'POST /carrier/contacts': () => [
      { name: 'two carriers', status: 200, payload: { usdot_numbers: '1234567, 7654321' } },
      { name: 'no number', status: 400, payload: { usdot_numbers: '1234567,x' } },
      { name: 'an empty element', status: 400, payload: { usdot_numbers: '1,,2' } },
    ],
    'POST /onboarded-carrier/contacts': () => [
      { name: 'a contact', status: 200, payload: { usdot: '1234567', name: 'Dispatch' } },
      { name: '9 digits', status: 200, payload: { usdot: '999999999', email: 'a@b.example', phone: null } },
      {
        name: 'nothing but null and empty texts',
        status: 400,
        payload: { usdot: '1', name: null, email: '' },
      },
      { name: 'the number 0', status: 400, payload: { usdot: '000', name: 'x' } },
      { name: '10 digits', status: 400, payload: { usdot: '1234567890', name: 'x' } },
    ],
    'GET /onboarded-carrier/contacts': () => [
      { name: 'all', status: 200 },
      { name: 'of two carriers', status: 200, query: 'usdot_number=1234567,999999999&page_size=1' },
      { name: 'too large a page', status: 400, query: 'page_size=201' },
      { name: 'page 0', status: 400, query: 'page=0' },
    ],
    'PATCH /onboarded-carrier/contacts/{contact_id}': (operation) => [
      ...owned(operation, { name: 'another phone', status: 200, payload: { phone: '806-555-0102' } }),
      { name: 'no field', status: 400, payload: {} },
    ],
    'DELETE /onboarded-carrier/contacts/{contact_id}': (operation) =>
      owned(operation, { name: 'a contact', status: 200, path: first }),
    'POST /onboarded-carrier/bulk/contacts': () => [
      {
        name: 'some of which are invalid',
        status: 200,
        payload: { contacts: [{ usdot: '1', name: 'x' }, { usdot: 'x' }, 7] },
      },
      { name: 'all of which are invalid', status: 400, payload: { contacts: [{ usdot: '1' }] } },
      { name: 'no list', status: 400, payload: {} },
    ],
    'DELETE /onboarded-carrier/bulk/contacts': () => [
      { name: 'one of another customer', status: 404, payload: { contact_ids: [second, foreign] } },
      { name: 'two contacts', status: 200, payload: { contact_ids: [second, third] } },
      { name: 'no UUID', status: 400, payload: { contact_ids: ['x'] } },
    ],
    ...laneCases,
    ...(await alertCases(api, customer, stranger, signedIn)),
    ...(await facilityCases(pool, customer, stranger)),
    ...(await mismatchCases(pool, customer, stranger)),
    'GET /compliance-rules': () => [
      { name: 'one carrier', status: 200, query: 'usdot_number=1234567' },
      {
        name: 'several, one of which nobody knows',
        status: 200,
        query: 'usdot_numbers=1234567,%20999999999',
      },
      { name: 'both parameters', status: 200, query: 'usdot_number=x&usdot_numbers=1234567' },
      { name: 'neither', status: 400 },
      { name: 'an empty number', status: 400, query: 'usdot_number=' },
      { name: 'no number', status: 400, query: 'usdot_number=12a' },
      { name: 'the number 0', status: 400, query: 'usdot_number=0' },
      { name: 'an empty element', status: 400, query: 'usdot_numbers=1234567,,1' },
      { name: '51 carriers', status: 400, query: `usdot_numbers=${FIFTY_ONE}` },
      { name: 'a carrier that nobody knows', status: 404, query: 'usdot_number=999999999' },
      { name: 'only carriers that nobody knows', status: 404, query: 'usdot_numbers=999999998,999999999' },
    ],
    'GET /customer-compliance-rules': () => [{ name: 'all', status: 200 }],
    'PATCH /customer-compliance-rules/{customer_rule_id}': () => [
      { name: 'a status', status: 200, path: ownRule ?? '', payload: { status: 'disabled' } },
      {
        ...{ name: 'parameters', status: 200, path: ownRule ?? '' },
        payload: { param_values: { decision_matrix: { pending: 'fail' }, fail_message: false } },
      },
      { name: 'no field', status: 400, path: ownRule ?? '', payload: {} },
      { name: 'an unknown parameter', status: 400, path: ownRule ?? '', payload: { param_values: { x: 1 } } },
      {
        ...{ name: 'an invalid parameter', status: 400, path: ownRule ?? '' },
        payload: { param_values: { decision_matrix: { pending: 'perhaps' } } },
      },
      { name: 'an id that is no UUID', status: 400, path: 'nonsense' },
      { name: 'the rule of another customer', status: 404, path: foreignRule ?? '' },
      { name: 'an unknown rule', status: 404, path: UNKNOWN },
    ],
  };
  return (operation) => {
    const [method = '', path = ''] = operation.endpoint.split(' ');
    const own = cases[operation.endpoint]?.(operation) ?? [];
    const valid = own.find(({ status }) => status === operation.success.status);
    const table = TABLES.find(([pattern]) => pattern.test(path))?.[1] ?? '';
    const sent = (one: Case, more: Partial<Sent> = {}): Sent => {
      const url = path.replace(/\{\w+\}/, one.path ?? valid?.path ?? kept);
      return {
        ...{ name: one.name, status: one.status, method },
        headers: async () => one.headers ?? signedIn(operation.permission),
        ...(one.before && { before: one.before }),
        url: one.query ? `${url}?${one.query}` : url,
        ...((one.payload ?? valid?.payload) && { payload: one.payload ?? valid?.payload }),
        ...more,
      };
    };
    if (operation.permission === '') return own.map((one) => sent(one));
    const same = { ...valid };
    return [
      ...own.map((one) => sent(one)),
      sent(
        { ...same, name: 'without a token', status: 401 },
        { headers: async () => ({ 'x-api-key': customer.apiKey }) },
      ),
      ...(operation.isKeyOptional
        ? [
            sent(
              { ...same, name: 'with a wrong API key', status: 401 },
              { headers: async () => ({ ...(await signedIn(operation.permission)), 'x-api-key': 'wrong' }) },
            ),
          ]
        : []),
      ...(operation.errorForm === 'code'
        ? [sent({ ...same, name: 'with a wrong token', status: 403 }, { headers: wrongToken })]
        : []),
      sent({ ...same, name: 'without the permission', status: 403 }, { headers: () => signedIn('') }),
      sent(
        { ...same, name: 'while a table is away', status: 500 },
        {
          before: () => pool.query(`alter table ${table} rename to away`),
          after: () => pool.query(`alter table away rename to ${table}`),
        },
      ),
    ];
  };
}
