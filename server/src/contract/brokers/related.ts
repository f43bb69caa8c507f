import Type, { type Static } from 'typebox';
import { SectionError } from '../profile.ts';
import { Day, named, nullable, oneOf } from '../schema.ts';

export const LINK_KINDS = ['phone', 'email', 'officer', 'address', 'vin', 'plate'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** Carriers in one response. */
export const MAX_RELATED = 200;
/** Links of one carrier in a response. */
export const MAX_LINKS = 20;

/** A contact may have been valid before the first archived file. */
const Held = named('RelatedPeriod', { first_seen: nullable(Day), last_seen: nullable(Day) });

const RelatedLink = named('RelatedLink', {
  kind: oneOf(LINK_KINDS),
  value: Type.String({ examples: ['6145550188'] }),
  /** The days of the first and the last record that has the value. */
  own: Held,
  theirs: Held,
  order: oneOf(['before', 'same_time', 'after'], {
    description: '`before`: the other carrier had the value before this one. `after`: this one had it first.',
  }),
  source: oneOf(['company-census', 'inspections and crashes', 'sightings and inspections', 'sightings']),
});

export const RelatedCarriers = named('RelatedCarriers', {
  usdot_number: Type.String(),
  is_known: Type.Boolean({ description: 'Whether any federal record has the carrier.' }),
  related: Type.Array(
    named('RelatedCarrier', {
      usdot_number: Type.String(),
      legal_name: Type.String(),
      registered_on: nullable(Day),
      revoked_on: nullable(Day),
      out_of_service_since: nullable(Day),
      links: Type.Array(RelatedLink, { description: `The newest first, at most ${MAX_LINKS}.` }),
      links_total: Type.Integer(),
    }),
    {
      description: `Carriers with the most kinds of links first, at most ${MAX_RELATED}. A link is a fact on record. It does not show that the carriers belong together.`,
    },
  ),
  total: Type.Integer(),
  shared_by_many: Type.Array(named('SharedByMany', { kind: oneOf(LINK_KINDS), value: Type.String() }), {
    description:
      'Values that too many carriers have: contacts of agents and shared offices, and rented vehicles. They are no links.',
  }),
  vehicles: Type.Object(
    { searched: Type.Integer(), known: Type.Integer() },
    {
      description: 'How many of the VINs and plates of the last three years were searched, the newest first.',
    },
  ),
  not_searched: Type.Array(Type.String(), { examples: [['No company census is loaded.']] }),
  errors: nullable(Type.Record(Type.String(), SectionError)),
});
export type RelatedCarriers = Static<typeof RelatedCarriers>;
export type RelatedLink = Static<typeof RelatedLink>;
