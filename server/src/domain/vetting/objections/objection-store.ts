import { type Db, foundRow, readRow, statement } from '../../../db/database.ts';
import { ownPages } from '../../../db/own-pages.ts';
import { AppError } from '../../../lib/errors.ts';
import type { ClearanceInput } from '../inputs/inputs.ts';

export const OBJECTION_STATES = ['open', 'accepted', 'rejected'] as const;

export type ObjectionRow = {
  id: string;
  usdot_number: number;
  rule: string | null;
  signal: string | null;
  result: 'REVIEW' | 'FAIL' | 'INCOMPLETE' | null;
  finding: string | null;
  message: string;
  contact: string;
  file_name: string | null;
  state: (typeof OBJECTION_STATES)[number];
  reason: string | null;
  decided_at: Date | null;
  decided_by: number | null;
  clears_until: string | null;
  check_id: string | null;
  created_at: Date;
};
const COLUMNS = `id, usdot_number, rule, signal, result, finding, message, contact, file_name, state, reason, decided_at,
  decided_by, clears_until, check_id, created_at`;

/** Of one link. */
const MAX_OBJECTIONS = 20;

export type NewObjection = Pick<
  ObjectionRow,
  'id' | 'usdot_number' | 'rule' | 'signal' | 'result' | 'finding' | 'message' | 'contact' | 'created_at'
> & { file: { name: string; type: string; bytes: Buffer } | null };
export type OfLink = { id: string; organization_id: number };

const lockLink = statement('vetting.objection-lock', 'select id from carrier_links where id = $1 for update');
const same = statement(
  'vetting.objection-same',
  `select ${COLUMNS} from carrier_objections where link_id = $1 and state = 'open' and message = $2
     and rule is not distinct from $3 and signal is not distinct from $4`,
);
const countOfLink = statement(
  'vetting.objection-of-link',
  'select count(*) as total from carrier_objections where link_id = $1',
);
const insert = statement(
  'vetting.objection-insert',
  `insert into carrier_objections (organization_id, link_id, id, usdot_number, rule, signal, result, finding, message,
     contact, created_at, file_name, file_type, file)
   select admit_rows($1, 'carrier_objections', 1), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
   returning ${COLUMNS}`,
);

/** Stores an objection. One that was sent twice is stored once. */
export async function insertObjection(tx: Db, link: OfLink, given: NewObjection): Promise<ObjectionRow> {
  await tx.rows(lockLink, [link.id]);
  const { rule, signal, message, file } = given;
  const before = await tx.row<ObjectionRow>(same, [link.id, message, rule, signal]);
  if (before !== null) return before;
  const { total } = await readRow<{ total: number }>(tx, countOfLink, [link.id]);
  if (total >= MAX_OBJECTIONS)
    throw new AppError('invalid', `At most ${MAX_OBJECTIONS} objections can be sent with one link.`);
  return readRow<ObjectionRow>(tx, insert, [
    ...[link.organization_id, link.id, given.id, given.usdot_number, rule, signal, given.result],
    ...[given.finding, message, given.contact, given.created_at],
    ...[file?.name ?? null, file?.type ?? null, file?.bytes ?? null],
  ]);
}

const ofLinks = statement(
  'vetting.objection-of-links',
  `select ${COLUMNS} from carrier_objections where link_id = $1 order by position desc`,
);

/** The objections that were sent with a link, newest first. */
export function objectionsOfLink(db: Db, { id }: OfLink): Promise<ObjectionRow[]> {
  return db.rows<ObjectionRow>(ofLinks, [id]);
}

/** Newest first. */
export const pageObjections = ownPages<ObjectionRow, 'usdot_number' | 'state'>('vetting.objections', {
  ...{ columns: COLUMNS, table: 'carrier_objections' },
  filters: { usdot_number: 'integer', state: 'text' },
});

const lock = statement(
  'vetting.objection-lock-one',
  `select ${COLUMNS} from carrier_objections where id = $1 and organization_id = $2 for update`,
);
const decide = statement(
  'vetting.objection-decide',
  `update carrier_objections set state = $2, reason = $3, decided_at = $4, decided_by = $5, clears_until = $6
    where id = $1`,
);
const noteCheck = statement(
  'vetting.objection-check',
  `update carrier_objections set check_id = $2 where id = $1 returning ${COLUMNS}`,
);

export function lockObjection(tx: Db, organizationId: number, id: string): Promise<ObjectionRow> {
  return foundRow<ObjectionRow>(tx, lock, [id, organizationId], 'There is no such objection.');
}

export type Decision = Pick<ObjectionRow, 'state' | 'reason' | 'decided_at' | 'decided_by' | 'clears_until'>;

export async function storeDecision(tx: Db, id: string, decision: Decision): Promise<void> {
  const { state, reason, decided_at, decided_by, clears_until } = decision;
  await tx.run(decide, [id, state, reason, decided_at, decided_by, clears_until]);
}

export function storeCheckOf(tx: Db, id: string, checkId: string | null): Promise<ObjectionRow> {
  return readRow<ObjectionRow>(tx, noteCheck, [id, checkId]);
}

const fileOf = statement(
  'vetting.objection-file',
  `select file_name as name, file_type as type, file as bytes from carrier_objections
    where id = $1 and organization_id = $2 and file is not null`,
);

type ObjectionFile = { name: string; type: string; bytes: Buffer };
export function readObjectionFile(db: Db, organizationId: number, id: string): Promise<ObjectionFile> {
  const notFound = 'There is no such objection, or it has no file.';
  return foundRow<ObjectionFile>(db, fileOf, [id, organizationId], notFound);
}

const clearances = statement(
  'vetting.clearances',
  `select usdot_number, rule, signal, result, reason, (decided_at at time zone 'UTC')::date as since, clears_until as until
     from carrier_objections
    where organization_id = $1 and usdot_number = any ($2::integer[]) and state = 'accepted' and clears_until is not null
    order by usdot_number, position`,
);

/** What accepted objections clear, by carrier. */
export async function clearancesOf(
  db: Db,
  organizationId: number,
  usdotNumbers: number[],
): Promise<Map<number, ClearanceInput[]>> {
  const rows = await db.rows<ClearanceInput & { usdot_number: number }>(clearances, [
    organizationId,
    usdotNumbers,
  ]);
  const found = new Map<number, ClearanceInput[]>();
  for (const { usdot_number, ...one } of rows)
    found.set(usdot_number, [...(found.get(usdot_number) ?? []), one]);
  return found;
}
