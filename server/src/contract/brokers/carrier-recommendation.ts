import Type, { type Static } from 'typebox';
import type { Problem } from '../problem.ts';
import { closed, converted, named, text } from '../schema.ts';
import { cargoProblems } from './lane-filters.ts';
import { endFields, endProblems } from './place.ts';

const MAX_RADIUS_MILES = 300;
const MAX_FLEET = 1_000_000;
const radius = (of: string) =>
  Type.Number({
    exclusiveMinimum: 0,
    maximum: MAX_RADIUS_MILES,
    default: 50,
    description: `Miles around the ${of}.`,
  });
const flag = (description: string) => Type.Boolean({ default: false, description });
const list = (description: string, example: string) =>
  Type.Optional(text({ maxLength: 1_000, description, examples: [example] }));

export const RecommendationsQuery = Type.Object({
  ...endFields,
  origin_radius: radius('origin'),
  destination_radius: radius('destination'),
  carrier_score_min: Type.Number({
    ...{ minimum: 0, maximum: 100, default: 0 },
    description:
      'Lowest score, from 0 to 1 or from 0 to 100: if one of both bounds is above 1, both are from 0 to 100.',
  }),
  carrier_score_max: Type.Optional(
    Type.Number({
      ...{ minimum: 0, maximum: 100 },
      description: 'Highest score, on the same scale. By default 1, which is 100 of 100.',
    }),
  ),
  fleet_size_min: Type.Integer({
    minimum: 0,
    maximum: MAX_FLEET,
    default: 0,
    description: 'Fewest power units.',
  }),
  fleet_size_max: Type.Integer({
    minimum: 0,
    maximum: MAX_FLEET,
    default: 1_000,
    description: 'Most power units.',
  }),
  carried_cargo: list(
    "Carriers that registered one of these kinds of cargo: names of FMCSA's list, separated by `|`.",
    'General Freight|Building Materials',
  ),
  equipment_types: list(
    'Carriers that were seen near the ends with one of these types, separated by `|`. The case of letters counts. A type includes its subtypes, so `van` also finds `reefer`.',
    'flatbed|reefer',
  ),
  preferred_carriers: flag(
    'Only carriers on the allow list of your organization, or at which it has contacts of its own.',
  ),
  real_time: flag('Adds the positions of the last 12 hours. It requires the role `realtime-api`.'),
  power_only: flag('Only carriers that registered tractors and no trailers.'),
  broker_authority: flag('Only carriers that also have an active authority as a broker.'),
  is_possible_backhaul: flag(
    'Only carriers that run from the destination to the origin more often than the other way. It needs both ends.',
  ),
  auth_months_min: Type.Integer({
    minimum: 0,
    maximum: 1_200,
    default: 1,
    description:
      'Fewest months for which a common or contract authority has been active. 0: none is required.',
  }),
  explain: flag('Adds how each score came about.'),
  usdot_number: Type.Optional(
    converted<number>('usdot-number', {
      maxLength: 40,
      description: 'With `explain=true`: whether this carrier is recommended, and if not, why.',
    }),
  ),
});
export type RecommendationsQuery = Static<typeof RecommendationsQuery>;

const points = (max: number, description: string) =>
  Type.Integer({ description: `${description} At most ${max} points.` });
const RecommendationScore = named('RecommendationScore', {
  lane: closed({
    points: points(60, 'The lane.'),
    origin_days: Type.Integer({
      description: 'Days of the last 90 on which the carrier was seen near the origin.',
    }),
    destination_days: Type.Integer({ description: 'The same near the destination.' }),
    runs: Type.Integer({ description: 'Days of arrivals near the destination from the origin.' }),
    runs_back: Type.Integer({ description: 'Days of arrivals near the origin from the destination.' }),
  }),
  equipment: closed({
    points: points(20, 'The equipment.'),
    days: Type.Integer({ description: 'Days on which one of the requested types was seen.' }),
  }),
  company: closed({
    points: points(20, 'The company: the sum of the four parts.'),
    authority: points(5, 'One for each year of active authority.'),
    insurance: points(5, '5 if the liability insurance on file is at least $750,000.'),
    driver_oos: points(
      5,
      '5 if the rate of drivers out of service is not above the national average; 2 without inspections.',
    ),
    vehicle_oos: points(5, 'The same for vehicles.'),
  }),
});
export type RecommendationScore = Static<typeof RecommendationScore>;

const confirmed = (what: string) =>
  Type.Record(Type.String(), closed({ add_date: Type.String({ description: 'The day it was stored.' }) }), {
    description: `${what} of your organization's own contacts at the carrier.`,
  });
const dollars = (what: string) => Type.Number({ description: `${what} in dollars; 0 if none is on file.` });
const rate = (what: string) => Type.Number({ description: `${what}, percent, 24 months.` });
const string = (description: string) => Type.String({ description });

