import { type Database, statement } from '../../../db/database.ts';
import { identifier } from '../../../lib/identifiers/comparable.ts';
import type { VehiclePattern } from './vehicle-pattern.ts';

/** Whose images these are. `plates` leaves out the plate that is erased. */
export type Affected = {
  images: number;
  plates: { plate: string; state: string; images: number }[];
  carriers: { usdot_number: number; images: number }[];
  organizations: { organization_id: number; name: string; images: number }[];
};

type Row = {
  plate: string;
  state: string;
  usdot_number: number;
  organization_id: number;
  images: number;
};

const affected = statement(
  'erase.affected',
  `select coalesce(nullif(i.plate_number, ''), i.readings #>> '{f,p,0}', '') as plate,
     i.alpr_state as state, coalesce(s.usdot_number, 0) as usdot_number, i.organization_id, count(*)::int as images
     from images i left join sightings s on s.id = i.sighting_id and s.bucket = i.bucket
    where i.id = any($1::uuid[])
    group by 1, 2, 3, 4 order by images desc, 1, 2, 3`,
);
const names = statement('erase.names', 'select id, name from organizations where id = any($1::int[])');

/** The plates, carriers and organizations of images, so that a person can see what an erasure takes besides the vehicle. */
export async function listAffected(
  database: Database,
  imageIds: string[],
  { id }: VehiclePattern,
): Promise<Affected> {
  const rows = await database.rows<Row>(affected, [imageIds]);
  const ids = [...new Set(rows.map(({ organization_id }) => organization_id))];
  const named = await database.rows<{ id: number; name: string }>(names, [ids]);
  const nameOf = new Map(named.map((one) => [one.id, one.name]));
  const isAsked = ({ plate, state }: Row) =>
    id.kind === 'plate' && identifier(plate) === id.value && (id.state === null || state === id.state);
  return {
    images: imageIds.length,
    plates: sumBy(
      rows.filter((row) => row.plate !== '' && !isAsked(row)),
      ({ plate, state }) => ({ plate, state }),
    ),
    carriers: sumBy(
      rows.filter(({ usdot_number }) => usdot_number !== 0),
      ({ usdot_number }) => ({ usdot_number }),
    ),
    organizations: sumBy(rows, ({ organization_id }) => {
      return { organization_id, name: nameOf.get(organization_id) ?? '' };
    }),
  };
}

function sumBy<K extends object>(rows: Row[], keyOf: (row: Row) => K): (K & { images: number })[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(keyOf(row)));
  return [...groups.values()].map((group) => ({
    ...keyOf(group[0] as Row),
    images: group.reduce((sum, { images }) => sum + images, 0),
  }));
}
