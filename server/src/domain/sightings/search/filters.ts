import type { OcrScore } from '../../../contract/schema.ts';
import type { VehicleKind } from '../../observations/vehicles/vehicle-kinds.ts';

/** What is searched. Absent: anything. */
export type SightingFilters = {
  /** Values with their unknown characters, by kind. */
  values: Partial<Record<VehicleKind, string>>;
  plateState?: string | undefined;
  usdotNumber?: number | undefined;
  /** Text on the truck. */
  name?: string | undefined;
  equipmentType?: string | undefined;
  logo?: string | undefined;
  camera?: string | undefined;
  state?: string | undefined;
  city?: string | undefined;
  /** At the end of the route: NB, SB, EB or WB. */
  direction?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  near?: { latitude: number; longitude: number; miles: number } | undefined;
  /** Levels of confidence that are accepted. */
  scores?: OcrScore[] | undefined;
};

/** Whose sightings are searched: all, or those of the own cameras and the own matches. */
export type Viewer = { organizationId: number; seesAll: boolean };

/** The place of a sighting in the list, which goes from the newest to the oldest. */
export type Position = { time: Date; id: number };

export type KeyedRow = { usdot_number: number; time_captured: Date; id: number };

export function isBefore(row: Pick<KeyedRow, 'time_captured' | 'id'>, { time, id }: Position): boolean {
  const difference = row.time_captured.getTime() - time.getTime();
  return difference < 0 || (difference === 0 && row.id < id);
}

export function newestFirst(a: KeyedRow, b: KeyedRow): number {
  return b.time_captured.getTime() - a.time_captured.getTime() || b.id - a.id;
}
