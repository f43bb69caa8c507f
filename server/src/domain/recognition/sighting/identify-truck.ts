import { readFieldNames } from '../../../contract/truck-fields.ts';
import type { Db } from '../../../db/database.ts';
import { byName } from '../../../lib/by-name.ts';
import { type MatchedUsdot, matchUsdot } from '../carrier-match/match-carrier.ts';
import { findCarriers } from '../carrier-match/usdot-candidates.ts';
import type { Imputed } from '../imputation/consensus.ts';
import {
  type Evidence,
  findByCarrier,
  findVehicle,
  type KnownFields,
  type TruckIdentifiers,
  type VehicleEvidence,
} from '../imputation/find-evidence.ts';
import { imputeCarrier } from '../imputation/impute.ts';
import { isReliable, type MergedFields, mcNumber } from '../readings/reading.ts';
import { mergeViews, type View } from './view.ts';

/** A truck's fields and its USDOT number after matching: enough to compare it with other trucks. */
export type IdentifiedTruck = { fields: MergedFields; usdot: MatchedUsdot; vehicle: VehicleEvidence };

/** All that a sighting is decided from. */
export type KnownTruck = {
  fields: MergedFields;
  usdot: MatchedUsdot;
  /** The carrier, when its number was not read. */
  carrier: Imputed | null;
  /** Including the carrier, read or imputed. */
  known: KnownFields;
  evidence: Evidence;
};

/** One round trip. `except`: the sightings that the views belong to. */
export async function identifyTruck(
  db: Db,
  views: readonly View[],
  except: number[],
): Promise<IdentifiedTruck> {
  const fields = mergeViews(views);
  const [vehicle, carriers] = await Promise.all([
    findVehicle(db, identifiersOf(fields), except),
    findCarriers(db, fields.usdot_number),
  ]);
  const facts = {
    carriers,
    docketHolders: vehicle.docketHolders.map(({ usdot_number }) => Number(usdot_number)),
    vehicleCarriers: vehicleCarriers(vehicle),
  };
  const texts = views.flatMap(({ read }) => read.lines.map(({ text }) => text));
  return { fields, usdot: matchUsdot(fields.usdot_number, facts, texts), vehicle };
}

/** Adds the evidence that is found by the carrier: one round trip. Ages count from `when`, the time of the sighting. */
export async function findCarrierEvidence(
  db: Db,
  { fields, usdot, vehicle }: IdentifiedTruck,
  when: Date,
  except: number[],
): Promise<KnownTruck> {
  const read = knownFields(fields, usdot.value);
  const carrier = imputeCarrier(read, vehicle, when);
  const known = { ...read, usdot_number: read.usdot_number || (carrier?.value ?? '') };
  const vins = vehicle.byPlate.map(({ vin }) => vin);
  const ofCarrier = await findByCarrier(db, known, vins, except);
  return { fields, usdot, carrier, known, evidence: { ...vehicle, ...ofCarrier } };
}

function identifiersOf(fields: MergedFields): TruckIdentifiers {
  const { alpr_plate_number: plate, vin, equipment_number: trailer, mc_number: mc } = fields;
  return {
    plate: isReliable(plate) ? { number: plate.value, state: plate.state } : null,
    vin: isReliable(vin) && vin.isWhole ? vin.value : null,
    trailer: isReliable(trailer) ? trailer.value : null,
    docket: isReliable(mc) && mc.value.length <= 9 ? { prefix: mc.docket, number: Number(mc.value) } : null,
  };
}

function knownFields(fields: MergedFields, usdot_number: string): KnownFields {
  const mc_number = mcNumber(fields.mc_number);
  return { ...byName(readFieldNames(), (name) => fields[name].value), usdot_number, mc_number };
}

function vehicleCarriers({ byPlate, byVin }: VehicleEvidence): number[] {
  const rows = [...byPlate, ...byVin].filter(
    ({ isTrailer, usdot_number }) => !isTrailer && usdot_number !== '',
  );
  return [...new Set(rows.map(({ usdot_number }) => Number(usdot_number)))];
}
