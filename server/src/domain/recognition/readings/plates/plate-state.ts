import type { OcrScore } from '../../../observations/observation.ts';
import type { LocatedPlate } from '../../recognizer.ts';
import { fitsState, onlyIssuer } from '../plate-formats.ts';

export type PlateState = { state: string; score: OcrScore };

/** How many times more probable a state becomes by its name or slogan on the plate, and by the partner's word. */
const BY_WORDS = 60;
const BY_PARTNER = 12;
/** By a clear number that no other state issues: Medium where the look says little, because the table of formats is not complete. */
const BY_ONLY_ISSUER = 60;
/** And how much less probable by a number that it does not issue. */
const BY_OTHER_FORMAT = 0.25;
/** The probability that is left for all states that the look does not suggest. */
const LEAST_SHARE = 0.02;
const LEVELS: [least: number, score: OcrScore][] = [
  [0.97, 'High'],
  [0.85, 'Medium'],
  [0.6, 'Low'],
];

export const noState: PlateState = { state: '', score: 'N/A' };

type Evidence = {
  /** Of the network. */
  look: LocatedPlate['states'];
  /** From the lettering on the plate; empty when it names none. */
  words: string;
  /** The partner's `alpr_state` for the same plate; empty without one. */
  partner?: string;
  /** The number is surely read. A misread one may have the form of another state. */
  isClear?: boolean;
};

/** The state of a plate, from its look, its lettering, its number and what the partner says. */
export function plateState(
  number: string,
  { look, words, partner = '', isClear = false }: Evidence,
): PlateState {
  const issuer = isClear ? onlyIssuer(number) : '';
  const suggested = look.map(({ state }) => state);
  const states = new Set([...suggested, words, partner, issuer].filter((state) => state !== ''));
  const rest = Math.max(0, 1 - look.reduce((sum, { probability }) => sum + probability, 0));
  const weights = [...states].map((state) => {
    const share = look.find((one) => one.state === state)?.probability ?? Math.min(LEAST_SHARE, rest);
    const factor =
      (state === words ? BY_WORDS : 1) *
      (state === partner ? BY_PARTNER : 1) *
      (state === issuer ? BY_ONLY_ISSUER : 1);
    return { state, weight: share * factor * (fitsState(number, state) ? 1 : BY_OTHER_FORMAT) };
  });
  weights.sort((a, b) => b.weight - a.weight);
  const [best] = weights;
  if (!best) return noState;
  const total = rest * LEAST_SHARE + weights.reduce((sum, { weight }) => sum + weight, 0);
  const probability = best.weight / total;
  const score = LEVELS.find(([least]) => probability >= least)?.[1];
  if (!score) return noState;
  const isByNumberAlone = best.state === issuer && ![...suggested, words, partner].includes(issuer);
  return { state: best.state, score: isByNumberAlone && score === 'High' ? 'Medium' : score };
}
