import { type Database, type Db, statement } from '../../../db/database.ts';
import { columnsOf } from '../../../lib/columns-of.ts';
import { deleteRecent } from '../../alerts/preview/recent-store.ts';
import { EVIDENCE_KINDS } from '../../recognition/imputation/find-evidence.ts';
import type { VehiclePattern } from './vehicle-pattern.ts';

const IDENTIFYING = [EVIDENCE_KINDS.plate, EVIDENCE_KINDS.vin].join(', ');
const evidence = statement(
  'erase.find-evidence',
  `select ctid::text as place, kind, value, vin from vehicle_evidence
    where (kind in (${IDENTIFYING}) and value ~* $1) or vin ~* $1`,
);
const deleteEvidence = statement(
  'erase.delete-evidence',
  `delete from vehicle_evidence where ctid = any($1::tid[]) and ((kind in (${IDENTIFYING}) and value ~* $2) or vin ~* $2)`,
);
type Evidence = { place: string; kind: number; value: string; vin: string };

/** Evidence whose sighting no longer exists. Plates are stored with their state: `TX ABC123`. */
async function eraseEvidence(db: Db, pattern: VehiclePattern, isDryRun: boolean): Promise<number> {
  const rows = (await db.rows<Evidence>(evidence, [pattern.sql])).filter(({ kind, value, vin }) => {
    if (pattern.isIn(vin) || kind === EVIDENCE_KINDS.vin) return true;
    return pattern.isState(value.split(' ', 1)[0] ?? '');
  });
  if (!isDryRun) await db.run(deleteEvidence, [rows.map(({ place }) => place), pattern.sql]);
  return rows.length;
}

const recent = statement(
  'erase.find-recent',
  `select time_captured, id, keys, trailer, deep from recent_sightings
    where array_to_string(keys, E'\\n') ~* $1 or trailer ~* $1 or deep ~* $1`,
);
const STATE_KEY = 'plateState:';
type Recent = { time_captured: Date; id: number; keys: string[]; trailer: string; deep: string };

/** The search rows of previews, which may outlive a sighting that moved to another time. */
async function eraseRecent(db: Db, pattern: VehiclePattern, isDryRun: boolean): Promise<number> {
  const rows = (await db.rows<Recent>(recent, [pattern.sql])).filter(({ keys }) => {
    const state = keys.find((key) => key.startsWith(STATE_KEY))?.slice(STATE_KEY.length) ?? '';
    return pattern.isState(state);
  });
  if (!isDryRun) await deleteRecent(db, rows);
  return rows.length;
}

const labels = statement(
  'erase.find-labels',
  `select image_id, field, value, plate_state, read_value from image_labels where value ~* $1 or read_value ~* $1`,
);
const deleteLabels = statement(
  'erase.delete-labels',
  `delete from image_labels l using unnest($1::uuid[], $2::text[]) as k (image_id, field)
    where l.image_id = k.image_id and l.field = k.field`,
);
type LabelRow = { image_id: string; field: string; value: string; plate_state: string; read_value: string };

/** Labels of images that have no sighting. */
async function eraseLabels(db: Db, pattern: VehiclePattern, isDryRun: boolean): Promise<number> {
  const rows = (await db.rows<LabelRow>(labels, [pattern.sql])).filter(
    ({ value, read_value, plate_state }) =>
      pattern.isIn(read_value) || (pattern.isIn(value) && pattern.isState(plate_state)),
  );
  if (!isDryRun) await db.run(deleteLabels, columnsOf(rows, 'image_id', 'field'));
  return rows.length;
}

const logos = statement('erase.find-logos', 'select name from logos where name ~* $1');
const deleteLogos = statement('erase.delete-logos', 'delete from logos where name = any($1::text[])');

async function eraseLogos(db: Db, pattern: VehiclePattern, isDryRun: boolean): Promise<number> {
  const names = (await db.rows<{ name: string }>(logos, [pattern.sql])).map(({ name }) => name);
  if (!isDryRun) await db.run(deleteLogos, [names]);
  return names.length;
}

