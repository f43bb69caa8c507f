import { hash, type X509Certificate } from 'node:crypto';
import { type VerifiedToken, verifyToken } from '../time-stamps/verify-token.ts';
import { canonicalJson } from './canonical-json.ts';
import { isSignedBy, keyIdOf, type NewKey, PUBLIC_KEY_BYTES, signWith } from './ed25519-key.ts';

/** A file beside the signed one: an image, for example. Its bytes are not in the signed file, its hash is. */
export type Attachment = { name: string; media_type: string; byte_size: number; sha256: string };

/** Everything that the signature covers. */
export type SignedPart<Content = unknown> = {
  format: typeof FORMAT;
  /** What the content is: `vetting-file/1`. */
  type: string;
  created_at: string;
  attachments: Attachment[];
  content: Content;
};

const FORMAT = 'milepost-signed-file/1';
const ALGORITHM = 'Ed25519';
/** The signature of a file is never valid for anything else that the key may sign. */
const messageOf = (signed: string) => Buffer.from(`${FORMAT}\n${signed}`);

export function attachmentOf(name: string, mediaType: string, bytes: Buffer): Attachment {
  return { name, media_type: mediaType, byte_size: bytes.length, sha256: hash('sha256', bytes, 'hex') };
}

/** The bytes of a signed file. The same part and key give the same bytes. */
export function signFile(part: Omit<SignedPart, 'format'>, key: NewKey): Buffer {
  const signed: SignedPart = { format: FORMAT, ...part };
  return Buffer.from(
    canonicalJson({ signature: signatureOf(messageOf(canonicalJson(signed)), key), signed }),
  );
}

function signatureOf(message: Buffer, { id, publicKey, privateKey }: NewKey): Signature {
  const value = signWith(privateKey, message).toString('base64url');
  return { algorithm: ALGORITHM, key_id: id, public_key: publicKey.toString('base64url'), value };
}

/** The time stamp of a third party on a signed file, and our signature on it: a token has bytes that its own does not cover. */
type TimeStampPart = { signature: Signature; token: string };

const STAMP_FORMAT = 'milepost-time-stamp/1';
const stampMessage = (file: Buffer, token: string) =>
  Buffer.from(`${STAMP_FORMAT}\n${hash('sha256', file, 'hex')}\n${token}`);

/** What a time stamp is on: the hash of the signed file without it. */
export const stampedHash = (file: Buffer) => Buffer.from(hash('sha256', file, 'hex'), 'hex');

/** The part of a file with the time stamp on it, as text. */
export function timeStampPart(file: Buffer, bytes: Buffer, key: NewKey): string {
  const token = bytes.toString('base64url');
  const part: TimeStampPart = { token, signature: signatureOf(stampMessage(file, token), key) };
  return canonicalJson(part);
}

/** The signed file with its time stamp, in its one form. */
export function withTimeStamp(file: Buffer, part: string): Buffer {
  return Buffer.concat([file.subarray(0, -1), Buffer.from(`,"timestamp":${part}}`)]);
}

export type VerifiedFile = {
  /** Why the file is not what was signed. None: every byte is. */
  problems: string[];
  /** Null if it has no time stamp. */
  timeStamp: (VerifiedToken & { publicKey: Buffer | null }) | null;
  /** Null if the bytes are no signed file at all. */
  signed: SignedPart | null;
  keyId: string | null;
  publicKey: Buffer | null;
};

const NOT_SIGNED: Omit<VerifiedFile, 'problems'> = {
  ...{ signed: null, keyId: null, publicKey: null, timeStamp: null },
};

/**
 * Checks a signed file against the key that is in it; whose key that is must be known from elsewhere. A file has exactly one
 * valid form, so a changed byte is found wherever it is: in the signed part, in the signature, or between them. A time stamp
 * must be of this file; with `roots`, its certificates must lead to one of them.
 */
export function verifySignedFile(bytes: Buffer, roots: Roots = null): VerifiedFile {
  const given = parse(bytes);
  if (given === null) return { ...NOT_SIGNED, problems: ['It is not a signed file of Milepost.'] };
  const { text, signed, signature, timestamp } = given;
  const problems: string[] = [];
  if (canonicalJson({ signature, signed, ...(timestamp && { timestamp }) }) !== text)
    problems.push('Its bytes are not in the form in which files are signed.');
  const publicKey = keyOf(signature, messageOf(canonicalJson(signed)), 'the content', problems);
  const file = Buffer.from(canonicalJson({ signature, signed }));
  const timeStamp = timestamp === undefined ? null : verifyStamp(file, timestamp, roots, problems);
  return { problems, signed, publicKey, keyId: signature.key_id, timeStamp };
}

/** The key of a valid signature. Otherwise adds why it is not valid. */
function keyOf(signature: Signature, message: Buffer, what: string, problems: string[]): Buffer | null {
  const publicKey = decode(signature.public_key, PUBLIC_KEY_BYTES);
  const value = decode(signature.value, 64);
  if (signature.algorithm !== ALGORITHM) problems.push(`Its signature is not ${ALGORITHM}.`);
  if (publicKey === null || keyIdOf(publicKey) !== signature.key_id)
    problems.push('The id of its key does not belong to its public key.');
  else if (value === null || !isSignedBy(publicKey, message, value))
    problems.push(`The signature does not belong to ${what}.`);
  return publicKey;
}

function verifyStamp(
  file: Buffer,
  { signature, token }: TimeStampPart,
  roots: Roots,
  problems: string[],
): VerifiedFile['timeStamp'] {
  const publicKey = keyOf(signature, stampMessage(file, token), 'the time stamp', problems);
  const verified = verifyToken(Buffer.from(token, 'base64url'), stampedHash(file), roots);
  problems.push(...verified.problems);
  return { ...verified, publicKey };
}

/** Why the bytes of an attachment are not those that were signed; null if they are. */
export function attachmentProblem({ attachments }: SignedPart, name: string, bytes: Buffer): string | null {
  const listed = attachments.find((one) => one.name === name);
  if (!listed) return `${name} is not listed in the signed file.`;
  const { byte_size, sha256 } = attachmentOf(name, listed.media_type, bytes);
  return byte_size === listed.byte_size && sha256 === listed.sha256 ? null : `${name} was changed.`;
}

/** Certificates that a time stamp must lead to. Null: whose it is is not looked at. */
export type Roots = readonly X509Certificate[] | null;
type Signature = Record<'algorithm' | 'key_id' | 'public_key' | 'value', string>;
const SIGNATURE_KEYS = ['algorithm', 'key_id', 'public_key', 'value'] as const;

type Given = { text: string; signed: SignedPart; signature: Signature; timestamp?: TimeStampPart };

function parse(bytes: Buffer): Given | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const { signed, signature, timestamp } = JSON.parse(text) as Partial<Given>;
    const isSigned = signed?.format === FORMAT && Array.isArray(signed.attachments);
    const isStamp = timestamp === undefined || (isSignature(timestamp.signature) && isText(timestamp.token));
    if (!signed || !isSigned || !isSignature(signature) || !isStamp) return null;
    return { text, signed, signature, ...(timestamp && { timestamp }) };
  } catch {
    return null;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isSignature = (value: unknown): value is Signature =>
  SIGNATURE_KEYS.every((key) => isText((value as Partial<Signature> | undefined)?.[key]));

/** Null unless the text is the one way to write this many bytes. */
function decode(text: string, byteSize: number): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === byteSize && bytes.toString('base64url') === text ? bytes : null;
}
