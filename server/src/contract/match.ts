import Type, { type Static } from 'typebox';
import { MATCH_STATES } from './alerts/match-work.ts';
import { TOLERANT_CRITERIA } from './criteria.ts';
import {
  MatchedSighting,
  OBSERVATION_FIELDS,
  observationFields,
  type SightingImage,
  type StoredObservation,
} from './observation.ts';
import { Pagination, pageQuery } from './pagination.ts';
import { named, nullable, oneOf, Timestamp } from './schema.ts';

const MatchDelivery = named('MatchDelivery', {
  channel: oneOf(['email', 'webhook']),
  target: Type.String({ description: 'Email address or URL.' }),
  state: Type.String({ examples: ['delivered'] }),
  attempts: Type.Integer(),
  delivered_at: nullable(Timestamp),
});
export type MatchDelivery = Static<typeof MatchDelivery>;

/** Why a match does not notify. */
export const SILENT_REASONS = [
  'history',
  'received_before_alert',
  'captured_long_before',
  'decided_again_late',
  'no_longer_matches',
] as const;
export type SilentReason = (typeof SILENT_REASONS)[number];

const AlertMatch = named('AlertMatch', {
  match_id: Type.Integer(),
  matched_at: Timestamp,
  fired_at: nullable(Type.String({ format: 'date-time', description: 'Null until the next firing.' })),
  source: oneOf(['live', 'history'], {
    description: '`history`: seen before the alert was created, and stored with it.',
  }),
  is_silent: Type.Boolean({
    description: 'true: the match is listed and is not sent by email or webhook.',
  }),
  silent_reason: nullable(
    oneOf(SILENT_REASONS, {
      description:
        '`history`: seen before the alert was created. `received_before_alert`: the image was received before the alert was created or enabled or its criteria changed. `captured_long_before`: the image was captured more than ALERT_MAX_AGE_HOURS (72) before it was received. `decided_again_late`: the sighting was decided again more than 24 hours after its image was received. `no_longer_matches`: the sighting changed before the match was sent and no longer meets the alert. Null when the match is not silent.',
    }),
  ),
  corrected_at: nullable(
    Type.String({
      format: 'date-time',
      description:
        'When the sighting changed after the match was sent, so that it no longer meets the alert. Null when it still does.',
    }),
  ),
  state: oneOf(MATCH_STATES, { description: 'The work state, which `PATCH /matches/{match_id}` changes.' }),
  assignee: nullable(Type.String({ description: 'The email address of the member who works on it.' })),
  sighting: MatchedSighting,
  deliveries: Type.Array(MatchDelivery),
});

export const AlertMatches = named('AlertMatches', {
  matches: Type.Array(AlertMatch, { description: 'Newest sighting first, as it was when it matched.' }),
  pagination: Pagination,
});
export const MatchesQuery = Type.Object({
  ...pageQuery({ maxPage: 1_000_000, maxSize: 200, size: 100 }),
  match_id: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Only this match.' }),
  ),
});

/** Matches of one alert that `GET /alerts/activity` counts at most. */
export const MAX_COUNTED_MATCHES = 1_000;
export const AlertActivity = named('AlertActivity', {
  alerts: Type.Array(
    named('ActivityOfAlert', {
      id: Type.Integer(),
      matches: Type.Integer({ description: `Counted up to ${MAX_COUNTED_MATCHES}.` }),
      last_fired_at: nullable(
        Type.String({ format: 'date-time', description: 'The scheduled time of the last firing.' }),
      ),
    }),
  ),
});

export const warnings = Type.Optional(
  Type.Array(Type.String(), { description: 'Names of unknown keys in the request, which were ignored.' }),
);

export const AlertPreview = named('AlertPreview', {
  warnings,
  count: Type.Integer({ description: 'Number of sightings that would have matched.' }),
  is_exact: Type.Boolean({
    description: 'false: `count` is a lower bound, and sightings before `searched_from` were not counted.',
  }),
  searched_from: Timestamp,
  newest: Type.Array(MatchedSighting, { description: 'The newest 10.' }),
  tolerance_adds: Type.Array(
    named('ToleratedReading', {
      field: oneOf(TOLERANT_CRITERIA),
      reading: Type.String(),
      sightings: Type.Integer(),
    }),
    { description: 'Readings that match only with `tolerance`, the most frequent 20.' },
  ),
});

/** The data of one event in `GET /events`. */
export const MatchEvent = named('MatchEvent', {
  match_id: Type.Integer(),
  alert_id: Type.Integer(),
  alert_name: Type.String(),
  matched_at: Timestamp,
  sighting: MatchedSighting,
});
export type MatchEvent = Static<typeof MatchEvent>;

const shownFields = observationFields(({ access }, name) => access === 'always' && name !== 'type');
type Sighting = Omit<Partial<StoredObservation>, 'usdot_number' | 'time_captured'> & {
  usdot_number: number;
  time_captured: Date | string;
  carrier_name?: string | null | undefined;
};

export function showMatchedSighting(sighting: Sighting, images: SightingImage[]): MatchedSighting {
  return {
    ...Object.fromEntries(
      shownFields.map((name) => [name, sighting[name] ?? OBSERVATION_FIELDS[name].empty]),
    ),
    usdot_number: sighting.usdot_number > 0 ? String(sighting.usdot_number) : '',
    time_captured: new Date(sighting.time_captured).toISOString(),
    carrier_name: sighting.carrier_name ?? '',
    images,
  } as MatchedSighting;
}
