import {
  attachmentProblem,
  type Roots,
  type VerifiedFile,
  verifySignedFile,
} from '../../lib/signed-files/signed-file.ts';
import { readStoredZip } from '../../lib/zip/read-zip.ts';
import { storedZip } from '../../lib/zip/stored-zip.ts';
import { CASE_PACK, MANIFEST } from './pack-content.ts';

const NOT_A_PACK: VerifiedFile = {
  problems: ['It is not a case pack of Milepost.'],
  ...{ signed: null, keyId: null, publicKey: null, timeStamp: null },
};

/** Checks the manifest, every file against it, and that the ZIP file has no other byte. */
export async function verifyPack(bytes: Buffer, roots: Roots = null): Promise<VerifiedFile> {
  const entries = await readStoredZip(bytes);
  const manifests = entries?.filter(({ name }) => name === MANIFEST) ?? [];
  const [manifest] = manifests;
  if (!entries || !manifest) return NOT_A_PACK;
  const file = verifySignedFile(manifest.bytes, roots);
  const { signed } = file;
  if (signed === null) return file;
  const problems = [...file.problems];
  if (signed.type !== CASE_PACK) problems.push(`It is a ${signed.type}, not a ${CASE_PACK}.`);
  const names = new Set(entries.map(({ name }) => name));
  if (names.size < entries.length) problems.push('It has several files with the same name.');
  for (const entry of entries) {
    const problem = entry.name === MANIFEST ? null : attachmentProblem(signed, entry.name, entry.bytes);
    if (problem !== null) problems.push(problem);
  }
  for (const { name } of signed.attachments) if (!names.has(name)) problems.push(`${name} is missing.`);
  if (problems.length === 0 && !Buffer.concat(storedZip(entries, new Date(signed.created_at))).equals(bytes))
    problems.push('The ZIP file was changed outside of its files.');
  return { ...file, problems };
}
