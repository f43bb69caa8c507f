import type { Database } from '../../server/src/db/database.ts';

/** A sighting as decided, with the images that it consists of. */
export type Decided = {
  id: number;
  images: string[];
  usdot_number: string;
  score: 'High' | 'Medium' | 'Low' | 'N/A';
  isImputed: boolean;
  /** Everything that a reader of the API sees of the decision. */
  fields: string;
  /** Its stored explanation. */
  why: string;
};

/** All sightings of a simulation. */
export async function readDecisions({ pool }: Database): Promise<Decided[]> {
  const { rows } = await pool.query<Decided>(
    `select s.id::int as id, s.image_ids::text[] as images, o.usdot_number::text as usdot_number,
       coalesce(o.usdot_number_ocr_score, 'N/A') as score, o.is_usdot_imputed as "isImputed",
       concat_ws('|', o.usdot_number, o.usdot_number_ocr_score, o.is_usdot_imputed, o.mc_number, o.mc_number_ocr_score,
         o.is_mc_imputed, o.vin, o.vin_ocr_score, o.is_vin_imputed, o.cab_number, o.cab_number_ocr_score,
         o.is_cab_imputed, o.equipment_number, o.trailer_number_ocr_score, o.equipment_logo, o.trailer_logo_ocr_score,
         o.is_trailer_logo_imputed, o.alpr_plate_number, o.plate_state, o.time_captured) as fields,
       s.explanation::text as why
     from sightings s join observations o on o.usdot_number = s.usdot_number and o.time_captured = s.time_captured and o.id = s.id`,
  );
  return rows;
}

/** The decision about each image, comparable between runs: sightings have other ids there. */
export function byImage(decisions: readonly Decided[]): Map<string, string> {
  return new Map(
    decisions.flatMap(({ images, fields }) => {
      const decision = `${[...images].sort().join(',')} ${fields}`;
      return images.map((image) => [image, decision] as const);
    }),
  );
}

/** The images about which the decisions differ. */
export function differences(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] {
  const ids = new Set([...a.keys(), ...b.keys()]);
  return [...ids].filter((id) => a.get(id) !== b.get(id));
}
