import type { Db } from '../../db/database.ts';
import type { Fields } from '../recognition/readings/reading.ts';
import type { BookedCarrier, DockDecision, DoorFacts } from './dock-check.ts';
import { decideDockCheck } from './dock-rules.ts';
import { type DoorQuery, readDoor } from './read-door.ts';
import type { DoorReading } from './see-door.ts';

export type CheckedDoor = { fields: Fields; facts: DoorFacts; decision: DockDecision };

/** Decides whether the door is that of the booked carrier, by what the engine saw. */
export async function checkDoor(
  db: Db,
  seen: DoorReading,
  booked: BookedCarrier,
  query: DoorQuery,
): Promise<CheckedDoor> {
  const { fields, facts } = await readDoor(db, seen, booked, query);
  return { fields, facts, decision: decideDockCheck(facts) };
}
