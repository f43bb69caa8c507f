import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { der, integer, oid, partsOf, readDer, sequence, TAG } from '../../../src/lib/time-stamps/der.ts';
import { OID } from '../../../src/lib/time-stamps/oids.ts';
import { startServer } from '../start-server.ts';

type Keys = { publicKey: KeyObject; privateKey: KeyObject };
type Certified = Keys & { certificate: Buffer; name: Buffer; serial: Buffer };

const SHA256 = sequence(oid(OID.sha256));
const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
const explicit = (n: number, ...content: Buffer[]) => der(0xa0 + n, ...content);
const generalizedTime = (time: Date) =>
  der(TAG.time, Buffer.from(`${time.toISOString().replace(/[-:T]|\.\d+Z$/g, '')}Z`));
const nameOf = (text: string) =>
  sequence(der(TAG.set, sequence(oid('2.5.4.3'), der(0x0c, Buffer.from(text)))));
const extension = (id: string, value: Buffer) =>
  sequence(oid(id), der(TAG.boolean, Buffer.from([0xff])), der(TAG.octets, value));
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const newKeys = (): Keys => generateKeyPairSync('ec', { namedCurve: 'P-256' });

type Wanted = { from: string; until: string; purposes: string[]; isRoot: boolean };

function certify(text: string, issuer: Certified | null, wanted: Wanted): Certified {
  const keys = newKeys();
  const name = nameOf(text);
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const usages = wanted.isRoot
    ? [
        extension('2.5.29.19', sequence(der(TAG.boolean, Buffer.from([0xff])))),
        extension('2.5.29.15', der(TAG.bits, Buffer.from([2, 4]))),
      ]
    : [extension('2.5.29.37', sequence(...wanted.purposes.map(oid)))];
  const content = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(serial),
    ECDSA_SHA256,
    issuer?.name ?? name,
    sequence(generalizedTime(new Date(wanted.from)), generalizedTime(new Date(wanted.until))),
    name,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...usages)),
  );
  const signature = sign('sha256', content, (issuer ?? keys).privateKey);
  const certificate = sequence(content, ECDSA_SHA256, der(TAG.bits, Buffer.from([0]), signature));
  return { ...keys, certificate, name, serial };
}

const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`;

export type TestAuthority = {
  /** Its root certificate in PEM. */
  root: string;
  /** Answers like a server of RFC 3161. */
  answer(request: Buffer): Buffer;
  token(hash: Buffer, nonce?: Buffer): Buffer;
};

type Options = { now?: () => Date; purposes?: string[]; until?: string };

/** A time-stamp authority with a root of its own. */
export function testAuthority({
  now = () => new Date(),
  purposes = [OID.timeStamping],
  until = '2040-01-01',
}: Options = {}): TestAuthority {
  const from = '2020-01-01';
  const root = certify('Test Root', null, { from, until: '2050-01-01', purposes: [], isRoot: true });
  const signer = certify('Test Time Stamps', root, { from, until, purposes, isRoot: false });
  const token: TestAuthority['token'] = (hash, nonce) => {
    const info = sequence(
      integer(Buffer.from([1])),
      oid('1.3.6.1.4.1.99999.1'),
      sequence(SHA256, der(TAG.octets, hash)),
      integer(randomBytes(8)),
      generalizedTime(now()),
      ...(nonce ? [integer(nonce)] : []),
    );
    const attribute = (type: string, value: Buffer) => sequence(oid(type), der(TAG.set, value));
    const named = sequence(sequence(sequence(der(TAG.octets, sha256(signer.certificate)))));
    const attributes = Buffer.concat(
      [
        attribute(OID.contentType, oid(OID.tstInfo)),
        attribute(OID.messageDigest, der(TAG.octets, sha256(info))),
        attribute(OID.signingCertificateV2, named),
      ].sort(Buffer.compare),
    );
    const signerInfo = sequence(
      integer(Buffer.from([1])),
      sequence(root.name, integer(signer.serial)),
      SHA256,
      explicit(0, attributes),
      ECDSA_SHA256,
      der(TAG.octets, sign('sha256', der(TAG.set, attributes), signer.privateKey)),
    );
    const signedData = sequence(
      integer(Buffer.from([3])),
      der(TAG.set, SHA256),
      sequence(oid(OID.tstInfo), explicit(0, der(TAG.octets, info))),
      explicit(0, signer.certificate, root.certificate),
      der(TAG.set, signerInfo),
    );
    return sequence(oid(OID.signedData), explicit(0, signedData));
  };
  return {
    root: pem(root.certificate),
    token,
    answer(request) {
      const [, imprint, nonce] = partsOf(readDer(request));
      const [, hash] = partsOf(imprint);
      return sequence(sequence(integer(Buffer.from([0]))), token(hash?.body ?? Buffer.alloc(0), nonce?.body));
    },
  };
}

/** Serves an authority; `answers` may replace an answer, and counts them. */
export async function serveAuthority(
  authority: TestAuthority,
  replace: (request: number) => { status: number; body?: Buffer } | null = () => null,
): Promise<string> {
  let requests = 0;
  return startServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const other = replace(requests++);
    response.statusCode = other?.status ?? 200;
    response.setHeader('content-type', 'application/timestamp-reply');
    response.end(other ? (other.body ?? '') : authority.answer(Buffer.concat(chunks)));
  });
}
