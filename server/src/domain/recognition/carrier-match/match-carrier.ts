import { type DoorText, doorText, nameOnDoor, wordsOf } from '../../../lib/identifiers/name-on-door.ts';
import type { OcrScore } from '../../observations/observation.ts';
import { type CarrierNumber, hasSureCharacters } from '../readings/reading.ts';
import { type Candidate, type KnownCarrier, usdotCandidates } from './usdot-candidates.ts';

/** The registered carriers among the candidates, and the carriers that other evidence points to. */
export type MatchFacts = {
  carriers: readonly KnownCarrier[];
  /** Carriers that hold the docket read on the same door. */
  docketHolders: number[];
  /** Carriers that this plate or VIN was seen with before, by consensus. */
  vehicleCarriers: number[];
};

type Witness = 'name' | 'docket' | 'vehicle' | 'place';
export type MatchedUsdot = {
  /** The number after matching; empty when nothing was read. */
  value: string;
  score: OcrScore;
  /** The number as read. */
  read: string;
  /** Stored with the observation. `mended`: corrected to another carrier's number. */
  outcome: 'nothing read' | 'as read' | 'confirmed' | 'mended' | 'nobody holds it' | 'corrected';
  carrier: KnownCarrier | null;
  witnesses: Witness[];
};

const MIN_NAME_SHARE = 0.7;
/** Needed to overrule two readers that agree with High. */
const FULL_NAME_SHARE = 0.9;
const WEIGHTS: Record<Witness, number> = { name: 3, docket: 3, vehicle: 3, place: 1 };
const NEARNESS = { none: 1, 'other-reader': 0.8, confusion: 0.6, seam: 0.4, edit: 0.2 };
const RAISED: Record<OcrScore, OcrScore> = { 'N/A': 'N/A', Low: 'Medium', Medium: 'High', High: 'High' };
const LOWERED: Record<OcrScore, OcrScore> = { 'N/A': 'N/A', Low: 'Low', Medium: 'Low', High: 'Medium' };

type RegisteredCandidate = Candidate & { carrier: KnownCarrier };
type RankedCarrier = ReturnType<typeof weighed>;

/**
 * Compares a USDOT number with the registered carriers. A carrier whose number differs by one digit replaces the number
 * as read when it has a witness (its name on the door, its docket, its vehicle) and the number as read has none. A number
 * without a registered carrier is never High.
 */
export function matchUsdot(
  reading: CarrierNumber,
  facts: MatchFacts,
  texts: readonly string[],
): MatchedUsdot {
  const { value, score: readScore } = reading;
  const asRead = { value, score: readScore, read: value, carrier: null, witnesses: [] };
  if (value === '') return { ...asRead, outcome: 'nothing read' };
  const door = doorText(texts);
  const [first, ...rest] = registeredCandidates(reading, facts.carriers).filter(
    ({ usdotNumber }) => !isOwner(reading, usdotNumber),
  );
  const own = first?.difference === 'none' ? weighed(first, facts, door) : null;
  // A person saw the number: no evidence overrules it.
  if (reading.isCorrected) return { ...asRead, outcome: 'corrected', carrier: own?.carrier ?? null };
  const others = own || !first ? rest : [first, ...rest];
  const witnessed = others.map((candidate) => weighed(candidate, facts, door)).filter(isWitnessed);
  if (own && isWitnessed(own)) {
    const { carrier, witnesses } = own;
    const isAlsoOnDoor = witnessed.some(({ usdotNumber }) => isOnDoor(reading, usdotNumber));
    const score = isAlsoOnDoor ? readScore : raised(reading);
    return { ...asRead, score, outcome: 'confirmed', carrier, witnesses };
  }
  const isFirm = own !== null && readScore === 'High';
  const rivals = witnessed.filter((one) => !isFirm || isOverwhelming(one));
  const better = clearlyBest(rivals);
  if (better) {
    const { carrier, witnesses, usdotNumber } = better;
    const score = mendedScore(readScore, witnesses.length);
    return { ...asRead, value: String(usdotNumber), score, outcome: 'mended', carrier, witnesses };
  }
  if (own) return { ...asRead, outcome: 'as read', carrier: own.carrier, witnesses: own.witnesses };
  return { ...asRead, score: LOWERED[readScore], outcome: 'nobody holds it' };
}

