import type { Database, Transaction } from '../../../server/src/db/database.ts';
import { findBooked } from '../../../server/src/domain/dock-checks/booked-carrier.ts';
import { checkDoor } from '../../../server/src/domain/dock-checks/check-door.ts';
import { seeDoor } from '../../../server/src/domain/dock-checks/see-door.ts';
import type { Recognizer } from '../../../server/src/domain/recognition/recognizer.ts';
import { mapConcurrent } from '../../../server/src/lib/async/map-concurrent.ts';
import {
  type DockDoor,
  type DoorKind,
  honestDoor,
  type ImpostorKind,
  impostorDoor,
  impostorKinds,
  type RegisteredCarrier,
} from '../../scenes/dock-doors.ts';

type Run = {
  count: number;
  seed: number;
  /** Only impostors of this kind. */
  kind?: ImpostorKind | undefined;
  processes: number;
  onProgress?: (doors: number) => void;
};

export type DockResult = {
  /** How often each answer was given for each reason, by kind of door. */
  answers: Map<DoorKind, Map<string, number>>;
  /** Impostors that were taken for the booked carrier. */
  falseYes: string[];
  /** Honest doors that were refused. */
  falseNo: string[];
  /** Honest doors without an answer. */
  undecided: string[];
  /** Sorted, of the reading and the decision, in milliseconds. */
  times: number[];
};

/** Draws doors, reads them with the engine, and decides them on a register in the database, as the service does. */
export async function measureDock(
  database: Database,
  recognizer: Recognizer,
  { count, seed, kind, processes, onProgress }: Run,
): Promise<DockResult> {
  const indexes = [...Array(count).keys()];
  const impostor = (index: number) =>
    kind === undefined ? index : index * impostorKinds.length + impostorKinds.indexOf(kind);
  const doors = indexes.flatMap((index) => [honestDoor(seed, index), impostorDoor(seed, impostor(index))]);
  const result: DockResult = {
    answers: new Map(),
    ...{ falseYes: [], falseNo: [], undecided: [], times: [] },
  };
  let done = 0;
  await mapConcurrent(processes, doors, async (door) => {
    await judge(database, recognizer, door, result);
    onProgress?.(++done);
  });
  result.times.sort((a, b) => a - b);
  return result;
}

async function judge(database: Database, recognizer: Recognizer, door: DockDoor, result: DockResult) {
  const image = await door.draw();
  const startedAt = performance.now();
  const seen = await seeDoor(recognizer, { image });
  // Each door has a register of its own: carriers of other doors would have its numbers by chance.
  const { answer, reason } = await database.transaction(async (db) => {
    for (const carrier of [door.booked, ...door.others]) await register(db, carrier);
    const booked = await findBooked(db, { usdotNumber: door.booked.usdot });
    const query = { organizationId: 1, now: new Date(), isShared: true };
    const { decision } = await checkDoor(db, seen, booked, query);
    await db.client.query('delete from company_census');
    return decision;
  });
  result.times.push(performance.now() - startedAt);
  const reasons = result.answers.get(door.kind) ?? new Map<string, number>();
  const key = `${answer}: ${reason}`;
  result.answers.set(door.kind, reasons.set(key, (reasons.get(key) ?? 0) + 1));
  const text = `${door.kind} (${door.case}), booked USDOT ${door.booked.usdot} ${door.booked.legalName}: ${key}`;
  if (door.kind !== 'honest') {
    if (answer === 'yes') result.falseYes.push(text);
  } else if (answer === 'no') result.falseNo.push(text);
  else if (answer === 'cannot_tell') result.undecided.push(text);
}

async function register(
  { client }: Transaction,
  { usdot, legalName, dbaName, city, state, mc }: RegisteredCarrier,
): Promise<void> {
  await client.query(
    `insert into company_census (usdot_number, status_code, legal_name, dba_name, phy_city, phy_state, docket1_prefix, docket1_number)
     values ($1, 'A', $2, $3, $4, $5, $6, $7)`,
    [usdot, legalName, dbaName, city, state, mc === null ? null : 'MC', mc],
  );
}
