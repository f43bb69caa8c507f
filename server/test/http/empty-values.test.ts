import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import Type from 'typebox';
import { converted, nullable, text } from '../../src/contract/schema.ts';
import { createValidator } from '../../src/contract/validate.ts';
import { testApi } from '../support/api.ts';

const api = await testApi();
const customer = await api.customer(['admin']);
const headers = await api.signIn(customer);
const insurer = await api.signIn(await api.customer(['admin'], 'insurance'));

const send = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, given = headers) => {
  const response = await api.app.inject({ method, url, headers: given, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json(), text: response.body };
};
const alert = { email: 'desk@example.com', alert_type: 'hot', disabled: false, alert_name: 'Desk' };
const fields = (body: { detail: { loc: string[] }[] }) =>
  body.detail.map(({ loc }) => loc.slice(1).join('.'));

suite('a required text', () => {
  test('of an alert is invalid when it is empty or blank', async () => {
    for (const name of ['email', 'alert_name', 'alert_type'])
      for (const value of ['', '   ', '\t']) {
        const { status, body } = await send('POST', '/alerts', { ...alert, [name]: value });
        assert.equal(status, 400, name);
        assert.deepEqual(fields(body), [name]);
      }
  });
  test('is invalid in every schema, whatever its format and without minLength', () => {
    for (const format of ['email', 'date', 'date-time', 'uuid', 'plain-text', 'free-text', 'usdot-numbers']) {
      const check = createValidator(Type.Object({ a: Type.String({ format, maxLength: 50 }) }), 'body');
      for (const a of ['', '  ']) assert.equal(check({ a }).problems[0]?.type, 'string_too_short', format);
    }
  });
});

suite('an optional text', () => {
  test('of an alert counts as not sent when it is empty', async () => {
    const empty = {
      start_date: '',
      end_date: ' ',
      usdot_number: '',
      license_plate: '',
      trailer_logo: '  ',
      vin: '',
    };
    const { status, body, text: shown } = await send('POST', '/alerts', { ...alert, ...empty });
    assert.equal(status, 200, shown);
    assert.deepEqual(
      [body.usdot_number, body.license_plate, body.trailer_logo, body.vin],
      ['', null, null, null],
    );
    const stored = (await send('GET', `/alerts/${body.id}`)).body;
    assert.deepEqual([stored.start_date, stored.end_date], [null, null]);
  });
  test('in a list of recipients is dropped', async () => {
    const cc_emails = ['', 'a@example.com', '  '];
    const { status, body } = await send('POST', '/alerts', { ...alert, cc_emails });
    assert.equal(status, 200);
    assert.deepEqual(body.cc_emails, ['a@example.com']);
    const edited = await send('PATCH', `/alerts/${body.id}`, { cc_emails: [''] });
    assert.deepEqual(edited.body.cc_emails, []);
  });
  test('of a key counts as not sent', async () => {
    const url = `/admin/organizations/${customer.organizationId}/keys`;
    const { status, body } = await send('POST', url, { name: 'k', expires_at: '' });
    assert.equal(status, 201);
    assert.equal(body.expires_at, null);
    assert.equal((await send('POST', url, { name: '' })).status, 400);
  });
  test('is invalid for the URL and the secret of a webhook', async () => {
    const webhook_url = 'https://customer.example/empty';
    assert.deepEqual(fields((await send('POST', '/alerts/webhook', { webhook_url: '' })).body), [
      'webhook_url',
    ]);
    assert.deepEqual(fields((await send('POST', '/alerts/webhook', { webhook_url, secret: '' })).body), [
      'secret',
    ]);
    const { body } = await send('POST', '/alerts/webhook', { webhook_url, description: '' });
    assert.equal(body.description, null);
    for (const name of ['webhook_url', 'secret']) {
      const { status, body: refused } = await send('PATCH', `/alerts/webhook/${body.id}`, { [name]: '' });
      assert.equal(status, 400);
      assert.deepEqual(fields(refused), [name]);
    }
  });
});

suite('an empty text in an edit', () => {
  test('clears a criterion, a date and a description, and nothing else', async () => {
    const set = {
      usdot_number: '123',
      license_plate: 'ABC',
      start_date: '2026-01-01',
      end_date: '9999-12-31',
    };
    const { id } = (await send('POST', '/alerts', { ...alert, ...set })).body;
    const cleared = { usdot_number: '', license_plate: '', start_date: '', end_date: '' };
    const { status, body } = await send('PATCH', `/alerts/${id}`, cleared);
    assert.equal(status, 200);
    assert.deepEqual(
      [body.usdot_number, body.license_plate, body.start_date, body.end_date],
      ['', null, null, null],
    );
    assert.deepEqual(fields((await send('PATCH', `/alerts/${id}`, { alert_name: '' })).body), ['alert_name']);
    const webhook_url = 'https://customer.example/described';
    const webhook = (await send('POST', '/alerts/webhook', { webhook_url, description: 'old' })).body;
    const edited = await send('PATCH', `/alerts/webhook/${webhook.id}`, { description: '' });
    assert.equal(edited.body.description, null);
  });
});

suite('an empty query parameter', () => {
  test('is its default', async () => {
    const url =
      '/visual_sightings/carrier-observations?usdot_number=1&page=&page_size=&last_seen_image=&location_city=';
    const { status, body } = await send('GET', url, undefined, insurer);
    assert.equal(status, 200);
    assert.deepEqual([body.pagination.page, body.pagination.page_size], [1, 100]);
    for (const name of ['from', 'to', 'plate', 'before', 'page_size'])
      assert.equal((await send('GET', `/audit?${name}=`)).status, 200, name);
    for (const blank of ['%20', '%09'])
      assert.equal((await send('GET', `/audit?from=${blank}`)).status, 200, blank);
    assert.equal((await send('GET', '/images?before=&state=&usdot_number=')).status, 200);
  });
  test('is invalid where the parameter is required', async () => {
    for (const url of ['/carrier/profile/fmcsa?usdot_number=', '/carriers?query=%20'])
      assert.equal((await send('GET', url)).status, 400, url);
  });
});

test('an empty x-api-key counts as sent', async () => {
  const given = { ...headers, 'x-api-key': '' };
  const webhook_url = 'https://customer.example/keyless';
  assert.equal((await send('POST', '/alerts/webhook', { webhook_url }, given)).status, 401);
  const { 'x-api-key': _, ...keyless } = headers;
  assert.equal(
    (await send('POST', '/alerts/webhook', { webhook_url }, keyless as typeof headers)).status,
    201,
  );
});

test('an identifier in the path is not trimmed', async () => {
  const { id } = (await send('POST', '/alerts/webhook', { webhook_url: 'https://customer.example/path' }))
    .body;
  assert.equal((await send('PATCH', `/alerts/webhook/%20${id}`, { enabled: true })).status, 400);
  assert.equal((await send('PATCH', `/alerts/webhook/${id}`, { enabled: true })).status, 200);
});

test('every day from 1900-01-01 to 9999-12-31 is a date, and only those', async () => {
  for (const [day, expected] of [
    ['1900-01-01', 200],
    ['2999-12-31', 200],
    ['3000-01-01', 200],
    ['9999-12-31', 200],
    ['1899-12-31', 400],
    ['0001-01-01', 400],
    ['10000-01-01', 400],
    ['2026-02-29', 400],
  ] as const) {
    const end_date = day;
    assert.equal((await send('POST', '/alerts', { ...alert, end_date })).status, expected, day);
    const url = `/visual_sightings/carrier-observations?usdot_number=1&sighting_end_date=${day}`;
    assert.equal((await send('GET', url, undefined, insurer)).status, expected, url);
  }
});

test('an edit of a nullable text with a format is cleared, a list item is not', () => {
  const schema = Type.Object({
    a: Type.Optional(nullable(converted<Date>('date-time'))),
    b: Type.Optional(text()),
  });
  const edit = createValidator(schema, 'body', true);
  assert.deepEqual(edit({ a: '' }).value, { a: null });
  assert.equal(edit({ b: ' ' }).problems[0]?.type, 'string_too_short');
  assert.deepEqual(createValidator(schema, 'body')({ a: '', b: '' }).value, {});
});
