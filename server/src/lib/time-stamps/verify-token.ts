import { constants, hash, verify, type X509Certificate } from 'node:crypto';
import { DerError, expect, oidOf, partsOf, TAG } from './der.ts';
import { HASHES, OID, SIGNATURES } from './oids.ts';
import { readToken, type Token } from './read-token.ts';

export type VerifiedToken = {
  /** Why the token proves nothing. None: its authority stated that the bytes existed at the time. */
  problems: string[];
  time: Date | null;
  /** The subject of the certificate that signed. */
  authority: string | null;
  /** Whether its certificates lead to one of the given roots. Without roots, nobody knows whose they are. */
  isTrusted: boolean;
};

const MOST_CERTIFICATES = 10;

/** Verifies that a token is a time stamp on a SHA-256, signed by the certificate in it, which was valid then. */
export function verifyToken(
  bytes: Buffer,
  sha256: Buffer,
  roots: readonly X509Certificate[] | null,
): VerifiedToken {
  let token: Token;
  try {
    token = readToken(bytes);
    return { ...check(token, sha256, roots), time: token.time };
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    const problems = [`The time stamp cannot be read. ${error.message}`];
    return { problems, time: null, authority: null, isTrusted: false };
  }
}

function check(
  token: Token,
  sha256: Buffer,
  roots: readonly X509Certificate[] | null,
): Omit<VerifiedToken, 'time'> {
  const problems: string[] = [];
  const { imprint, signer, time } = token;
  if (imprint.algorithm !== OID.sha256 || !imprint.hash.equals(sha256))
    problems.push('The time stamp is of another file.');
  const certificate = token.certificates.find((one) => isSigner(one, token));
  if (certificate === undefined)
    return {
      problems: [...problems, 'The certificate that signed the time stamp is not in it.'],
      ...{ authority: null, isTrusted: false },
    };
  if (!isContentSigned(token)) problems.push('The time stamp was changed.');
  if (!isSignatureOf(certificate, signer)) problems.push('The signature of the time stamp is not valid.');
  // For nothing else, so that no other certificate of the authority can make a time stamp.
  if (certificate.keyUsage?.join() !== OID.timeStamping)
    problems.push('The certificate of the time stamp is not for time stamps.');
  const chain = chainOf(certificate, [...token.certificates, ...(roots ?? [])]);
  const late = chain.find((one) => !isValidAt(one, time));
  if (late) problems.push(`A certificate of the time stamp was not valid at ${time.toISOString()}.`);
  const isTrusted = roots !== null && chain.some((one) => roots.some((root) => root.raw.equals(one.raw)));
  if (roots !== null && !isTrusted)
    problems.push('The certificates of the time stamp do not lead to the given root.');
  return { problems, authority: nameOf(certificate), isTrusted };
}

/** The attribute that names the certificate by its hash: another one with the same key is not meant. */
function isSigner(certificate: X509Certificate, { signer: { attributes } }: Token): boolean {
  const v2 = attributes.get(OID.signingCertificateV2);
  const value = v2 ?? attributes.get(OID.signingCertificate);
  const id = partsOf(partsOf(partsOf(value)[0])[0]);
  const [first] = id;
  // SHA-256 is the default of the newer form, and has no algorithm then.
  const algorithm = first?.tag === TAG.sequence ? HASHES[oidOf(partsOf(first)[0])] : undefined;
  const named = expect(first?.tag === TAG.sequence ? id[1] : first, TAG.octets).body;
  const name = v2 ? (algorithm ?? 'sha256') : 'sha1';
  return Buffer.from(hash(name, certificate.raw, 'hex'), 'hex').equals(named);
}

/** Whether the signed attributes are those of the content. */
function isContentSigned({ tstInfo, signer: { attributes, hash: name } }: Token): boolean {
  const digest = expect(attributes.get(OID.messageDigest), TAG.octets).body;
  return (
    oidOf(attributes.get(OID.contentType)) === OID.tstInfo &&
    Buffer.from(hash(name, tstInfo, 'hex'), 'hex').equals(digest)
  );
}

function isSignatureOf({ publicKey }: X509Certificate, signer: Token['signer']): boolean {
  const known = SIGNATURES[signer.algorithm];
  if (known === undefined) throw new DerError('It was signed with an algorithm that is not known.');
  const padding = known.isPss && {
    ...{ padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO },
  };
  try {
    return verify(known.hash ?? signer.hash, signer.signed, { key: publicKey, ...padding }, signer.signature);
  } catch {
    return false;
  }
}

/** The certificate, its issuer, and so on, as far as they are known and their signatures are valid. */
function chainOf(first: X509Certificate, known: X509Certificate[]): X509Certificate[] {
  const chain = [first];
  while (chain.length < MOST_CERTIFICATES) {
    const last = chain.at(-1) as X509Certificate;
    const issuer = known.find((one) => !chain.includes(one) && isIssuedBy(last, one));
    if (issuer === undefined) return chain;
    chain.push(issuer);
  }
  return chain;
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

const isValidAt = ({ validFrom, validTo }: X509Certificate, time: Date) =>
  Date.parse(validFrom) <= time.getTime() && time.getTime() <= Date.parse(validTo);

const nameOf = ({ subject }: X509Certificate) => subject.split('\n').reverse().join(', ');
