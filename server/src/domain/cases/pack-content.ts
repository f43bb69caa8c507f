import type { SignedPart } from '../../lib/signed-files/signed-file.ts';
import type { CaseRow } from './case-store.ts';

export const CASE_PACK = 'case-pack/1';
export const MANIFEST = 'manifest.json';

/** An image of an own camera that a sighting of the case names. */
export type PackImage = {
  image_id: string;
  sighting_id: number;
  /** `stored`: it is a file of the pack. `deleted`: retention or an erasure deleted it. `left out`: the pack is full. */
  state: 'stored' | 'deleted' | 'left out';
  /** Of a stored image. */
  file: string | null;
  camera: string;
  time_captured: string;
};
/** A sighting of a camera of another organization, whose images are not given away. */
export type ForeignImage = { region: string; day: string };

export type PackContent = {
  /** The version of Milepost that made it. */
  milepost: string;
  case: {
    id: string;
    title: string;
    note: string;
    vehicle: { kind: string; value: string; plate_state: string; usdot_number: number | null };
    start: string;
    end: string;
    created_at: string;
  };
  organization: { id: number; name: string };
  /** The user who downloaded the pack. */
  made_by: number | null;
  sightings: number;
  /** false: the period has more sightings than a pack holds, and these are the newest. */
  is_complete: boolean;
  images: PackImage[];
  other_cameras: ForeignImage[];
};

export function describeCase(row: CaseRow): PackContent['case'] {
  const { id, title, note, kind, value, plate_state, usdot_number } = row;
  return {
    ...{ id, title, note },
    vehicle: { kind, value, plate_state, usdot_number: usdot_number || null },
    start: row.start_time.toISOString(),
    end: row.end_time.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

export const isCasePack = (signed: SignedPart): signed is SignedPart<PackContent> =>
  signed.type === CASE_PACK;
