import type { Db } from '../../../db/database.ts';
import type { DocketRow, EvidenceRef, KnownEvidence, VehicleRow } from './evidence.ts';
import { carrierEvidence, vehicleEvidence } from './evidence-sql.ts';

/** By what a truck can be found again; null where it was not read well enough. */
export type Marks = {
  plate: { number: string; state: string } | null;
  /** All 17 characters. */
  vin: string | null;
  trailerNumber: string | null;
  docket: { prefix: string; number: number } | null;
};

type Row = EvidenceRef & {
  via: 'plate' | 'vin' | 'trailer' | 'cab' | 'docket' | 'wmi';
  seen_at: Date | null;
  usdot_number: string;
  vin: string;
  cab_number: string;
  logo: string;
  equipment_type: string;
  is_trailer: boolean;
};

export type VehicleEvidence = Pick<KnownEvidence, 'byPlate' | 'byVin' | 'byTrailer' | 'docketHolders'>;
export type CarrierEvidence = Pick<KnownEvidence, 'byCab' | 'carrierDockets' | 'vinTypes'>;

/** `except` are the sightings in question: what they say themselves is no evidence. */
export async function findVehicle(db: Db, marks: Marks, except: number[]): Promise<VehicleEvidence> {
  const { plate, vin, trailerNumber, docket } = marks;
  const rows = await db.rows<Row>(vehicleEvidence, [
    except,
    plate && plateKey(plate),
    ...[plate?.number ?? null, plate?.state ?? null, vin, trailerNumber],
    ...[docket?.number ?? null, docket?.prefix ?? null],
  ]);
  return {
    byPlate: vehicles(rows, 'plate'),
    byVin: vehicles(rows, 'vin'),
    byTrailer: vehicles(rows, 'trailer'),
    docketHolders: dockets(rows, String(docket?.number ?? '')),
  };
}

/** `vins` are all that may be the vehicle's: the first letters of each tell what it is. */
export async function findOfCarrier(
  db: Db,
  usdotNumber: string,
  cabNumber: string,
  vins: string[],
  except: number[],
): Promise<CarrierEvidence> {
  const beginnings = vins.flatMap((vin) => [vin.slice(0, 3), vin.slice(0, 3) + vin.slice(11, 14)]);
  const rows = await db.rows<Row>(carrierEvidence, [
    except,
    usdotNumber === '' || cabNumber === '' ? null : cabKey(usdotNumber, cabNumber),
    usdotNumber === '' ? null : usdotNumber,
    beginnings,
  ]);
  const types = rows.filter(({ via }) => via === 'wmi').map(({ key, vin }) => [key, vin] as const);
  return { byCab: vehicles(rows, 'cab'), carrierDockets: dockets(rows), vinTypes: new Map(types) };
}

export function plateKey({ number, state }: { number: string; state: string }): string {
  return `${state} ${number}`;
}

export function cabKey(usdotNumber: string, cabNumber: string): string {
  return `${usdotNumber} ${cabNumber}`;
}

function vehicles(rows: Row[], via: Row['via']): VehicleRow[] {
  return rows
    .filter((row) => row.via === via)
    .map(({ table, key, seen_at, usdot_number, vin, cab_number, logo, equipment_type, is_trailer }) => ({
      ...{ table, key, seenAt: seen_at, usdotNumber: usdot_number, vin, cabNumber: cab_number, logo },
      ...{ equipmentType: equipment_type, isTrailer: is_trailer },
    }));
}

/** Rows of a carrier's dockets carry the docket where vehicles carry their VIN, and whether it is in force. */
function dockets(rows: Row[], asked = ''): DocketRow[] {
  return rows
    .filter(({ via }) => via === 'docket')
    .map(({ key, usdot_number, vin, is_trailer }) => {
      return { key, usdotNumber: usdot_number, docket: vin || asked, isActive: is_trailer };
    });
}
