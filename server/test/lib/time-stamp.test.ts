import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { suite, test } from 'node:test';
import { createKey } from '../../src/lib/signed-files/ed25519-key.ts';
import {
  signFile,
  stampedHash,
  timeStampPart,
  verifySignedFile,
  withTimeStamp,
} from '../../src/lib/signed-files/signed-file.ts';
import {
  DerError,
  der,
  integer,
  oid,
  oidOf,
  readDer,
  sequence,
  TAG,
  timeOf,
} from '../../src/lib/time-stamps/der.ts';
import { timeStampRequest, tokenOf } from '../../src/lib/time-stamps/exchange.ts';
import { verifyToken } from '../../src/lib/time-stamps/verify-token.ts';
import { testAuthority } from '../support/signing/test-authority.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const authority = testAuthority({ now: () => NOW });
const roots = [new X509Certificate(authority.root)];
const hash = createHash('sha256').update('a file').digest();
const FLIPS = 10_000;

suite('DER', () => {
  test('values are read as they were written', () => {
    for (const size of [0, 1, 127, 128, 255, 256, 65_535, 65_536]) {
      const body = Buffer.alloc(size, 7);
      assert.deepEqual(readDer(der(TAG.octets, body)).body, body);
    }
    for (const id of ['1.2.840.113549.1.9.16.1.4', '2.16.840.1.101.3.4.2.1', '1.3.6.1.5.5.7.3.8', '2.5.4.3'])
      assert.equal(oidOf(readDer(oid(id))), id);
    assert.equal(integer(Buffer.from([0, 0, 0x80])).toString('hex'), '02020080');
    assert.equal(timeOf(readDer(der(TAG.time, Buffer.from('20261118120000.5Z')))).getUTCMilliseconds(), 500);
  });

  test('what only BER allows is refused', () => {
    const bad = [
      '',
      '30',
      '3080',
      '308000000000',
      '30810100',
      '3082000100',
      '0401',
      '040100ff',
      '1f8101',
      '3084ffffffff',
    ];
    for (const hex of bad) assert.throws(() => readDer(Buffer.from(hex, 'hex')), DerError, hex);
    const day = der(TAG.time, Buffer.from('20261318120000Z'));
    assert.throws(() => timeOf(readDer(day)), DerError);
  });
});

suite('a time-stamp token', () => {
  test('of an authority is verified with its root, and says its time', () => {
    const answer = authority.answer(timeStampRequest(hash, Buffer.from([1, 2, 3])));
    assert.deepEqual(verifyToken(tokenOf(answer), hash, roots), {
      ...{ problems: [], time: NOW, authority: 'CN=Test Time Stamps', isTrusted: true },
    });
  });

  test('without a given root is verified, and not trusted', () => {
    const { problems, isTrusted } = verifyToken(authority.token(hash), hash, null);
    assert.deepEqual([problems, isTrusted], [[], false]);
  });

  const cases: [name: string, token: Buffer, roots: X509Certificate[], problem: RegExp][] = [
    ['of another file', authority.token(createHash('sha256').update('b').digest()), roots, /another file/],
    ['of another authority', testAuthority({ now: () => NOW }).token(hash), roots, /do not lead/],
    [
      'of a certificate for another purpose',
      testAuthority({ purposes: ['1.3.6.1.5.5.7.3.1'] }).token(hash),
      roots,
      /not for time stamps/,
    ],
    [
      'of a certificate that had expired',
      testAuthority({ until: '2021-01-01' }).token(hash),
      roots,
      /not valid at/,
    ],
    ['that is no token', Buffer.from('no token'), roots, /cannot be read/],
    ['that is another message', sequence(oid('1.2.3'), der(0xa0)), roots, /no signed data/],
  ];
  for (const [name, token, given, problem] of cases)
    test(`${name} is refused`, () => {
      assert.match(verifyToken(token, hash, given).problems.join(' '), problem);
    });

  test('whose authority refused is none', () => {
    const refused = sequence(sequence(integer(Buffer.from([2]))));
    assert.throws(() => tokenOf(refused), /refused: status 02/);
  });

  test('with changed bytes is refused, or says the same', () => {
    const token = authority.token(hash);
    for (let at = 0; at < token.length; at++) {
      const changed = Buffer.from(token);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      const { problems, time } = verifyToken(changed, hash, roots);
      if (problems.length === 0) assert.deepEqual(time, NOW, `byte ${at}`);
    }
  });
});

suite('a signed file with a time stamp', () => {
  const key = createKey();
  const plain = signFile(
    { type: 'test/1', created_at: NOW.toISOString(), attachments: [], content: { text: 'é "x"', n: 1.5 } },
    key,
  );
  const stamped = withTimeStamp(plain, timeStampPart(plain, authority.token(stampedHash(plain)), key));

  test('is verified with both signatures', () => {
    const { problems, timeStamp, publicKey } = verifySignedFile(stamped, roots);
    assert.deepEqual(problems, []);
    assert.deepEqual([timeStamp?.time, timeStamp?.isTrusted], [NOW, true]);
    assert.deepEqual(timeStamp?.publicKey, publicKey);
    assert.equal(verifySignedFile(plain).timeStamp, null);
  });

  test('that is moved to another file is refused', () => {
    const other = signFile(
      { type: 'test/1', created_at: NOW.toISOString(), attachments: [], content: 2 },
      key,
    );
    const part = timeStampPart(plain, authority.token(stampedHash(plain)), key);
    assert.match(verifySignedFile(withTimeStamp(other, part)).problems.join(' '), /another file/);
  });

  test(`all of ${FLIPS} flipped bytes are found`, () => {
    let missed = 0;
    for (let i = 0; i < FLIPS; i++) {
      const changed = Buffer.from(stamped);
      const at = (i * 7_919) % changed.length;
      changed[at] = (changed[at] ?? 0) ^ (1 << ((Math.floor(i / changed.length) + i) % 8));
      if (verifySignedFile(changed, roots).problems.length === 0) missed++;
    }
    assert.equal(missed, 0);
  });
});
