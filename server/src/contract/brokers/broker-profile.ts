import Type, { type Static } from 'typebox';
import { CarrierDetail } from '../carrier.ts';
import type { Problem } from '../problem.ts';
import { closed, converted, Day, MAX_FORMATTED_LENGTH, named } from '../schema.ts';

const MAX_CARRIERS = 50;
/** The oldest first day of a request. */
const MAX_YEARS = 3;
/** The period of a request that names no first day. */
const USUAL_YEARS = 1;
/** Most rows of one carrier; a carrier with more gets those of its latest days. */
export const MAX_PROFILE_SIGHTINGS = 10_000;

const numbers = (description: string) =>
  Type.Optional(converted<number[]>('usdot-numbers', { maxLength: 2_000, joinsList: true, description }));
const day = (description: string) =>
  Type.Optional(Type.String({ format: 'date', maxLength: MAX_FORMATTED_LENGTH, description }));

export const BrokerProfilesQuery = Type.Object({
  usdot_number: numbers(
    `One USDOT number, or up to ${MAX_CARRIERS}: separated by commas, or the parameter repeated.`,
  ),
  usdot_numbers: numbers('The same; with both parameters, all of their carriers.'),
  start_date: day(
    `First day, YYYY-MM-DD, UTC, at most ${MAX_YEARS} years ago; by default a year before the last.`,
  ),
  end_date: day('Last day, YYYY-MM-DD, UTC; by default today.'),
});
type Query = Partial<Static<typeof BrokerProfilesQuery>>;

const equipment = (description: string) =>
  Type.Array(Type.String({ examples: ['dry van'] }), { description });

export const BrokerProfile = named('BrokerProfile', {
  fmcsa_detail: Type.Partial(closed(CarrierDetail.properties), {
    additionalProperties: false,
    description: 'The record of the carrier. Without keys if no federal register has the number.',
  }),
  equipment_pairings: closed({
    genlogs: equipment('Equipment in sightings of the period, the most frequent first.'),
    fmcsa: equipment('Equipment in inspections and crashes of the period, the most frequent first.'),
  }),
  sightings: Type.Array(
    closed({
      sighting_date: Day,
      state_seen: Type.String(),
      location_zip: Type.String({
        description: 'The ZIP code with the nearest center; empty where there is none.',
      }),
      sightings: Type.Integer({ description: 'How many on this day, in this ZIP code, from this source.' }),
      source: Type.String({
        description:
          '`genlogs`: sightings by cameras. `fmcsa`: inspections and crashes, placed at their county.',
        examples: ['genlogs'],
      }),
    }),
    { description: `The latest day first; at most ${MAX_PROFILE_SIGHTINGS} rows.` },
  ),
});
export type BrokerProfile = Static<typeof BrokerProfile>;

export const BrokerProfiles = Type.Record(Type.String(), BrokerProfile, {
  $id: 'BrokerProfiles',
  description: 'By USDOT number, in numeric order.',
});

/** The carriers of both parameters, each once. */
export function profileCarriers({ usdot_number = [], usdot_numbers = [] }: Query): number[] {
  return [...new Set([...usdot_number, ...usdot_numbers])];
}

const yearsBefore = (day: string, years: number) => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.toISOString().slice(0, 10);
};

/** The first and the last day of a request. */
export function profileDays({ start_date, end_date }: Query, now: Date): { start: string; end: string } {
  const today = now.toISOString().slice(0, 10);
  const end = end_date ?? today;
  const earliest = yearsBefore(today, MAX_YEARS);
  const usual = yearsBefore(end, USUAL_YEARS);
  return { start: start_date ?? (usual < earliest ? earliest : usual), end };
}

export function profileProblems(query: Query, now: Date): Problem[] {
  const problems: Problem[] = [];
  const add = (type: string, name: keyof Query, msg: string, input: unknown) =>
    problems.push({ type, loc: ['query', name], msg, input });
  const { length } = profileCarriers(query);
  if (length === 0) add('missing', 'usdot_number', 'usdot_number or usdot_numbers is required', null);
  if (length > MAX_CARRIERS)
    add('too_long', 'usdot_numbers', `Must name at most ${MAX_CARRIERS} carriers, not ${length}`, null);
  const today = now.toISOString().slice(0, 10);
  const { start, end } = profileDays(query, now);
  if (query.start_date && start < yearsBefore(today, MAX_YEARS))
    add('value_error', 'start_date', `Must not be more than ${MAX_YEARS} years ago`, start);
  if (query.end_date && end > today) add('value_error', 'end_date', 'Must not be in the future', end);
  else if (start > end) add('value_error', 'start_date', 'The start must not be after the end', start);
  return problems;
}
