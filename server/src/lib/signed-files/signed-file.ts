import { hash } from 'node:crypto';
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
export function signFile(part: Omit<SignedPart, 'format'>, { id, publicKey, privateKey }: NewKey): Buffer {
  const signed: SignedPart = { format: FORMAT, ...part };
  const value = signWith(privateKey, messageOf(canonicalJson(signed))).toString('base64url');
  const signature = {
    ...{ algorithm: ALGORITHM, key_id: id, public_key: publicKey.toString('base64url'), value },
  };
  return Buffer.from(canonicalJson({ signature, signed }));
}

export type VerifiedFile = {
  /** Why the file is not what was signed. None: every byte is. */
  problems: string[];
  /** Null if the bytes are no signed file at all. */
  signed: SignedPart | null;
  keyId: string | null;
  publicKey: Buffer | null;
};

const NOT_SIGNED: Omit<VerifiedFile, 'problems'> = { signed: null, keyId: null, publicKey: null };

/**
 * Checks a signed file against the key that is in it; whose key that is must be known from elsewhere. A file has exactly one
 * valid form, so a changed byte is found wherever it is: in the signed part, in the signature, or between them.
 */
export function verifySignedFile(bytes: Buffer): VerifiedFile {
  const given = parse(bytes);
  if (given === null) return { ...NOT_SIGNED, problems: ['It is not a signed file of Milepost.'] };
  const { text, signed, signature } = given;
  const problems: string[] = [];
  if (canonicalJson({ signature, signed }) !== text)
    problems.push('Its bytes are not in the form in which files are signed.');
  const publicKey = decode(signature.public_key, PUBLIC_KEY_BYTES);
  const value = decode(signature.value, 64);
  if (signature.algorithm !== ALGORITHM) problems.push(`Its signature is not ${ALGORITHM}.`);
  if (publicKey === null || keyIdOf(publicKey) !== signature.key_id)
    problems.push('The id of its key does not belong to its public key.');
  else if (value === null || !isSignedBy(publicKey, messageOf(canonicalJson(signed)), value))
    problems.push('The signature does not belong to the content.');
  return { problems, signed, publicKey, keyId: signature.key_id };
}

/** Why the bytes of an attachment are not those that were signed; null if they are. */
export function attachmentProblem({ attachments }: SignedPart, name: string, bytes: Buffer): string | null {
  const listed = attachments.find((one) => one.name === name);
  if (!listed) return `${name} is not listed in the signed file.`;
  const { byte_size, sha256 } = attachmentOf(name, listed.media_type, bytes);
  return byte_size === listed.byte_size && sha256 === listed.sha256 ? null : `${name} was changed.`;
}

type Signature = Record<'algorithm' | 'key_id' | 'public_key' | 'value', string>;
const SIGNATURE_KEYS = ['algorithm', 'key_id', 'public_key', 'value'] as const;

function parse(bytes: Buffer): { text: string; signed: SignedPart; signature: Signature } | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const { signed, signature } = JSON.parse(text) as { signed?: SignedPart; signature?: Signature };
    const isSignature = SIGNATURE_KEYS.every((key) => typeof signature?.[key] === 'string');
    const isSigned = signed?.format === FORMAT && Array.isArray(signed.attachments);
    return signed && signature && isSignature && isSigned ? { text, signed, signature } : null;
  } catch {
    return null;
  }
}

/** Null unless the text is the one way to write this many bytes. */
function decode(text: string, byteSize: number): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === byteSize && bytes.toString('base64url') === text ? bytes : null;
}
