import type { Db } from '../../../db/database.ts';
import {
  dependsOnSimilarNumbers,
  findCarrier,
  findCarriers,
  type MatchedUsdot,
  matchDocket,
  matchUsdot,
} from '../carrier-match/match-carrier.ts';
import type { Imputed } from '../imputation/consensus.ts';
import type { TruckFields, VehicleEvidence } from '../imputation/evidence.ts';
import { type Imputations, imputeCarrier, imputeRest } from '../imputation/impute.ts';
import { findByCarrier, findVehicle, type TruckIdentifiers } from '../imputation/store.ts';
import type { Reading } from '../readings/reading.ts';
import { type MergedFields, mergeViews, type View } from './view.ts';

/** A truck's fields and its USDOT number after matching: enough to compare it with other trucks. */
export type IdentifiedTruck = { fields: MergedFields; usdot: MatchedUsdot; vehicle: VehicleEvidence };

/** The values of a sighting after matching and imputation. */
export type Decision = Omit<IdentifiedTruck, 'vehicle'> & { carrier: Imputed | null; imputed: Imputations };

/** `except`: the sightings that the views belong to. */
export async function identifyTruck(
  db: Db,
  views: readonly View[],
  except: number[],
): Promise<IdentifiedTruck> {
  const fields = mergeViews(views);
  const [vehicle, carriers] = await Promise.all([
    findVehicle(db, identifiersOf(fields), except),
    findCarrier(db, fields.usdot),
  ]);
  const texts = views.flatMap(({ read }) => read.lines.map(({ text }) => text));
  const facts = {
    carriers,
    docketHolders: vehicle.docketHolders.map(({ usdotNumber }) => Number(usdotNumber)),
    vehicleCarriers: vehicleCarriers(vehicle),
  };
  const usdot = matchUsdot(fields.usdot, facts, texts);
  if (!dependsOnSimilarNumbers(usdot)) return { fields, usdot, vehicle };
  const similar = { ...facts, carriers: await findCarriers(db, fields.usdot) };
  return { fields, usdot: matchUsdot(fields.usdot, similar, texts), vehicle };
}

/**
 * Decides the values of a sighting from its views and all evidence: one round trip. The same views and the same evidence
 * always give the same decision, because ages count from the time of the sighting.
 */
export async function decideSighting(
  db: Db,
  { fields, usdot, vehicle }: IdentifiedTruck,
  when: Date,
  except: number[],
): Promise<Decision> {
  const read = truckFields(fields, usdot.value);
  const carrier = imputeCarrier(read, vehicle, when);
  const known = { ...read, usdotNumber: read.usdotNumber || (carrier?.value ?? '') };
  const vins = new Set([...vehicle.byPlate.map(({ vin }) => vin), known.vin]);
  const ofCarrier = await findByCarrier(db, known.usdotNumber, known.cabNumber, [...vins], except);
  const imputed = imputeRest(known, { ...vehicle, ...ofCarrier }, when);
  const held = ofCarrier.carrierDockets.map(({ docket }) => docket);
  const mc = fields.mc.isCorrected ? fields.mc : matchDocket(fields.mc, held);
  return { fields: { ...fields, mc }, usdot, carrier, imputed };
}

/** Reliable enough to find other sightings: a misread plate belongs to another truck. */
export function isReliable({ value, score }: Reading): boolean {
  return value !== '' && (score === 'High' || score === 'Medium');
}

function identifiersOf({ plate, vin, trailerNumber, mc }: MergedFields): TruckIdentifiers {
  return {
    plate: isReliable(plate) ? { number: plate.value, state: plate.state } : null,
    vin: isReliable(vin) && vin.isWhole ? vin.value : null,
    trailerNumber: isReliable(trailerNumber) ? trailerNumber.value : null,
    docket: isReliable(mc) && mc.value.length <= 9 ? { prefix: mc.docket, number: Number(mc.value) } : null,
  };
}

/** A freight forwarder's docket is not an MC number. */
function truckFields(fields: MergedFields, usdotNumber: string): TruckFields {
  const { mc, vin, cabNumber, trailerNumber, wordmark } = fields;
  return {
    usdotNumber,
    mcNumber: mc.docket === 'FF' ? '' : mc.value,
    vin: vin.value,
    cabNumber: cabNumber.value,
    trailerNumber: trailerNumber.value,
    logo: wordmark.value,
  };
}

function vehicleCarriers({ byPlate, byVin }: VehicleEvidence): number[] {
  const rows = [...byPlate, ...byVin].filter(
    ({ isTrailer, usdotNumber }) => !isTrailer && usdotNumber !== '',
  );
  return [...new Set(rows.map(({ usdotNumber }) => Number(usdotNumber)))];
}
