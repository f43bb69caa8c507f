import type { LocatedPlate, PlateCandidate } from '../../recognizer.ts';
import { formatShare } from '../plate-formats.ts';

type States = LocatedPlate['states'];

/** Glyphs that many states draw alike: the readers cannot tell them apart, however confident they are. */
const TWINS: Record<string, string> = { O: '0', Q: '0', I: '1' };
/** How much the readers' preference between twins counts. */
const TWIN_TRUST = 0.3;
/** Most states issue no numbers with these letters, because they look like digits. */
const RARE_LETTERS = /[OIQ]/g;
const RARE_LETTER = 0.2;
/** The most by which a format can favor one text over another. A reading that is more probable than that stays. */
const LEAST_PRIOR = 0.1;

export type ChosenText = {
  text: string;
  /** After the formats of the states. */
  probability: number;
  /** Another text with twins in place of its characters is about as probable. */
  isAmbiguous: boolean;
};

/** The candidate that readers and formats together make most probable. */
export function chosenText(candidates: readonly PlateCandidate[], states: States): ChosenText {
  const [top] = candidates as [PlateCandidate];
  const rated = candidates.map(({ text, probability }) => ({
    text,
    weight: trusted(text, probability, top) * prior(text, states),
  }));
  const total = rated.reduce((sum, { weight }) => sum + weight, 0);
  rated.sort((a, b) => b.weight - a.weight);
  const [best, ...rest] = rated as [(typeof rated)[0], ...typeof rated];
  const isAmbiguous = rest.some(
    ({ text, weight }) => folded(text) === folded(best.text) && weight > 0.1 * best.weight,
  );
  return { text: best.text, probability: best.weight / total, isAmbiguous };
}

/** The probability of a candidate, closer to that of the first one where they differ only in twins. */
function trusted(text: string, probability: number, top: PlateCandidate): number {
  if (text === top.text || folded(text) !== folded(top.text)) return probability;
  return top.probability * (probability / top.probability) ** TWIN_TRUST;
}

export function prior(text: string, states: States): number {
  const rare = text.match(RARE_LETTERS)?.length ?? 0;
  return Math.max(LEAST_PRIOR, formatShare(text, states) * RARE_LETTER ** Math.min(1, rare));
}

const folded = (text: string) => text.replace(RARE_LETTERS, (letter) => TWINS[letter] as string);
