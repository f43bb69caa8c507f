import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isCasePack, type PackContent } from '../../domain/cases/pack-content.ts';
import { verifyPack } from '../../domain/cases/verify-pack.ts';
import {
  type Recomputed,
  recompute,
  VETTING_FILE,
  type VettingContent,
} from '../../domain/vetting/checks/vetting-file.ts';
import { AppError, codeOf } from '../../lib/errors.ts';
import { readPublicKey } from '../../lib/signed-files/ed25519-key.ts';
import { type SignedPart, type VerifiedFile, verifySignedFile } from '../../lib/signed-files/signed-file.ts';
import { isZip } from '../../lib/zip/read-zip.ts';
import type { Command, Context } from '../command.ts';
import { json, option, text } from '../options.ts';

/** A vetting file of a carrier with 100,000 inspections has about 6 MB, the largest case pack 110 MB. */
const MAX_BYTES = 256 * 2 ** 20;

type PublishedKey = { public_key?: unknown; valid_from?: unknown; valid_until?: unknown };
type GivenKey = { publicKey: Buffer; from: string | null; until: string | null };

export const verifyFile: Command = {
  name: 'verify-file',
  audit: { none: 'Changes nothing.' },
  summary:
    'Check a signed vetting file, and decide again from its rows, or a case pack; without a database or network',
  operands: '<file>',
  options: {
    'tsa-root': option('file', 'certificates in PEM that the time stamp of the file must lead to'),
    key: option('key or file', 'the published key: PEM, Base64, or a saved /.well-known/milepost-keys'),
    json,
  },
  async run(context, values, [path]) {
    if (path === undefined) throw new AppError('invalid', 'Name the file: milepost verify-file check.json');
    const bytes = await readBytes(path);
    const root = text(values, 'tsa-root');
    const roots = root === undefined ? null : await readRoots(root);
    const file = isZip(bytes) ? await verifyPack(bytes, roots) : verifySignedFile(bytes, roots);
    if (roots !== null && file.signed !== null && file.timeStamp === null)
      file.problems.push('It has no time stamp.');
    const isPack = file.signed !== null && isCasePack(file.signed);
    if (isPack && !isZip(bytes)) file.problems.push('It is the manifest of a case pack: check the ZIP file.');
    const given = text(values, 'key');
    const keys = given === undefined ? null : await readKeys(given);
    const { signed } = file;
    const problems = [...file.problems, ...keyProblems(file, keys)];
    const decided = signed && file.problems.length === 0 && !isPack ? recomputed(signed) : null;
    if (decided && !decided.isSame) problems.push(`The decision cannot be confirmed. ${decided.problem}`);
    if (problems.length > 0) context.fail();
    if (values.json) {
      return context.printJson({
        ...{ is_valid: problems.length === 0, problems, key_id: file.keyId, is_key_checked: keys !== null },
        is_recomputed: decided?.isSame ?? false,
        time_stamp: file.timeStamp && {
          ...{ time: file.timeStamp.time, authority: file.timeStamp.authority },
          is_trusted: file.timeStamp.isTrusted,
        },
        content: signed,
      });
    }
    printReport(context, file, problems, keys !== null, decided);
  },
};

async function readBytes(path: string): Promise<Buffer> {
  try {
    const bytes = await readFile(path);
    if (bytes.length > MAX_BYTES) throw new AppError('invalid', `${path} is too large for a signed file.`);
    return bytes;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid', `${path} cannot be read (${codeOf(error) ?? 'unknown error'}).`);
  }
}

/** A key as text, or a file that has one or the published list. */
async function readKeys(given: string): Promise<GivenKey[]> {
  const direct = readPublicKey(given);
  if (direct) return [{ publicKey: direct, from: null, until: null }];
  const content = (await readBytes(given)).toString('utf8');
  const single = readPublicKey(content);
  if (single) return [{ publicKey: single, from: null, until: null }];
  try {
    const { keys } = JSON.parse(content) as { keys: PublishedKey[] };
    const found = keys.flatMap(({ public_key: key, valid_from: from, valid_until: until }) => {
      const publicKey = typeof key === 'string' ? readPublicKey(key) : null;
      const time = (value: unknown) => (typeof value === 'string' ? value : null);
      return publicKey ? [{ publicKey, from: time(from), until: time(until) }] : [];
    });
    if (found.length > 0) return found;
  } catch {
    // Reported below.
  }
  throw new AppError('invalid', `${given} is no Ed25519 public key, and no file that has one.`);
}

