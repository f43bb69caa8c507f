import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson } from '../../src/lib/signed-files/canonical-json.ts';
import { createKey, keyIdOf, pemOf, readPublicKey } from '../../src/lib/signed-files/ed25519-key.ts';
import {
  attachmentOf,
  attachmentProblem,
  signFile,
  verifySignedFile,
} from '../../src/lib/signed-files/signed-file.ts';

const key = createKey();
const picture = Buffer.from('the bytes of an image');
const part = {
  type: 'case-pack/1',
  created_at: '2026-11-18T12:00:00.000Z',
  attachments: [attachmentOf('1.jpg', 'image/jpeg', picture)],
  content: { b: [1, 0.5, null, true], a: 'Zoë "quoted" \u2028', '': {} },
};
const file = signFile(part, key);

test('canonical JSON has sorted keys and no white space, whatever the order of the keys was', () => {
  assert.equal(
    canonicalJson({ b: 1, a: [{ d: 'é', c: null }], B: -0 }),
    '{"B":0,"a":[{"c":null,"d":"é"}],"b":1}',
  );
  assert.throws(() => canonicalJson({ a: undefined }), /undefined/);
  assert.throws(() => canonicalJson(Number.NaN), /NaN/);
});

test('a signed file is verified with the key that is in it, and its attachments by their hashes', () => {
  const { problems, signed, keyId, publicKey } = verifySignedFile(file);
  assert.deepEqual(problems, []);
  assert.deepEqual(signed, { format: 'milepost-signed-file/1', ...part });
  assert.equal(keyId, key.id);
  assert.deepEqual(publicKey, key.publicKey);
  assert.ok(signed);
  assert.equal(attachmentProblem(signed, '1.jpg', picture), null);
  assert.equal(attachmentProblem(signed, '1.jpg', Buffer.from('another image')), '1.jpg was changed.');
  assert.equal(attachmentProblem(signed, '2.jpg', picture), '2.jpg is not listed in the signed file.');
});

test('finds every flipped bit of a signed file, also outside the signed part', () => {
  for (let at = 0; at < file.length; at++) {
    const changed = Buffer.from(file);
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
    assert.notDeepEqual(verifySignedFile(changed).problems, [], `byte ${at}`);
  }
  const text = file.toString();
  for (const changed of [
    `${text}\n`,
    ` ${text}`,
    `\uFEFF${text}`,
    text.replace('{', '{ '),
    text.slice(0, -1),
  ])
    assert.notDeepEqual(verifySignedFile(Buffer.from(changed)).problems, []);
});

test('a file that was signed again with another key has the id of that key', () => {
  const other = createKey();
  const again = verifySignedFile(signFile(part, other));
  assert.deepEqual([again.problems, again.keyId], [[], other.id]);
  assert.notEqual(again.keyId, key.id);
  const text = signFile(part, other).toString().replace(other.id, key.id);
  assert.deepEqual(verifySignedFile(Buffer.from(text)).problems, [
    'The id of its key does not belong to its public key.',
  ]);
});

test('reads a public key as PEM, Base64, Base64url and hexadecimal, and nothing else', () => {
  const { publicKey } = key;
  const forms = [
    pemOf(publicKey),
    publicKey.toString('base64'),
    publicKey.toString('base64url'),
    publicKey.toString('hex'),
  ];
  for (const form of forms) assert.deepEqual(readPublicKey(`${form}\n`), publicKey, form);
  for (const text of ['', 'x', publicKey.toString('hex').slice(2), '-----BEGIN PUBLIC KEY-----'])
    assert.equal(readPublicKey(text), null, text);
  assert.equal(keyIdOf(publicKey), key.id);
});

test('reports bytes that are no signed file', () => {
  for (const text of ['', '{', 'null', '[]', '{"signed":{}}', '{"signed":null,"signature":{}}', '\xff'])
    assert.deepEqual(verifySignedFile(Buffer.from(text, 'latin1')).problems, [
      'It is not a signed file of Milepost.',
    ]);
});