const CarrierRecommendation = named('CarrierRecommendation', {
  dot_number: Type.String(),
  mc_number: Type.Number({ description: '0 without an MC number.' }),
  legal_name: Type.String(),
  dba_name: Type.String(),
  phy_street: Type.String(),
  phy_city: Type.String(),
  phy_state: Type.String(),
  phy_zip: Type.String(),
  telephone: Type.String(),
  email_address: Type.String(),
  add_date: string('When the USDOT number was registered; empty if unknown.'),
  carried_cargo: string('As in carrier observations.'),
  carrier_total_power_units: Type.Number({ description: '0 if unknown.' }),
  carrier_score_scaled: Type.Number({ description: 'From 0 to 100.' }),
  bipd_insurance_on_file: dollars('The liability insurance'),
  cargo_insurance_on_file: dollars('The cargo insurance'),
  carrier_driver_oos_rate: rate('Driver inspections with an out-of-service order'),
  carrier_driver_oos_rate_national_avg: rate('The national average'),
  carrier_vehicle_oos_rate: rate('Vehicle inspections with an out-of-service order'),
  carrier_vehicle_oos_rate_national_avg: rate('The national average'),
  confirmed_email: confirmed('Email addresses'),
  confirmed_phone: confirmed('Telephone numbers'),
  is_inbound: Type.Boolean({
    description:
      'In the last 12 hours, a truck came at least 10 miles nearer to the origin (without one, to the destination).',
  }),
  is_real_time: Type.Boolean({ description: '`real_time_locs` has a position of the carrier.' }),
  is_visually_sighted: Type.Boolean({
    description: 'Seen by cameras near the ends, not only in federal records.',
  }),
  is_possible_backhaul: Type.Boolean({
    description: 'It runs from the destination to the origin more often than the other way.',
  }),
  lat: Type.Optional(Type.Number({ description: "The center of the ZIP code of the carrier's address." })),
  lon: Type.Optional(Type.Number()),
  power_only: Type.Boolean(),
  broker_authority_status: string('Active, Inactive or None; empty if no register has it.'),
  explain: Type.Optional(RecommendationScore),
});
export type CarrierRecommendation = Static<typeof CarrierRecommendation>;

export const CarrierRecommendations = named('CarrierRecommendations', {
  real_time_locs: Type.Array(
    closed({
      dot_number: Type.String(),
      is_inbound: Type.Boolean(),
      current_lat: Type.Number(),
      current_lon: Type.Number(),
    }),
    {
      description:
        'With `real_time=true`: the newest position of each recommended carrier, at most 12 hours old.',
    },
  ),
  recommendations: Type.Array(CarrierRecommendation, {
    description: 'The highest score first, at most 100.',
  }),
  explained: Type.Optional(
    named('ExplainedCarrier', {
      usdot_number: Type.String(),
      is_recommended: Type.Boolean(),
      carrier_score_scaled: Type.Number(),
      score: RecommendationScore,
      reasons: Type.Array(Type.String(), { description: 'Why it is missing; empty if it is recommended.' }),
    }),
  ),
});
export type CarrierRecommendations = Static<typeof CarrierRecommendations>;

/** The bounds of the score from 0 to 100. */
export function scoreBounds(
  query: Pick<Partial<RecommendationsQuery>, 'carrier_score_min' | 'carrier_score_max'>,
) {
  const { carrier_score_min: min = 0, carrier_score_max: max } = query;
  const isWhole = min > 1 || (max ?? 0) > 1;
  const scale = isWhole ? 1 : 100;
  return { min: min * scale, max: max === undefined ? 100 : max * scale };
}

export function recommendationProblems(query: Partial<RecommendationsQuery>): Problem[] {
  const problems = endProblems(query);
  const add = (name: keyof RecommendationsQuery, msg: string, input: unknown) =>
    problems.push({ type: 'value_error', loc: ['query', name], msg, input });
  const { min, max } = scoreBounds(query);
  if (min > max)
    add('carrier_score_min', 'The lowest score must not be above the highest', query.carrier_score_min);
  const { fleet_size_min = 0, fleet_size_max = MAX_FLEET } = query;
  if (fleet_size_min > fleet_size_max)
    add(
      'fleet_size_min',
      `The smallest fleet must not be above the largest, ${fleet_size_max}`,
      fleet_size_min,
    );
  const hasBoth = query.origin_city && query.destination_city;
  if (query.is_possible_backhaul && !hasBoth)
    add('is_possible_backhaul', 'A backhaul needs an origin and a destination', true);
  if (query.usdot_number !== undefined && !query.explain)
    add('usdot_number', 'A carrier is explained only with explain=true', query.usdot_number);
  if (query.carried_cargo !== undefined) problems.push(...cargoProblems(query.carried_cargo));
  return problems;
}