async function readRoots(path: string): Promise<X509Certificate[]> {
  const content = (await readBytes(path)).toString('latin1');
  const pems = content.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    if (pems.length > 0) return pems.map((pem) => new X509Certificate(pem));
  } catch {
    // Reported below.
  }
  throw new AppError('invalid', `${path} has no certificates in PEM.`);
}

function keyProblems({ publicKey, signed, timeStamp }: VerifiedFile, keys: GivenKey[] | null): string[] {
  if (keys === null || publicKey === null) return [];
  const stamper = timeStamp?.publicKey;
  if (stamper && !keys.some((one) => one.publicKey.equals(stamper)))
    return ['Its time stamp was added with another key than the given one.'];
  const key = keys.find((one) => one.publicKey.equals(publicKey));
  if (!key) return ['It was signed with another key than the given one.'];
  const at = signed?.created_at ?? '';
  const isEarly = key.from !== null && Date.parse(at) < Date.parse(key.from);
  const isLate = key.until !== null && Date.parse(at) > Date.parse(key.until);
  return isEarly || isLate ? [`The key was not valid at ${at}.`] : [];
}

/** A file that was signed, but is none of ours, must not end the command with a stack. */
function recomputed(signed: SignedPart): Recomputed {
  try {
    return recompute(signed);
  } catch {
    return { isSame: false, decision: null, problem: 'Its rows cannot be read.' };
  }
}

function printReport(
  { print }: Context,
  { signed, keyId, timeStamp }: VerifiedFile,
  problems: string[],
  isKeyChecked: boolean,
  decided: Recomputed | null,
): void {
  for (const problem of problems) print(problem);
  if (signed === null) return;
  const isPack = isCasePack(signed);
  if (isPack) printPack(print, signed.content, signed.attachments.length, signed.created_at);
  if (signed.type === VETTING_FILE && decided !== null) printCheck(print, signed.content as VettingContent);
  if (problems.length > 0) {
    print('The file is NOT valid.');
    return;
  }
  print('');
  print('Proven:');
  print(`- Every byte is as it was when it was signed with the key ${keyId}.`);
  if (isKeyChecked) print('- That key is the given one.');
  if (isPack) print('- The pack has every file that was signed, and no other.');
  else print('- The rules in the file, applied to the rows in the file, lead to the same result again.');
  if (timeStamp?.isTrusted)
    print(
      `- It existed at ${timeStamp.time?.toISOString()}, as the authority ${timeStamp.authority} stated.`,
    );
  print('Not proven:');
  if (!isKeyChecked) print(`- Whose key it is. Compare it with the published one: --key.`);
  if (timeStamp === null) print('- When it was signed: the time is the one that the signer stated.');
  else if (!timeStamp.isTrusted) {
    print(
      `- Whose time stamp it has: it says ${timeStamp.time?.toISOString()} and ${timeStamp.authority}. Give the root of the authority: --tsa-root.`,
    );
  }
  if (isPack) {
    print('- That the cameras and their clocks were right: images and readings are as they were stored.');
    return;
  }
  print('- That the rows are what FMCSA published: compare them with the named files and their hashes.');
  print('- That scores, signals and sightings in it are right: they are stated by the signer.');
}

function printPack(
  print: Context['print'],
  { case: about, organization, sightings, images }: PackContent,
  files: number,
  madeAt: string,
): void {
  const { vehicle, title, start, end } = about;
  print(title);
  print(`${vehicle.kind} ${vehicle.value} ${vehicle.plate_state}`.trim());
  print(`From ${start} to ${end}`);
  print(`Made by ${organization.name} at ${madeAt}`);
  print(`${sightings} sightings, ${images.length} images, ${files} files`);
}

function printCheck(
  print: Context['print'],
  { check, common, inputs, rules, decision }: VettingContent,
): void {
  const name = inputs.census.map(({ values }) => values.legal_name).find((one) => one) ?? '';
  print(`USDOT ${inputs.usdot_number} ${name}`.trim());
  print(
    `Checked by ${check.organization.name} at ${check.checked_at} for ${common.day}, rules ${rules.version}`,
  );
  if (check.reference !== null) print(`Reference: ${check.reference}`);
  print(`Result: ${decision.result}`);
  for (const { result, name: rule, reason } of decision.results)
    print(`  ${result.padEnd(10)} ${rule}: ${reason}`);
}
