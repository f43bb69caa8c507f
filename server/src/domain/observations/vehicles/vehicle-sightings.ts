import { statement, type Transaction } from '../../../db/database.ts';
import { columnsOf } from '../../../lib/columns-of.ts';
import { FIRST_FEDERAL_ID, type Observation, type ObservationKey } from '../observation.ts';
import type { VehicleDetails } from '../unmatched.ts';
import {
  INFERRED,
  TYPED,
  VALUE_FIELDS,
  type ValueColumns,
  VEHICLE_KINDS,
  type VehicleKind,
  vehicleValue,
} from './vehicle-kinds.ts';

/*
 * `vehicle_sightings` leads from a value to the keys of observations. A worker that crashed on a distributed database may have
 * left a row whose observation has moved: whoever reads rows also reads their observations, or compares them.
 */

/** The columns of an observation that its values and their key are in, beside `id` and `time_captured`. */
export const VEHICLE_COLUMNS = [...Object.values(VALUE_FIELDS), 'is_vin_imputed', 'is_cab_imputed'].join(
  ', ',
);
export type SightedVehicle = ValueColumns & { id: number; time_captured: Date };

type WrittenVehicle = SightedVehicle & Pick<Observation, 'usdot_number' | 'organization_id' | 'type'>;

type Row = {
  value: string;
  kind: number;
  time_captured: Date;
  id: number;
  usdot_number: number;
  organization_id: number;
  origin: number;
};

const insert = statement(
  'vehicles.insert',
  `insert into vehicle_sightings (value, kind, seen_at, sighting_id, usdot_number, organization_id, origin)
   select * from unnest($1::text[], $2::smallint[], $3::timestamptz[], $4::bigint[], $5::bigint[], $6::int[], $7::smallint[])
     as k (value, kind, seen_at, sighting_id)
    where not exists (
      select from vehicle_sightings v
       where v.value = k.value and v.seen_at = k.seen_at and v.kind = k.kind and v.sighting_id = k.sighting_id)`,
);
const insertFederal = statement(
  'vehicles.insert-federal',
  `insert into federal_vins (usdot_number, time_captured, id, vin)
   select * from unnest($1::bigint[], $2::timestamptz[], $3::bigint[], $4::text[])`,
);
const remove = statement(
  'vehicles.delete',
  `delete from vehicle_sightings v using unnest($1::text[], $2::smallint[], $3::timestamptz[], $4::bigint[])
     as k (value, kind, seen_at, sighting_id)
    where v.value = k.value and v.kind = k.kind and v.seen_at = k.seen_at and v.sighting_id = k.sighting_id`,
);
const removeContainers = statement(
  'vehicles.delete-containers',
  'delete from vehicle_sightings where sighting_id = any($1::bigint[]) and kind > 4',
);

type RecordedVin = ObservationKey & { vin: string };

async function addFederalVins(tx: Transaction, records: readonly RecordedVin[]): Promise<void> {
  const rows = records.filter(({ vin }) => vin !== '');
  if (rows.length === 0) return;
  await tx.run(insertFederal, columnsOf(rows, 'usdot_number', 'time_captured', 'id', 'vin'));
}

/** Writes the values of sightings, and the VINs of federal records, and removes the values of deleted sightings. */
export async function replaceVehicleSightings(
  tx: Transaction,
  written: readonly WrittenVehicle[],
  details: ReadonlyMap<number, VehicleDetails>,
  deleted: readonly SightedVehicle[],
): Promise<void> {
  if (deleted.length > 0) {
    const keys = deleted.flatMap((row) =>
      valuesOf(row).map(({ kind, value }) => ({ ...row, value, kind: VEHICLE_KINDS[kind] })),
    );
    await tx.run(remove, columnsOf(keys, 'value', 'kind', 'time_captured', 'id'));
    await tx.run(removeContainers, [deleted.map(({ id }) => id)]);
  }
  await addFederalVins(
    tx,
    written.filter(({ type }) => type !== 'Detection'),
  );
  const rows = written
    .filter(({ type }) => type === 'Detection')
    .flatMap((observation) => rowsOf(observation, details.get(observation.id)));
  if (rows.length === 0) return;
  await tx.run(
    insert,
    columnsOf(rows, 'value', 'kind', 'time_captured', 'id', 'usdot_number', 'organization_id', 'origin'),
  );
}

function rowsOf(
  observation: WrittenVehicle,
  { containers, chassis, typed = [] }: VehicleDetails = {},
): Row[] {
  const { id, time_captured, usdot_number, organization_id, is_vin_imputed, is_cab_imputed } = observation;
  const isInferred: Partial<Record<VehicleKind, boolean>> = { vin: is_vin_imputed, cab: is_cab_imputed };
  const isTyped = (kind: VehicleKind) =>
    kind in VALUE_FIELDS && typed.includes(VALUE_FIELDS[kind as 'plate']);
  const of = (kind: VehicleKind, values: string[] = []) =>
    [...new Set(values.map(vehicleValue))].map((value) => ({ kind, value }));
  const values = [...valuesOf(observation), ...of('container', containers), ...of('chassis', chassis)];
  return values.map(({ kind, value }) => ({
    ...{ value, kind: VEHICLE_KINDS[kind], time_captured, id, usdot_number, organization_id },
    origin: (isInferred[kind] ? INFERRED : 0) | (isTyped(kind) ? TYPED : 0),
  }));
}

function valuesOf(row: ValueColumns): { kind: VehicleKind; value: string }[] {
  return (Object.keys(VALUE_FIELDS) as (keyof typeof VALUE_FIELDS)[])
    .map((kind) => ({ kind, value: vehicleValue(row[VALUE_FIELDS[kind]]) }))
    .filter(({ value }) => value !== '');
}

const ofFederalRecords = statement(
  'vehicles.of-federal-records',
  `select usdot_number, time_captured, id, vin from observations where id >= ${FIRST_FEDERAL_ID} and vin <> ''`,
  { allShards: 'The demo belongs to any carrier.' },
);

const ofOrganizations = statement(
  'vehicles.of-organizations',
  `select usdot_number, time_captured, id, organization_id, type, ${VEHICLE_COLUMNS} from observations
    where organization_id = any($1::int[]) and type = 'Detection'`,
  { allShards: 'The demo belongs to any carrier.' },
);

/** Writes the values of observations that were copied into the table: the sightings of some organizations, and all federal records. */
export async function deriveVehicleSightings(tx: Transaction, organizationIds: number[]): Promise<void> {
  const rows = await tx.rows<WrittenVehicle>(ofOrganizations, [organizationIds]);
  await replaceVehicleSightings(tx, rows, new Map(), []);
  await addFederalVins(tx, await tx.rows<RecordedVin>(ofFederalRecords));
}
