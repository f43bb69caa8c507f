import type { OcrScore } from '../../observations/observation.ts';
import type { Reading } from '../readings/reading.ts';
import { type DoorText, doorText, nameOnDoor, wordsOf } from './name-on-door.ts';
import { type Candidate, candidatesOf, type Difference } from './usdot-candidates.ts';

/** A carrier that exists, as far as its number can be weighed by it. */
export type CarrierFact = {
  usdot_number: number;
  legal_name: string | null;
  dba_name: string | null;
  city: string | null;
  state: string | null;
};

/** What look-ups found: those of the candidates that exist, and whom other marks of the truck point to. */
export type CatalogueFacts = {
  carriers: CarrierFact[];
  /** Carriers that hold the docket read on the same door. */
  docketHolders: number[];
  /** Carriers with which this plate or VIN was seen before. */
  vehicleCarriers: number[];
};

export type Witness = 'name' | 'docket' | 'vehicle' | 'place';
export type Weighed = {
  /** The number that stands for what was read; empty when nothing was. */
  value: string;
  score: OcrScore;
  /** As it was read. */
  read: string;
  outcome: 'nothing read' | 'as read' | 'confirmed' | 'mended' | 'nobody holds it';
  carrier: CarrierFact | null;
  witnesses: Witness[];
};

const NAME_SHARE = 0.7;
/** Against two sure readers only a name that stands there as good as whole will do. */
const WHOLE_NAME_SHARE = 0.9;
const WEIGHTS: Record<Witness, number> = { name: 3, docket: 3, vehicle: 3, place: 1 };
const NEARNESS: Record<Difference, number> = {
  none: 1,
  'other-reader': 0.8,
  confusion: 0.6,
  seam: 0.4,
  edit: 0.2,
};
const RAISED: Record<OcrScore, OcrScore> = { 'N/A': 'N/A', Low: 'Medium', Medium: 'High', High: 'High' };
const LOWERED: Record<OcrScore, OcrScore> = { 'N/A': 'N/A', Low: 'Low', Medium: 'Low', High: 'Medium' };

type Standing = Candidate & { carrier: CarrierFact; witnesses: Witness[]; nameShare: number; weight: number };

/**
 * Weighs a number against the carriers that exist. One that exists, stands one digit away and has a witness (its name
 * on the door, its docket, its vehicle) beats the number as read when that has none. What nobody holds is never High.
 */
export function weigh(reading: Reading, facts: CatalogueFacts, texts: readonly string[]): Weighed {
  const read = reading.value;
  const answer = { value: read, score: reading.score, read, carrier: null, witnesses: [] };
  if (read === '') return { ...answer, outcome: 'nothing read' };
  const standing = stand(reading, facts, doorText(texts));
  const own = standing.find(({ difference }) => difference === 'none') ?? null;
  if (own && isWitnessed(own)) {
    const { carrier, witnesses } = own;
    return { ...answer, score: RAISED[reading.score], outcome: 'confirmed', carrier, witnesses };
  }
  const isFirm = own !== null && reading.score === 'High';
  const rivals = standing.filter((one) => one !== own && (!isFirm || isOverwhelming(one)));
  const better = clearlyBest(rivals.filter(isWitnessed));
  if (better) {
    const { carrier, witnesses, usdotNumber } = better;
    const score = reading.score === 'Low' && witnesses.length < 2 ? 'Low' : 'Medium';
    return { ...answer, value: String(usdotNumber), score, outcome: 'mended', carrier, witnesses };
  }
  if (own) return { ...answer, outcome: 'as read', carrier: own.carrier, witnesses: own.witnesses };
  return { ...answer, score: LOWERED[reading.score], outcome: 'nobody holds it' };
}

function stand(reading: Reading, facts: CatalogueFacts, door: DoorText): Standing[] {
  const carriers = new Map(facts.carriers.map((carrier) => [carrier.usdot_number, carrier]));
  return candidatesOf(reading).flatMap((candidate) => {
    const carrier = carriers.get(candidate.usdotNumber);
    if (!carrier) return [];
    const nameShare = nameShareOf(carrier, door);
    const witnesses = witnessesOf(carrier, nameShare, facts, door);
    const weight = witnesses.reduce((sum, one) => sum + WEIGHTS[one], NEARNESS[candidate.difference]);
    return [{ ...candidate, carrier, witnesses, nameShare, weight }];
  });
}

/** Of its legal or its trading name, whichever stands there more fully; 0 when only common words do. */
function nameShareOf({ legal_name, dba_name }: CarrierFact, door: DoorText): number {
  const names = [nameOnDoor(legal_name, door), nameOnDoor(dba_name, door)];
  return Math.max(...names.map(({ share, isTelling }) => (isTelling ? share : 0)));
}

function witnessesOf(
  carrier: CarrierFact,
  nameShare: number,
  facts: CatalogueFacts,
  door: DoorText,
): Witness[] {
  const { usdot_number } = carrier;
  const witnesses: Witness[] = [];
  if (nameShare >= NAME_SHARE) witnesses.push('name');
  if (facts.docketHolders.includes(usdot_number)) witnesses.push('docket');
  if (facts.vehicleCarriers.includes(usdot_number)) witnesses.push('vehicle');
  if (isPlaceOnDoor(carrier, door)) witnesses.push('place');
  return witnesses;
}

/** City and state: a state's two letters alone stand on every second door. */
function isPlaceOnDoor({ city, state }: CarrierFact, door: DoorText): boolean {
  if (!city || !state || !door.tokens.has(state)) return false;
  const squeezed = wordsOf(city).join('');
  return squeezed.length >= 4 && door.squeezed.some((line) => line.includes(squeezed));
}

/** The place alone says too little: a town has many carriers. */
function isWitnessed({ witnesses }: Standing): boolean {
  return witnesses.some((one) => one !== 'place');
}

/** Two sure readers of a number that exists are doubted only for digits that look alike, and on the best of evidence. */
function isOverwhelming({ difference, witnesses, nameShare }: Standing): boolean {
  if (difference === 'edit') return false;
  return nameShare >= WHOLE_NAME_SHARE || witnesses.some((one) => one === 'docket' || one === 'vehicle');
}

/** Two that stand alike are no answer, unless one of them is nearer to what was read. */
function clearlyBest(standing: Standing[]): Standing | null {
  const [first, second] = standing.sort((a, b) => b.weight - a.weight);
  if (!first || first.weight === second?.weight) return null;
  return first;
}
