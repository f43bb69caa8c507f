import { DerError, der, integer, oid, partsOf, readDer, sequence, TAG } from './der.ts';
import { OID } from './oids.ts';

/** Asks for a time stamp on a SHA-256, with the certificate of the authority (RFC 3161, TimeStampReq). */
export function timeStampRequest(sha256: Buffer, nonce: Buffer): Buffer {
  const imprint = sequence(sequence(oid(OID.sha256), der(TAG.null)), der(TAG.octets, sha256));
  const wantsCertificate = der(TAG.boolean, Buffer.from([0xff]));
  return sequence(integer(Buffer.from([1])), imprint, integer(nonce), wantsCertificate);
}

/** The token of an answer (TimeStampResp). */
export function tokenOf(answer: Buffer): Buffer {
  const [status, token] = partsOf(readDer(answer));
  const granted = partsOf(status)[0]?.body;
  // 0: granted, 1: granted with modifications.
  if (granted?.length !== 1 || (granted[0] ?? 2) > 1 || token === undefined)
    throw new DerError(`The authority refused: status ${granted?.toString('hex') ?? 'unknown'}.`);
  return token.raw;
}
