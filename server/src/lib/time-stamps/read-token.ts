import { X509Certificate } from 'node:crypto';
import { type Der, DerError, der, expect, oidOf, partsOf, readDer, TAG, timeOf } from './der.ts';
import { HASHES, OID } from './oids.ts';

/** What a time-stamp token says, before anything of it is verified. */
export type Token = {
  time: Date;
  /** The hash that was stamped. */
  imprint: { algorithm: string; hash: Buffer };
  nonce: Buffer | null;
  /** The signed content. */
  tstInfo: Buffer;
  certificates: X509Certificate[];
  signer: {
    serial: Buffer | null;
    hash: string;
    algorithm: string;
    signature: Buffer;
    /** The bytes that the signature covers. */
    signed: Buffer;
    attributes: Map<string, Der>;
  };
};

const SUBJECT_KEY_ID = 0x80;

/** Reads a token (RFC 3161 in CMS, RFC 5652). Throws a DerError for anything else. */
export function readToken(token: Buffer): Token {
  const [type, wrapped] = partsOf(readDer(token));
  if (oidOf(type) !== OID.signedData) throw new DerError('It is no signed data.');
  const [inner] = partsOf(wrapped, TAG.context0);
  const [, , content, ...rest] = partsOf(inner);
  const [contentType, contentBody] = partsOf(content);
  if (oidOf(contentType) !== OID.tstInfo) throw new DerError('It is no time stamp.');
  const tstInfo = expect(partsOf(contentBody, TAG.context0)[0], TAG.octets).body;
  const certificates = rest.find(({ tag }) => tag === TAG.context0);
  const signers = partsOf(rest.at(-1), TAG.set);
  if (signers.length !== 1) throw new DerError('It has not one signature.');
  return {
    ...readInfo(tstInfo),
    tstInfo,
    certificates: certificates ? partsOf(certificates, TAG.context0).map(certificateOf) : [],
    signer: readSigner(signers[0]),
  };
}

function readInfo(tstInfo: Buffer): Pick<Token, 'time' | 'imprint' | 'nonce'> {
  const [, , imprint, , time, ...more] = partsOf(readDer(tstInfo));
  const [algorithm, hash] = partsOf(imprint);
  return {
    time: timeOf(time),
    imprint: { algorithm: oidOf(partsOf(algorithm)[0]), hash: expect(hash, TAG.octets).body },
    nonce: more.find(({ tag }) => tag === TAG.integer)?.body ?? null,
  };
}

function certificateOf({ raw }: Der): X509Certificate {
  try {
    return new X509Certificate(raw);
  } catch {
    throw new DerError('It has a certificate that cannot be read.');
  }
}

function readSigner(value: Der | undefined): Token['signer'] {
  const [, sid, hashOf, attributes, algorithm, signature] = partsOf(value);
  const hash = HASHES[oidOf(partsOf(hashOf)[0])];
  if (hash === undefined) throw new DerError('It was signed with a hash that is not SHA-2.');
  const found = partsOf(attributes, TAG.context0).map((one): [string, Der] => {
    const [type, values] = partsOf(one);
    const [first, ...others] = partsOf(values, TAG.set);
    if (first === undefined || others.length > 0) throw new DerError('An attribute has not one value.');
    return [oidOf(type), first];
  });
  const byType = new Map(found);
  if (byType.size < found.length) throw new DerError('It has an attribute twice.');
  return {
    serial: sid?.tag === SUBJECT_KEY_ID ? null : expect(partsOf(sid)[1], TAG.integer).body,
    ...{ hash, algorithm: oidOf(partsOf(algorithm)[0]) },
    signature: expect(signature, TAG.octets).body,
    // Signed as a set, stored with another tag.
    signed: der(TAG.set, expect(attributes, TAG.context0).body),
    attributes: byType,
  };
}
