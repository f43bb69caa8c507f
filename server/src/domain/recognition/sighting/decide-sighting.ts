import { sha256 } from '../../../lib/bytes/hash.ts';
import { editDistance } from '../../../lib/edit-distance.ts';
import type { MatchedUsdot } from '../carrier-match/match-carrier.ts';
import { imputeRest } from '../imputation/impute.ts';
import type { McReading } from '../readings/reading.ts';
import {
  type Composed,
  composeSighting,
  type DecidedTruck,
  type Explanation,
  explanationOf,
} from './compose-sighting.ts';
import { conflictsOf } from './conflicts.ts';
import type { KnownTruck } from './identify-truck.ts';
import { keysOf, marksOf } from './image-marks.ts';
import { evidenceOf, type SightingEvidence } from './vehicle-evidence.ts';
import type { View } from './view.ts';

/** What is written of a sighting. */
export type Decision = {
  sighting: Composed;
  usdot: MatchedUsdot;
  explanation: Explanation;
  /** See `keysOf`. */
  keys: string[];
  evidence: SightingEvidence;
  /** Better evidence could add to the sighting. */
  isOpen: boolean;
  fingerprint: Buffer;
};

/** Enough: it is only compared with that of the same sighting. */
const FINGERPRINT_BYTES = 8;

/** The same views and the same evidence always give the same decision: ages count from the time of the sighting. */
export function decideSighting(
  organizationId: number,
  views: readonly [View, ...View[]],
  truck: KnownTruck,
): Decision {
  const { fields, usdot, history, carrier, known, evidence } = truck;
  const imputed = imputeRest(known, evidence, views[0].time_captured);
  const held = evidence.carrierDockets.map(({ docket }) => docket);
  const isHeld = evidence.docketHolders.length > 0;
  const mc_number = isHeld ? fields.mc_number : matchDocket(fields.mc_number, held);
  const decided = {
    organizationId,
    fields: { ...fields, mc_number },
    usdot,
    history,
    docketHolders: evidence.docketHolders,
    conflicts: conflictsOf(truck),
    imputed: { usdot_number: carrier, ...imputed },
  };
  const sighting = composeSighting(views, decided);
  const explanation = explanationOf(views, decided);
  const keys = [...new Set(views.flatMap((view) => keysOf(marksOf(view))))];
  const own = evidenceOf(truck);
  return {
    sighting,
    usdot,
    explanation,
    keys,
    evidence: own,
    isOpen: isOpen(sighting, decided),
    fingerprint: sha256(JSON.stringify([sighting, explanation, keys, own])).subarray(0, FINGERPRINT_BYTES),
  };
}

/**
 * Replaces a docket number by the only one that differs by one character and that its carrier holds. A High reading and a
 * correction stay: another docket than the carrier's is a sign of its own.
 */
export function matchDocket(reading: McReading, held: readonly string[]): McReading {
  const { value: read, score, isCorrected, docket } = reading;
  if (read === '' || docket !== 'MC' || score === 'High' || isCorrected || held.includes(read))
    return reading;
  const near = new Set(held.filter((held) => editDistance(held, read) === 1));
  const [value] = near;
  if (value === undefined || near.size > 1) return reading;
  return { ...reading, value, alternatives: [read, ...reading.alternatives] };
}

/** Whether better evidence could add its carrier, docket or VIN. */
function isOpen({ mc_number, vin, alpr_plate_number }: Composed, { usdot, imputed }: DecidedTruck): boolean {
  if (imputed.usdot_number !== null || usdot.score !== 'High' || mc_number === '') return true;
  return vin === '' && alpr_plate_number !== '';
}
