import { readFieldNames } from '../../../contract/truck-fields.ts';
import type { Db } from '../../../db/database.ts';
import { byName } from '../../../lib/by-name.ts';
import { isSettled, type MatchedUsdot, matchUsdot } from '../carrier-match/match-carrier.ts';
import { findOtherNames, type NameOfOthers } from '../carrier-match/other-names-on-door.ts';
import { findCarriers, findReadCarriers, type KnownCarrier } from '../carrier-match/usdot-candidates.ts';
import type { Imputed } from '../imputation/consensus.ts';
import {
  type Evidence,
  type EvidenceQuery,
  findByCarrier,
  findVehicle,
  type KnownFields,
  type VehicleEvidence,
} from '../imputation/find-evidence.ts';
import { carrierByDocket, carrierByHistory, imputeCarrier } from '../imputation/impute.ts';
import { lowerScore, type McReading, type MergedFields, mcNumber } from '../readings/reading.ts';
import { cabOf, identifiersOf, type OwnTruck } from './truck-identifiers.ts';
import { mergeViews, type View } from './view.ts';

/** All that a sighting is decided from. */
export type KnownTruck = OwnTruck & {
  /** With the history of the vehicle. */
  usdot: MatchedUsdot;
  /** The carrier that the vehicle was seen with before. */
  history: Imputed | null;
  /** The carrier, when its number was not read. */
  carrier: Imputed | null;
  /** Including the carrier, read or imputed. */
  known: KnownFields;
  evidence: Evidence;
  /** Carriers whose names stand beside the number of another one. */
  otherNames: NameOfOthers[];
};

/** Finds the evidence about a truck and its carrier. Two round trips, and one more if the number on the door is not confirmed there. */
export async function identifyTruck(
  db: Db,
  views: readonly [View, ...View[]],
  query: EvidenceQuery,
): Promise<KnownTruck> {
  const fields = mergeViews(views);
  const [vehicle, readCarriers] = await Promise.all([
    findVehicle(db, identifiersOf(fields), query),
    findReadCarriers(db, fields.usdot_number),
  ]);
  const docketHolders = vehicle.docketHolders.map(({ usdot_number }) => Number(usdot_number));
  const texts = views.flatMap(({ read }) => read.lines.map(({ text }) => text));
  const match = (carriers: KnownCarrier[], vehicleCarriers: number[] = []) =>
    matchUsdot(fields.usdot_number, { carriers, docketHolders, vehicleCarriers }, texts);
  const onDoor = match(readCarriers);
  const carriers = isSettled(onDoor) ? readCarriers : await findCarriers(db, fields.usdot_number);
  const ownUsdot = carriers === readCarriers ? onDoor : match(carriers);
  const history = carrierByHistory(vehicle, query.when, ownUsdot.score === 'High');
  const usdot = history ? match(carriers, [Number(history.value)]) : ownUsdot;
  const own = { fields, ownUsdot };
  const read = knownFields(fields, usdot.value);
  const carrier = inferCarrier(usdot, fields.mc_number, read, vehicle, query.when);
  const known = { ...read, usdot_number: carrier?.value ?? read.usdot_number };
  const readings = views.map(({ read }) => read);
  const [ofCarrier, otherNames] = await Promise.all([
    findByCarrier(db, known, cabOf(own), vinsOf(vehicle), query),
    findOtherNames(db, usdot, readings),
  ]);
  // Two carriers on one door: without words that say which one operates the truck, neither is High.
  const limited = (matched: MatchedUsdot): MatchedUsdot =>
    otherNames.length === 0 ? matched : { ...matched, score: lowerScore(matched.score, 'Medium') };
  return {
    ...{ fields, ownUsdot: limited(ownUsdot), usdot: limited(usdot), history, carrier, known, otherNames },
    evidence: { ...vehicle, ...ofCarrier },
  };
}

/**
 * The carrier of a truck whose number was not read. A Low number that nobody holds counts as unread; a better one gives
 * way to the holder of an MC number that was read with High on the same door.
 */
function inferCarrier(
  { outcome, score }: MatchedUsdot,
  mc: McReading,
  read: KnownFields,
  vehicle: VehicleEvidence,
  when: Date,
): Imputed | null {
  if (outcome !== 'nobody holds it') return imputeCarrier(read, vehicle, when);
  if (score !== 'Medium') return imputeCarrier({ ...read, usdot_number: '' }, vehicle, when);
  return mc.score === 'High' ? carrierByDocket(read, vehicle, when) : null;
}

function knownFields(fields: MergedFields, usdot_number: string): KnownFields {
  const mc_number = mcNumber(fields.mc_number);
  return { ...byName(readFieldNames(), (name) => fields[name].value), usdot_number, mc_number };
}

function vinsOf({ byPlate }: VehicleEvidence): string[] {
  return byPlate.map(({ vin }) => vin);
}