const purposes = statement(
  'erase.find-purposes',
  'select count(*) as count from audit_entries where purpose ~* $1',
);
const redactionPath = statement('erase.redaction-path', `set local milepost.audit_path = 'redaction'`);
const clearPurposes = statement(
  'erase.clear-purposes',
  'update audit_entries set purpose = null, purpose_salt = null where purpose ~* $1',
);

/** The audit log keeps the hash of the text, so that it can still be verified. */
async function erasePurposes(
  database: Database,
  pattern: VehiclePattern,
  isDryRun: boolean,
): Promise<number> {
  if (isDryRun) return (await database.row<{ count: number }>(purposes, [pattern.sql]))?.count ?? 0;
  return database.transaction(async (tx) => {
    await tx.run(redactionPath);
    return tx.run(clearPurposes, [pattern.sql]);
  });
}

const cases = statement(
  'erase.find-cases',
  `select id, kind, value, plate_state, title, note from cases where value ~* $1 or title ~* $1 or note ~* $1
     or (kind = 'vin' and length(value) < 17)`,
);
const deleteCases = statement('erase.delete-cases', 'delete from cases where id = any($1::uuid[])');
type CaseRow = { id: string; kind: string; value: string; plate_state: string; title: string; note: string };

/** A case is about one vehicle: without it, nothing is left. Packs that were downloaded are in the hands of their receivers. */
async function eraseCases(db: Db, pattern: VehiclePattern, isDryRun: boolean): Promise<number> {
  const rows = (await db.rows<CaseRow>(cases, [pattern.sql])).filter(
    ({ kind, value, plate_state, title, note }) =>
      pattern.isIn([title, note]) ||
      (kind === 'vin' ? pattern.isIn(value) || pattern.isVin(value) : false) ||
      (kind !== 'vin' && pattern.isIn(value) && pattern.isState(plate_state)),
  );
  if (!isDryRun) await db.run(deleteCases, [rows.map(({ id }) => id)]);
  return rows.length;
}

/** Texts that people wrote. Their rows stay; only the text that names the vehicle goes. */
const NOTES = {
  carrier_decisions: ['note'],
  vetting_list: ['note'],
  vetting_checks: ['note', 'reference'],
  carrier_objections: ['message', 'finding', 'reason'],
  match_history: ['note'],
};
const notes = Object.entries(NOTES).flatMap(([table, columns]) =>
  columns.map((column) => ({
    find: statement(
      `erase.find-${table}-${column}`,
      `select ctid::text as place, ${column} as text from ${table} where ${column} ~* $1`,
    ),
    clear: statement(
      `erase.clear-${table}-${column}`,
      `update ${table} set ${column} = 'Erased.' where ctid = any($1::tid[]) and ${column} ~* $2`,
    ),
  })),
);

async function eraseNotes(db: Db, pattern: VehiclePattern, isDryRun: boolean): Promise<number> {
  let cleared = 0;
  for (const { find, clear } of notes) {
    const rows = await db.rows<{ place: string; text: string }>(find, [pattern.sql]);
    const places = rows.filter(({ text }) => pattern.isIn([text])).map(({ place }) => place);
    if (!isDryRun) await db.run(clear, [places, pattern.sql]);
    cleared += places.length;
  }
  return cleared;
}

export async function eraseRest(database: Database, pattern: VehiclePattern, isDryRun: boolean) {
  return {
    evidence: await eraseEvidence(database, pattern, isDryRun),
    recent_sightings: await eraseRecent(database, pattern, isDryRun),
    labels: await eraseLabels(database, pattern, isDryRun),
    cases: await eraseCases(database, pattern, isDryRun),
    notes: await eraseNotes(database, pattern, isDryRun),
    logos: await eraseLogos(database, pattern, isDryRun),
    purposes: await erasePurposes(database, pattern, isDryRun),
  };
}
