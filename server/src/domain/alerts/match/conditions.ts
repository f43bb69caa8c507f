import {
  hasWhole,
  identifier,
  place,
  registrationNumber,
  state,
  tolerant,
  vinEnd,
  words,
} from '../../../lib/identifiers/comparable.ts';
import { logoName } from '../../logos/logos.ts';
import type { Criteria } from '../alert.ts';
import type { SightingView } from './sighting-view.ts';

/** Fields that are compared as a whole. */
export const EQUAL_FIELDS = [
  'usdot',
  'mc',
  'plate',
  'plateTolerant',
  'vin',
  'cab',
  'cabTolerant',
  'trailer',
  'trailerTolerant',
  'logo',
  'equipment',
  'city',
  'state',
] as const satisfies (keyof SightingView)[];
export type EqualField = (typeof EQUAL_FIELDS)[number];

/** Fields in which a part is looked for; `deepWhole` is a token or phrase of `deep`. */
export const PART_FIELDS = ['trailer', 'trailerTolerant', 'deep', 'deepWhole'] as const;
export type PartField = (typeof PART_FIELDS)[number];

export type Condition =
  | { kind: 'equal'; field: EqualField; value: string }
  | { kind: 'part'; field: PartField; value: string };

/** An alert's criteria in comparable form: all must hold. None at all: it matches nothing. */
export function conditionsOf(criteria: Criteria): Condition[] {
  const conditions: Condition[] = [];
  const equal = (field: EqualField, value: string) => {
    if (value !== '') conditions.push({ kind: 'equal', field, value });
  };
  const part = (field: PartField, value: string) => {
    if (value !== '') conditions.push({ kind: 'part', field, value });
  };
  const { tolerance } = criteria;
  const given = (text: string | null, form: (text: string) => string) => (text ? form(text) : '');
  equal('usdot', given(criteria.usdot_number, registrationNumber));
  equal('mc', given(criteria.mc_number, registrationNumber));
  equal('vin', given(criteria.vin, vinEnd));
  const plate = given(criteria.license_plate, identifier);
  const cab = given(criteria.cab_number, identifier);
  const trailer = given(criteria.trailer_number, identifier);
  if (tolerance) equal('plateTolerant', tolerant(plate));
  else equal('plate', plate);
  if (tolerance) equal('cabTolerant', tolerant(cab));
  else equal('cab', cab);
  const add = criteria.exact_match_trailer_number ? equal : part;
  if (tolerance) add('trailerTolerant', tolerant(trailer));
  else add('trailer', trailer);
  part(criteria.exact_match_deep_search ? 'deepWhole' : 'deep', given(criteria.deep_search, words));
  equal('logo', given(criteria.trailer_logo, logoName));
  equal('equipment', given(criteria.equipment_type, identifier));
  equal('city', given(criteria.location_city, place));
  equal('state', given(criteria.location_state, state));
  return conditions;
}

/** The plain meaning of one condition; the index must never say otherwise. */
export function holds({ kind, field, value }: Condition, view: SightingView): boolean {
  if (kind === 'equal') return view[field] === value;
  if (field === 'deepWhole') return hasWhole(view.deep, value);
  return view[field].includes(value);
}
