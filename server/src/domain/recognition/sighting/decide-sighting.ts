import { sha256 } from '../../../lib/bytes/hash.ts';
import { editDistance } from '../../../lib/edit-distance.ts';
import { imputeRest } from '../imputation/impute.ts';
import type { McReading } from '../readings/reading.ts';
import { type Composed, composeSighting, type DecidedTruck } from './compose-sighting.ts';
import type { IdentifiedSighting } from './identify-sighting.ts';
import { type TruckMarks, truckMarks } from './same-truck.ts';
import { evidenceOf, type SightingEvidence } from './vehicle-evidence.ts';

/** What is written of a sighting. */
export type Decision = {
  sighting: Composed;
  marks: TruckMarks;
  evidence: SightingEvidence;
  /** Better evidence could add to the sighting. */
  isOpen: boolean;
  fingerprint: Buffer;
};

/** The same views and the same evidence always give the same decision: ages count from the time of the sighting. */
export function decideSighting({ views, truck }: Pick<IdentifiedSighting, 'views' | 'truck'>): Decision {
  const { fields, usdot, carrier, known, evidence } = truck;
  const imputed = imputeRest(known, evidence, views[0].time_captured);
  const held = evidence.carrierDockets.map(({ docket }) => docket);
  const mc_number = fields.mc_number.isCorrected ? fields.mc_number : matchDocket(fields.mc_number, held);
  const decided = {
    fields: { ...fields, mc_number },
    usdot,
    imputed: { usdot_number: carrier, ...imputed },
  };
  const sighting = composeSighting(views, decided);
  return {
    sighting,
    marks: truckMarks(decided),
    evidence: evidenceOf(decided),
    isOpen: isOpen(sighting, decided),
    fingerprint: sha256(JSON.stringify(sighting)),
  };
}

/** Replaces a docket number by the only one that differs by one character and that its carrier holds. */
export function matchDocket(reading: McReading, held: readonly string[]): McReading {
  if (reading.value === '' || reading.docket !== 'MC' || held.includes(reading.value)) return reading;
  const near = new Set(held.filter((docket) => editDistance(docket, reading.value) === 1));
  const [value] = near;
  if (value === undefined || near.size > 1) return reading;
  const score = reading.score === 'High' ? 'Medium' : reading.score;
  return { ...reading, value, score, alternatives: [reading.value, ...reading.alternatives] };
}

/** Whether better evidence could add its carrier, docket or VIN. */
function isOpen({ mc_number, vin, alpr_plate_number }: Composed, { usdot, imputed }: DecidedTruck): boolean {
  if (imputed.usdot_number !== null || usdot.score !== 'High' || mc_number === '') return true;
  return vin === '' && alpr_plate_number !== '';
}
