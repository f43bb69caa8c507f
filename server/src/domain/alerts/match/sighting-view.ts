import { CRITERION_NAMES, type CriterionName, criterion } from '../../../contract/criteria.ts';
import {
  observationFields,
  type SearchedFieldName,
  type StoredObservation,
} from '../../../contract/observation.ts';
import {
  FORMS,
  isWhole,
  SEPARATORS,
  simpleLines,
  squeeze,
  tolerant,
  words,
} from '../../../lib/identifiers/comparable.ts';
import type { SightingDetails } from '../../observations/unmatched.ts';

/** A field of the sighting in one comparable form. Its number is its position in this list. */
type ViewField = { key: string; criterion: CriterionName; isTolerant: boolean };

export const VIEW_FIELDS: ViewField[] = CRITERION_NAMES.flatMap((name): ViewField[] => {
  const { source, key, isTolerant } = criterion(name);
  if (source === 'text' || source === 'squeezed-text') return [];
  const plain = { key, criterion: name, isTolerant: false };
  return isTolerant ? [plain, { key: `${key}Tolerant`, criterion: name, isTolerant: true }] : [plain];
});

const SEARCHED = observationFields(({ isSearched }) => isSearched) as SearchedFieldName[];

/** The fields of a sighting that alerts look at. */
export type SightingFields = Pick<StoredObservation, 'usdot_number' | 'time_captured' | SearchedFieldName> &
  Pick<SightingDetails, 'lines'>;

/** A sighting in comparable form. An unknown value is an empty string. */
export type SightingView = {
  time: number;
  /** One value for each of VIEW_FIELDS. */
  values: string[];
  /** Every text on the truck and every recorded field, one line each. */
  deep: string;
  /** Built when the first alert needs it. */
  squeezed: SqueezedText | null;
};

type Reader = { read: (s: SightingFields) => string; isTolerant: boolean };
/** One reader for each criterion with view fields. A tolerant criterion has two fields; the second is derived from the first. */
const READERS = VIEW_FIELDS.filter(({ isTolerant }) => !isTolerant).map(({ criterion: name }): Reader => {
  const { source, form, isTolerant = false } = criterion(name);
  const toForm = FORMS[form];
  if (source === 'usdot_number') return { read: usdotText, isTolerant };
  return { read: (s) => toForm(s[source as SearchedFieldName]), isTolerant };
});

export function sightingView(s: SightingFields): SightingView {
  const values: string[] = [];
  for (const { read, isTolerant } of READERS) {
    const value = read(s);
    values.push(value);
    if (isTolerant) values.push(value === '' ? '' : tolerant(value));
  }
  return { time: s.time_captured.getTime(), values, deep: deepText(s), squeezed: null };
}

function usdotText({ usdot_number: usdot }: SightingFields): string {
  return usdot > 0 ? String(usdot) : '';
}

function deepText(s: SightingFields): string {
  let joined = usdotText(s);
  let breaks = 0;
  const add = (text: string) => {
    if (text === '') return;
    if (joined === '') joined = text;
    else {
      joined += `\n${text}`;
      breaks++;
    }
  };
  for (const name of SEARCHED) add(s[name]);
  for (const line of s.lines ?? []) add(line);
  // Most sightings have only simple lines. Changing the case of all lines at once is much faster than line by line.
  return simpleLines(joined) === breaks + 1 ? joined.toUpperCase() : deepTextByLine(s);
}

function deepTextByLine(s: SightingFields): string {
  const texts = [usdotText(s), ...SEARCHED.map((name) => s[name]), ...(s.lines ?? [])];
  return texts.map(words).filter(Boolean).join('\n');
}

export function squeezedOf(view: SightingView): SqueezedText {
  view.squeezed ??= new SqueezedText(view.deep);
  return view.squeezed;
}

/** A text without identifier separators, and the original position of each remaining character. */
class SqueezedText {
  readonly text: string;
  readonly #original: string;
  #positions: number[] | null = null;

  constructor(original: string) {
    this.#original = original;
    this.text = squeeze(original);
  }

  hasWhole(value: string): boolean {
    for (let at = this.text.indexOf(value); at >= 0; at = this.text.indexOf(value, at + 1)) {
      if (this.isWhole(at, at + value.length)) return true;
    }
    return false;
  }

  /** Whether the characters between two positions of `text` are whole words of the original. */
  isWhole(from: number, to: number): boolean {
    this.#positions ??= positionsOf(this.#original);
    const start = this.#positions[from] ?? 0;
    const end = (this.#positions[to - 1] ?? 0) + 1;
    return isWhole(this.#original, start, end);
  }
}

/** The position in the original of each character that `squeeze` keeps. */
function positionsOf(original: string): number[] {
  const positions: number[] = [];
  for (let i = 0; i < original.length; i++)
    if (!SEPARATORS.includes(original[i] as string)) positions.push(i);
  return positions;
}
