import { editDistance } from '../../../lib/edit-distance.ts';
import { stateCode } from '../../../lib/identifiers/state-code.ts';
import type { OcrScore } from '../../observations/observation.ts';
import type { ImageReading, TextLine } from '../recognizer.ts';
import { isLikeUnitNumber, locatedPlates, type OwnPlate } from './plates/located-plates.ts';
import {
  type FoundPlate,
  findPlates,
  NOT_LETTERS_OR_DIGITS,
  type Surroundings,
} from './plates/plate-text.ts';
import {
  isReliable,
  lowerScore,
  nothingRead,
  type PartnerPlate,
  type PlateReading,
  SCORES,
} from './reading.ts';
import { type Judged, twoReaders } from './two-readers.ts';

/** A partner's confidence below this says nothing: our own plate with High is used instead. */
const MIN_PARTNER_CONFIDENCE = 0.5;

/**
 * The partner's reading takes precedence over ours, which confirms or contradicts it, unless the partner is in doubt and we
 * are not. `lines` are those of every plate in the image: a plate is never a unit number.
 */
export function readPlate(
  image: ImageReading,
  partner: PartnerPlate | null | undefined,
  { surelyTaken, ...around }: Omit<Surroundings, 'height'> & { surelyTaken: ReadonlySet<number> },
): { plate: PlateReading; lines: number[] } {
  const { lines, height } = image;
  const written = twoReaders(lines, (strips) => findPlates(strips, { ...around, height })).map(ownByText);
  const located = withoutUnitNumbers(locatedPlates(image, { ...around, surelyTaken }));
  const found = together(located, written).sort(byTrust);
  const plates = found.filter(({ reading }, i) => i === 0 || isReliable(reading));
  const read = plates.flatMap(({ reading }) => reading.lines);
  const [best] = found;
  const number = partner?.number.toUpperCase().replace(NOT_LETTERS_OR_DIGITS, '') ?? '';
  if (!partner || number === '') return { plate: ownPlate(found), lines: read };
  const stated = fromPartner(number, partner, lines, best);
  const isDoubtful = (stated.confidence ?? 0) < MIN_PARTNER_CONFIDENCE;
  if (!isDoubtful || best?.reading.score !== 'High' || best.reading.value === number)
    return { plate: stated, lines: [...stated.lines, ...read] };
  const own = ownPlate(found);
  const alternatives = [number, ...own.alternatives.filter((one) => one !== number)];
  return { plate: { ...own, alternatives }, lines: read };
}

function ownByText({ reading, found }: Judged<FoundPlate>): OwnPlate {
  const { state, confidence, rank } = found;
  const stateScore = state === '' ? 'N/A' : lowerScore(reading.score, 'Medium');
  return {
    reading,
    state,
    stateScore,
    confidence: Math.round(confidence * 1_000) / 1_000,
    isLocated: false,
    rank,
  };
}

/** Beside a plate that is surely one, what looks like a unit number is one. */
function withoutUnitNumbers(located: OwnPlate[]): OwnPlate[] {
  const others = located.filter(({ reading }) => !isLikeUnitNumber(reading.value));
  return others.length > 0 ? others : located;
}

/** By level, then located plates before others. */
function byTrust(a: OwnPlate, b: OwnPlate): number {
  const byScore = SCORES.indexOf(b.reading.score) - SCORES.indexOf(a.reading.score);
  return byScore || Number(b.isLocated) - Number(a.isLocated) || b.rank - a.rank;
}

/** Text on a located plate is the same plate: one of the two readings is kept, the more certain one. */
function together(located: OwnPlate[], written: OwnPlate[]): OwnPlate[] {
  const isOn = (one: OwnPlate, plate: OwnPlate) => !isOther(one.reading.lines, plate.reading.lines);
  const merged = located.map((plate) => {
    const same = written.filter((one) => isOn(one, plate));
    const [rival] = same.toSorted(byTrust);
    return rival ? moreCertain(plate, rival) : plate;
  });
  return [...merged, ...written.filter((one) => !located.some((plate) => isOn(one, plate)))];
}

