import { CRITERION_NAMES, type CriterionName, criterion } from '../../../contract/criteria.ts';
import {
  observationFields,
  type SearchedFieldName,
  type StoredObservation,
} from '../../../contract/observation.ts';
import { FORMS, isWhole, SEPARATORS, squeeze, tolerant, words } from '../../../lib/identifiers/comparable.ts';

/** A field of the sighting in one comparable form. Its number is its position in this list. */
export type ViewField = { key: string; criterion: CriterionName; isTolerant: boolean };

export const VIEW_FIELDS: ViewField[] = CRITERION_NAMES.flatMap((name): ViewField[] => {
  const { source, key, isTolerant } = criterion(name);
  if (source === 'text' || source === 'squeezed-text') return [];
  const plain = { key, criterion: name, isTolerant: false };
  return isTolerant ? [plain, { key: `${key}Tolerant`, criterion: name, isTolerant: true }] : [plain];
});

const SEARCHED = observationFields(({ isSearched }) => isSearched) as SearchedFieldName[];

/** The fields of a sighting that alerts look at. */
export type SightingFields = Pick<
  StoredObservation,
  'usdot_number' | 'time_captured' | 'readings' | SearchedFieldName
>;

/** A sighting in comparable form; an empty value is not known. */
export type SightingView = {
  time: number;
  /** One value for each of VIEW_FIELDS. */
  values: string[];
  /** Every text on the truck and every recorded field, one line each. */
  deep: string;
  /** Built when the first alert needs it. */
  squeezed: SqueezedText | null;
};

const readers = VIEW_FIELDS.map(({ criterion: name, isTolerant }) => {
  const { source, form } = criterion(name);
  const toForm = FORMS[form];
  if (source === 'usdot_number') {
    return (s: SightingFields) => (s.usdot_number > 0 ? String(s.usdot_number) : '');
  }
  const read = (s: SightingFields) => toForm(s[source as SearchedFieldName]);
  return isTolerant ? (s: SightingFields) => tolerant(read(s)) : read;
});

export function sightingView(s: SightingFields): SightingView {
  return {
    time: s.time_captured.getTime(),
    values: readers.map((read) => read(s)),
    deep: deepText(s),
    squeezed: null,
  };
}

function deepText(s: SightingFields): string {
  let joined = s.usdot_number > 0 ? String(s.usdot_number) : '';
  const add = (text: string) => {
    const line = text === '' ? '' : words(text);
    if (line !== '') joined += joined === '' ? line : `\n${line}`;
  };
  for (const name of SEARCHED) add(s[name]);
  const { lines } = (s.readings ?? {}) as { lines?: unknown };
  if (Array.isArray(lines)) for (const line of lines) if (typeof line?.text === 'string') add(line.text);
  return joined;
}

export function squeezedOf(view: SightingView): SqueezedText {
  view.squeezed ??= new SqueezedText(view.deep);
  return view.squeezed;
}

/** A text without the separators of identifiers, which still finds where a value stands in the text itself. */
export class SqueezedText {
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

/** Where each character that `squeeze` keeps stands in the original. */
function positionsOf(original: string): number[] {
  const positions: number[] = [];
  for (let i = 0; i < original.length; i++)
    if (!SEPARATORS.includes(original[i] as string)) positions.push(i);
  return positions;
}
