import { randomUUID } from 'node:crypto';
import { invalid } from '../../../lib/errors.ts';
import type { VettingService } from '../vetting-service.ts';
import { type OpenedLink, openLink } from './carrier-links.ts';
import { type HeldFinding, heldAbout } from './held.ts';
import { notifyObjection } from './notify-objection.ts';
import { insertObjection, type ObjectionRow } from './objection-store.ts';

export type GivenObjection = {
  token: string;
  rule: string | null;
  signal: string | null;
  message: string;
  contact: string;
  file: { name: string; content: string } | null;
};

export const MAX_FILE_BYTES = 700_000;
/** Files that a customer can open without running anything, by their first bytes. */
const FILE_TYPES: [type: string, start: Buffer][] = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/png', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['image/jpeg', Buffer.from('ffd8ff', 'hex')],
];

const problem = (field: string, msg: string) =>
  invalid([{ type: 'value_error', loc: ['body', field], msg, input: null }]);

/** Stores the objection of whoever has the link. It is about something that is held now, or about everything. */
export async function submitObjection(
  service: VettingService,
  given: GivenObjection,
): Promise<{ link: OpenedLink; objection: ObjectionRow }> {
  const { db, clock } = service;
  const now = clock.now();
  const link = await openLink(db, given.token, now);
  const file = given.file === null ? null : readFile(given.file);
  const about = given.rule === null ? null : await findingOf(service, link, given);
  const id = randomUUID();
  const objection = await db.transaction(async (tx) => {
    const stored = await insertObjection(tx, link, {
      ...{ id, usdot_number: link.usdot_number, created_at: now, file },
      ...{ rule: given.rule, signal: given.signal, message: given.message, contact: given.contact },
      ...{ result: about?.result ?? null, finding: about?.reason ?? null },
    });
    if (stored.id === id) await notifyObjection(service, tx, link.organization_id, stored);
    return stored;
  });
  return { link, objection };
}

async function findingOf(
  service: VettingService,
  link: OpenedLink,
  { rule, signal }: Pick<GivenObjection, 'rule' | 'signal'>,
): Promise<HeldFinding> {
  const { findings } = await heldAbout(service, link);
  const found = findings.find((one) => one.rule === rule && one.signal === signal);
  if (!found) throw problem('rule', 'Nothing like this is held about the carrier now');
  return found;
}

function readFile({ name, content }: { name: string; content: string }) {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.toString('base64') !== content) throw problem('file', 'Must be in Base64');
  if (bytes.length > MAX_FILE_BYTES) throw problem('file', `Must have at most ${MAX_FILE_BYTES} bytes`);
  const type = FILE_TYPES.find(([, start]) => bytes.subarray(0, start.length).equals(start))?.[0];
  if (type === undefined) throw problem('file', 'Must be a PDF, PNG or JPEG file');
  return { name, type, bytes };
}