function moreCertain(plate: OwnPlate, written: OwnPlate): OwnPlate {
  const [a, b] = [plate.reading, written.reading];
  if (a.value === b.value) {
    const score = SCORES[Math.max(SCORES.indexOf(a.score), SCORES.indexOf(b.score))] as OcrScore;
    return { ...plate, reading: { ...a, score } };
  }
  // The corners of a plate are not exact, so that its first or last character may be cut off.
  const isCut = b.value.length > a.value.length && b.value.includes(a.value) && isReliable(b);
  const isWritten = isCut || SCORES.indexOf(b.score) > SCORES.indexOf(a.score);
  const [kept, other] = isWritten ? [written, plate] : [plate, written];
  const alternatives = [...new Set([other.reading.value, ...kept.reading.alternatives])];
  // A line of which the two readers read different things contradicts nothing.
  const most = isReliable(other.reading) ? 'Medium' : 'High';
  return {
    ...kept,
    ...(isWritten && written.state === '' ? { state: plate.state, stateScore: plate.stateScore } : {}),
    isLocated: true,
    reading: { ...kept.reading, score: lowerScore(kept.reading.score, most), alternatives },
  };
}

function ownPlate([best, ...rest]: readonly OwnPlate[]): PlateReading {
  if (!best) return { ...nothingRead, state: '', source: 'none' };
  const { reading, state, stateScore, confidence } = best;
  const others = rest
    .filter(
      (other) =>
        isOther(other.reading.lines, reading.lines) && (!other.isLocated || isReliable(other.reading)),
    )
    .map((other) => other.reading.value);
  return {
    ...reading,
    state,
    ...(state === '' ? {} : { stateScore }),
    source: 'ocr',
    confidence,
    ...(others.length > 0 ? { others: [...new Set(others)] } : {}),
  };
}

function isOther(lines: number[], chosen: number[]): boolean {
  return !lines.some((line) => chosen.includes(line));
}

function fromPartner(
  value: string,
  partner: PartnerPlate,
  lines: readonly TextLine[],
  best: OwnPlate | undefined,
): PlateReading {
  const confidence = partner.confidence > 1 ? partner.confidence / 100 : partner.confidence;
  // Marks our line with the same plate as taken, so that it is not read as a unit number.
  const isSame = ({ text }: TextLine) =>
    editDistance(text.toUpperCase().replace(NOT_LETTERS_OR_DIGITS, ''), value) <= 1;
  const line = lines.findIndex(isSame);
  const stated = confidence >= 0.9 ? 'High' : confidence >= 0.75 ? 'Medium' : 'Low';
  return {
    value,
    raw: partner.number,
    lines: line < 0 ? [] : [line],
    characters: [],
    alternatives: [],
    ...partnerState(value, partner, best),
    source: 'alpr',
    confidence,
    ...compared(value, stated, best?.reading),
  };
}

/** The partner's state, and how far our own reading of the plate confirms it. Without one, ours. */
function partnerState(
  value: string,
  partner: PartnerPlate,
  best: OwnPlate | undefined,
): Pick<PlateReading, 'state' | 'stateScore'> {
  const stated = stateCode(partner.state) ?? partner.state.trim().toUpperCase();
  const own = best && editDistance(best.reading.value, value) <= 2 && best.state !== '' ? best : null;
  if (stated === '') return own ? { state: own.state, stateScore: own.stateScore } : { state: '' };
  if (!own) return { state: stated, stateScore: 'Medium' };
  if (own.state === stated) return { state: stated, stateScore: 'High' };
  return { state: stated, stateScore: 'Low' };
}

/** A difference of one or two characters is a misread plate; a larger one is another plate of the truck. */
function compared(value: string, stated: OcrScore, own: { value: string; score: OcrScore } | undefined) {
  if (!own || own.score === 'N/A') return { score: stated };
  const distance = editDistance(own.value, value);
  if (distance === 0) {
    // Two readings that agree are more than one doubtful one.
    const score = own.score === 'High' && stated === 'Low' ? ('Medium' as const) : stated;
    return { score, own: own.value, agreement: 'confirmed' as const };
  }
  if (distance > 2) return { score: stated, others: [own.value] };
  const isDoubtful = own.score === 'High' || own.score === 'Medium';
  return {
    score: isDoubtful ? lowerScore(stated, 'Medium') : stated,
    own: own.value,
    agreement: 'contradicted' as const,
  };
}
