import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { readEnv } from '../../src/config/env.ts';
import { decideSettings } from '../../src/config/settings.ts';
import { hasApiKeyFormat, makeApiKey } from '../../src/domain/identity/manage-api-keys.ts';
import { isEmail } from '../../src/lib/email.ts';

suite('API keys', () => {
  test('a changed character invalidates the checksum of a key', () => {
    const letters = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
    const key = makeApiKey();
    assert.ok(hasApiKeyFormat(key));
    fc.assert(
      fc.property(fc.integer({ min: 3, max: key.length - 1 }), letters, (place, letter) => {
        const changed = key.slice(0, place) + letter + key.slice(place + 1);
        assert.equal(hasApiKeyFormat(changed), changed === key);
      }),
      { numRuns: 2_000 },
    );
  });
  test('generates unique keys', () => {
    assert.equal(new Set(Array.from({ length: 1_000 }, makeApiKey)).size, 1_000);
  });
});

suite('email addresses', () => {
  const good = ['a@b.co', 'first.last+tag@sub.example.com', "o'brien@example.ie", 'x@1a.de'];
  const bad = [
    '',
    'a',
    'a@b',
    '@b.co',
    'a@',
    'a@b.c0m1@',
    'a..b@c.de',
    '.a@c.de',
    'a@b_c.de',
    'a@b.1',
    'a b@c.de',
    'a@b.co\n',
  ];
  for (const address of good) test(`accepts ${address}`, () => assert.ok(isEmail(address)));
  for (const address of bad) test(`rejects ${JSON.stringify(address)}`, () => assert.ok(!isEmail(address)));
});

suite('settings', () => {
  test('all settings have defaults', () => {
    const settings = decideSettings(readEnv({}));
    assert.equal(settings.mode, 'local');
    assert.equal(settings.http.port, 8080);
    assert.equal(settings.http.host, '127.0.0.1');
    assert.equal(settings.database.url, null);
    assert.ok(Object.isFrozen(settings));
  });
  test('production listens on all interfaces', () => {
    assert.equal(decideSettings(readEnv({ MILEPOST_MODE: 'production' })).http.host, '0.0.0.0');
  });
  test('an empty value counts as unset', () => {
    assert.equal(decideSettings(readEnv({ PORT: ' ', DATABASE_URL: '' })).http.port, 8080);
  });
  test('reports all invalid settings by name', () => {
    const wrong = {
      PORT: '99999',
      HOST: 'x',
      DATABASE_URL: 'mysql://x',
      TRUSTED_PROXIES: '10.0.0.0/8,proxy',
      BLOB_URL: 'nowhere',
    };
    assert.throws(
      () => decideSettings(readEnv(wrong)),
      (error: Error) =>
        ['PORT', 'DATABASE_URL', 'TRUSTED_PROXIES', 'BLOB_URL'].every((name) =>
          error.message.includes(`- ${name} must be`),
        ),
    );
  });
});