/** Similar numbers of other carriers would change nothing: only carriers whose numbers were read were compared (`findReadCarriers`). */
export function isSettled({ outcome }: MatchedUsdot): boolean {
  return outcome === 'confirmed' || outcome === 'corrected' || outcome === 'nothing read';
}

/** The door shows this number too. */
function isOnDoor({ others = [] }: CarrierNumber, usdotNumber: number): boolean {
  return others.includes(String(usdotNumber));
}

/** The door names another carrier as the operating one. */
function isOwner(reading: CarrierNumber, usdotNumber: number): boolean {
  return reading.isOperator === true && isOnDoor(reading, usdotNumber);
}

function raised(reading: CarrierNumber): OcrScore {
  const score = RAISED[reading.score];
  return score === 'High' && !hasSureCharacters(reading) ? reading.score : score;
}

/** The candidates that are registered, the smallest difference first. */
function registeredCandidates(
  reading: CarrierNumber,
  carriers: readonly KnownCarrier[],
): RegisteredCandidate[] {
  const byNumber = new Map(carriers.map((carrier) => [carrier.usdot_number, carrier]));
  const found: RegisteredCandidate[] = [];
  for (const candidate of byNumber.size === 0 ? [] : usdotCandidates(reading)) {
    const carrier = byNumber.get(candidate.usdotNumber);
    if (carrier) found.push({ ...candidate, carrier });
    if (found.length === byNumber.size) break;
  }
  return found;
}

function weighed(candidate: RegisteredCandidate, facts: MatchFacts, door: DoorText) {
  const { usdotNumber, difference, carrier } = candidate;
  const nameShare = nameShareOf(carrier, door);
  const witnesses: Witness[] = [];
  if (nameShare >= MIN_NAME_SHARE) witnesses.push('name');
  if (facts.docketHolders.includes(usdotNumber)) witnesses.push('docket');
  if (facts.vehicleCarriers.includes(usdotNumber)) witnesses.push('vehicle');
  if (isPlaceOnDoor(carrier, door)) witnesses.push('place');
  const weight = witnesses.reduce((sum, one) => sum + WEIGHTS[one], NEARNESS[difference]);
  return { ...candidate, witnesses, nameShare, weight };
}

/** The larger share of the legal and the trade name; 0 when only common words were found. */
function nameShareOf({ legal_name, dba_name }: KnownCarrier, door: DoorText): number {
  const names = [nameOnDoor(legal_name, door), nameOnDoor(dba_name, door)];
  return Math.max(...names.map(({ share, isTelling }) => (isTelling ? share : 0)));
}

/** City and state: a state code alone is too common to identify a carrier. */
function isPlaceOnDoor({ city, state }: KnownCarrier, door: DoorText): boolean {
  if (!city || !state || !door.words.has(state)) return false;
  const joined = wordsOf(city).join('');
  return joined.length >= 4 && door.joined.some((line) => line.includes(joined));
}

/** The place alone is not enough: a town has many carriers. */
function isWitnessed({ witnesses }: RankedCarrier): boolean {
  return witnesses.some((one) => one !== 'place');
}

/**
 * Overrules two sure readers of a registered number: only for similar digits, and only the full name on the same door. A
 * docket or a history of another carrier is a conflict that stays visible.
 */
function isOverwhelming({ difference, nameShare }: RankedCarrier): boolean {
  return difference !== 'edit' && nameShare >= FULL_NAME_SHARE;
}

/** At most Medium, and at most one level above the reading. A reading below the floor stays there. */
function mendedScore(readScore: OcrScore, witnesses: number): OcrScore {
  if (readScore === 'N/A') return 'N/A';
  return readScore === 'Low' && witnesses < 2 ? 'Low' : 'Medium';
}

/** Null when the two best have equal weight. */
function clearlyBest(ranked: RankedCarrier[]): RankedCarrier | null {
  const [first, second] = ranked.sort((a, b) => b.weight - a.weight);
  return first && first.weight !== second?.weight ? first : null;
}
