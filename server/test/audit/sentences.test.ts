import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '../../src/cli/commands.ts';
import { AUDIT_ACTIONS, FLAG_PHRASES } from '../../src/domain/audit/audit-actions.ts';
import { auditSentence, pastOf } from '../../src/domain/audit/audit-sentence.ts';
import { apiRoutes } from '../../src/http/routes.ts';
import { testApi } from '../support/api.ts';
import { testRecognition } from '../support/recognition/recognition.ts';

const { app, customer, signIn, services, db } = await testApi();

/** Recorded by code that is neither a route nor a command with a declaration. */
const BY_THE_SERVICE = ['audit.expire', 'vehicle.erase'];

type Entry = { sentence: string; action: string; actor: string; actor_kind: string; is_read: boolean };
async function audit(headers: Record<string, string>, query: Record<string, string> = {}): Promise<Entry[]> {
  const response = await app.inject({ url: '/audit', query, headers });
  assert.equal(response.statusCode, 200, response.body);
  return response.json().entries;
}

test('every audited action of a route or command has a sentence, and every sentence an action', () => {
  const declared = new Set(BY_THE_SERVICE);
  for (const { definition } of apiRoutes())
    if (definition?.audit && 'action' in definition.audit) declared.add(definition.audit.action);
  for (const { audit } of commands) if (audit && 'action' in audit) declared.add(audit.action);
  assert.ok(declared.size > 100);
  assert.deepEqual(Object.keys(AUDIT_ACTIONS).sort(), [...declared].sort());
});

test('every sentence is complete in every outcome', () => {
  const entry = { actor: 'ana@example.com', actor_kind: 'user' as const, details: {} };
  const flags = Object.entries(FLAG_PHRASES).flatMap(([action, byFlag]) =>
    Object.entries(byFlag).flatMap(([flag, phrases]) =>
      Object.keys(phrases).map((value) => ({
        action,
        details: { fields: [flag], flags: { [flag]: value } },
      })),
    ),
  );
  for (const told of [...Object.keys(AUDIT_ACTIONS).map((action) => ({ action, details: {} })), ...flags]) {
    for (const outcome of ['success', 'denied', 'failed', 'unknown'] as const) {
      const sentence = auditSentence({ ...entry, ...told, outcome }, 'the alert Reefer');
      assert.match(
        sentence,
        /^ana@example\.com [a-z]+ed |^ana@example\.com (had|made|put|saw|sent|set|took|began) |withdrew/,
      );
      assert.doesNotMatch(sentence, /[{}]| {2}|undefined| $/, sentence);
    }
  }
});

test('past forms', () => {
  assert.deepEqual(['pause', 'try', 'allow', 'send', 'look'].map(pastOf), [
    'paused',
    'tried',
    'allowed',
    'sent',
    'looked',
  ]);
});

test('a person who pauses, resumes and renames an alert is told by the name of the alert', async () => {
  const owner = await customer(['admin'], 'insurance');
  const headers = await signIn(owner);
  const payload = { email: 'ann@example.com', alert_type: 'hot', disabled: false, alert_name: 'Reefer 4471' };
  const { id } = (await app.inject({ method: 'POST', url: '/alerts', headers, payload })).json();
  for (const change of [{ disabled: true }, { disabled: false }, { disabled: true, trailer_number: 'T1' }]) {
    const changed = await app.inject({ method: 'PATCH', url: `/alerts/${id}`, headers, payload: change });
    assert.equal(changed.statusCode, 200, changed.body);
  }
  const sentences = (await audit(headers, { action: 'alert.' })).map(({ sentence }) => sentence);
  assert.deepEqual(sentences, [
    `${owner.email} changed the alert Reefer 4471: disabled, trailer number`,
    `${owner.email} resumed the alert Reefer 4471`,
    `${owner.email} paused the alert Reefer 4471`,
    `${owner.email} created the alert Reefer 4471`,
  ]);
});

test('the name of an object of another organization is not told', async () => {
  const owner = await customer(['admin'], 'insurance');
  const own = await signIn(owner);
  const payload = {
    email: 'ann@example.com',
    alert_type: 'hot',
    disabled: false,
    alert_name: 'Their secret',
  };
  const { id } = (await app.inject({ method: 'POST', url: '/alerts', headers: own, payload })).json();
  const stranger = await customer(['admin'], 'insurance');
  const headers = await signIn(stranger);
  await app.inject({ method: 'DELETE', url: `/alerts/${id}`, headers });
  const [entry] = await audit(headers, { action: 'alert.delete' });
  assert.equal(entry?.sentence, `${stranger.email} tried to delete the alert ${id}; it failed`);
});

test('a case is told by its title', async () => {
  const owner = await customer(['admin', 'image-read-endpoint']);
  const headers = await signIn(owner);
  const payload = {
    ...{ kind: 'trailer', value: 'T1563', title: 'Stolen trailer, claim 20-117' },
    ...{ start: '2026-11-01T00:00:00Z', end: '2026-11-18T00:00:00Z' },
  };
  const opened = await app.inject({ method: 'POST', url: '/cases', headers, payload });
  assert.equal(opened.statusCode, 201, opened.body);
  const [entry] = await audit(headers, { action: 'case.' });
  assert.equal(entry?.sentence, `${owner.email} opened the case Stolen trailer, claim 20-117`);
});

test('requests that only showed something are listed when they are asked for', async () => {
  const reader = await customer(['admin'], 'insurance');
  const headers = await signIn(reader);
  await app.inject({ url: '/images', headers });
  await app.inject({ url: '/alerts', headers });
  const actions = async (query: Record<string, string>) =>
    (await audit(headers, query)).map(({ action }) => action).filter((action) => action !== 'audit.list');
  assert.deepEqual(await actions({}), ['session.create']);
  assert.deepEqual(await actions({ reads: 'true' }), ['alert.list', 'image.list', 'session.create']);
  assert.deepEqual(await actions({ action: 'image.list' }), ['image.list']);
  assert.deepEqual(await actions({ action: 'image.list', reads: 'false' }), []);
});

test('a picture that a signed-in person sees is recorded as theirs, and else as seen by the holder of its link', async () => {
  const owner = await customer(['admin'], 'insurance');
  const headers = await signIn(owner);
  const { ingest } = testRecognition({ db, services });
  const id = await ingest(owner.organizationId, { lines: [] }, { plate: 'LK1' });
  const image = (await app.inject({ url: `/images/${id}`, headers })).json();
  const path = image.image_url.slice(new URL(image.image_url).origin.length);
  const session = await app.inject({
    method: 'POST',
    url: '/auth/session',
    payload: { email: owner.email, password: owner.password },
  });
  const cookie = String(session.headers['set-cookie']).split(';')[0] ?? '';
  assert.equal((await app.inject({ url: path, headers: { cookie } })).statusCode, 200);
  assert.equal((await app.inject({ url: path })).statusCode, 200);
  const foreign = { cookie, 'sec-fetch-site': 'cross-site' };
  assert.equal((await app.inject({ url: path, headers: foreign })).statusCode, 200);
  const broken = { cookie: `${cookie}x` };
  assert.equal((await app.inject({ url: path, headers: broken })).statusCode, 200);
  const link = `The holder of a link saw the picture of the image ${id}`;
  assert.deepEqual(
    (await audit(headers, { action: 'image.view' })).map(({ sentence }) => sentence),
    [link, link, link, `${owner.email} saw the picture of the image ${id}`],
  );
});
