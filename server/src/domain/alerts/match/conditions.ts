import { CRITERION_NAMES, type Criteria, type CriterionName, criterion } from '../../../contract/criteria.ts';
import { FORMS, hasWhole, tolerant } from '../../../lib/identifiers/comparable.ts';
import type { MismatchRule } from '../mismatch/find-mismatches.ts';
import { type SightingView, squeezedOf, VIEW_FIELDS } from './sighting-view.ts';

/** A text in which criteria look for a part: a view field, all text on the truck, or that text without separators. */
export type SearchedText = number | 'deep' | 'squeezed';

export const SEARCHED_TEXTS: SearchedText[] = [
  ...VIEW_FIELDS.flatMap(({ criterion: name }, field) => (criterion(name).exactFlag ? [field] : [])),
  'deep',
  'squeezed',
];

export type Condition =
  | { kind: 'equal'; field: number; value: string }
  | { kind: 'part'; text: SearchedText; isWhole: boolean; value: string };

const fieldNumber = (name: CriterionName, isTolerant: boolean) =>
  VIEW_FIELDS.findIndex((one) => one.criterion === name && one.isTolerant === isTolerant);

/** What `conditionsOf` needs of each criterion; a worker converts every alert when it starts. */
const PLANS = CRITERION_NAMES.map((name) => {
  const { source, exactFlag, isTolerant = false, form } = criterion(name);
  const text: SearchedText =
    source === 'text' ? 'deep' : source === 'squeezed-text' ? 'squeezed' : fieldNumber(name, false);
  return {
    name,
    toForm: FORMS[form],
    exactFlag: exactFlag as keyof Criteria | undefined,
    text,
    tolerantField: isTolerant ? fieldNumber(name, true) : null,
  };
});

/** An alert's criteria in comparable form. All must hold; an alert without any matches nothing. */
export function conditionsOf(criteria: Criteria): Condition[] {
  const conditions: Condition[] = [];
  for (const { name, toForm, exactFlag, text, tolerantField } of PLANS) {
    const written = criteria[name];
    if (!written) continue;
    const value = toForm(written);
    if (value === '') continue;
    const isExact = exactFlag === undefined || criteria[exactFlag] === true;
    if (typeof text !== 'number') {
      conditions.push({ kind: 'part', text, isWhole: isExact, value });
      continue;
    }
    const useTolerant = tolerantField !== null && criteria.tolerance;
    const field = useTolerant ? tolerantField : text;
    const compared = useTolerant ? tolerant(value) : value;
    if (isExact) conditions.push({ kind: 'equal', field, value: compared });
    else conditions.push({ kind: 'part', text: field, isWhole: false, value: compared });
  }
  return conditions;
}

/** The text that a part condition searches. */
export function searchedText(view: SightingView, text: SearchedText): string {
  if (text === 'deep') return view.deep;
  return text === 'squeezed' ? squeezedOf(view).text : (view.values[text] as string);
}

/** The definition of a condition. The index must agree with it. */
export function holds(condition: Condition, view: SightingView): boolean {
  if (condition.kind === 'equal') return view.values[condition.field] === condition.value;
  const { text, isWhole, value } = condition;
  if (!isWhole) return searchedText(view, text).includes(value);
  return text === 'squeezed' ? squeezedOf(view).hasWhole(value) : hasWhole(searchedText(view, text), value);
}

/** An active alert as the matcher holds it; its dates are times in ms. */
export type ActiveAlert = {
  id: number;
  conditions: Condition[];
  /** The first moment, and the first moment after the last day; null without a limit. */
  from: number | null;
  to: number | null;
  /** Of an alert that finds a number: what it compares then. */
  mismatch?: MismatchRule | null;
};

/** The reference for the index: whether an alert matches a sighting. */
export function matchesPlainly({ conditions, from, to }: ActiveAlert, view: SightingView): boolean {
  if (conditions.length === 0) return false;
  if ((from !== null && view.time < from) || (to !== null && view.time >= to)) return false;
  return conditions.every((condition) => holds(condition, view));
}
