import Type, { type Static } from 'typebox';
import { MatchedSighting } from '../observation.ts';
import { converted, fields, named, nullable, oneOf, StoredTime, text } from '../schema.ts';

/** What people do about a match. Matches start as `new`. */
export const MATCH_STATES = ['new', 'working', 'recovered', 'dismissed'] as const;
export type MatchState = (typeof MATCH_STATES)[number];
const state = oneOf(MATCH_STATES, {
  description:
    '`new`: nobody has looked. `working`: somebody is on it. `recovered`: the vehicle was found. `dismissed`: nothing to do.',
});

const Member = named('Member', { user_id: Type.Integer(), email: Type.String() });
export const Members = named('Members', {
  members: Type.Array(Member, { description: 'By email address.' }),
});
export type Member = Static<typeof Member>;

const fieldsOfMatch = {
  match_id: Type.Integer(),
  alert_id: Type.Integer(),
  alert_name: Type.String(),
  ...fields(StoredTime, 'matched_at'),
  fired_at: nullable(StoredTime),
  is_silent: Type.Boolean({ description: 'true: the match was not sent by email or webhook.' }),
  state,
  assignee: Type.Unsafe<Member | null>(Type.Union([Member, Type.Null()])),
  changed_at: nullable(StoredTime),
  sighting: MatchedSighting,
};

export const WorkedMatch = named('WorkedMatch', fieldsOfMatch);
export const WorkedMatches = named('WorkedMatches', {
  matches: Type.Array(WorkedMatch, { description: 'The newest match first.' }),
  next_cursor: nullable(
    Type.String({
      description:
        'For older matches. A page can have fewer matches than asked for, or none, before the end. Null at the end.',
    }),
  ),
});

export const MatchWork = named('MatchWork', {
  ...fieldsOfMatch,
  history: Type.Array(
    named('MatchChange', {
      id: Type.Integer(),
      changed_at: StoredTime,
      user: nullable(Type.String({ description: 'The email address. Null when the user was deleted.' })),
      state,
      assignee: nullable(Type.String({ description: 'The email address of the assignee after the change.' })),
      note: Type.String(),
    }),
    { description: 'The newest change first, at most 200.' },
  ),
});

const id = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description }));
const time = (description: string) =>
  Type.Optional(converted<Date>('date-time', { minLength: 1, trim: true, description }));
const filters = {
  state: Type.Optional(state),
  assignee_id: id('Only matches of this member.'),
  alert_id: id('Only matches of this alert.'),
  silent: Type.Optional(Type.Boolean({ description: 'Only matches that were sent (false) or not (true).' })),
  from: time('Matched at or after this time.'),
  to: time('Matched before this time.'),
};
export const MatchesExportQuery = Type.Object(filters);
export type MatchFilters = Static<typeof MatchesExportQuery>;
export const WorkedMatchesQuery = Type.Object({
  ...filters,
  cursor: Type.Optional(
    converted<number>('list-cursor', { description: '`next_cursor` of the page before.' }),
  ),
  page_size: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
});
export const MAX_EXPORTED_MATCHES = 100_000;

export const MatchParams = Type.Object({
  match_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});

export const MAX_NOTE_LENGTH = 2_000;
export const ChangeMatch = named('ChangeMatch', {
  state: Type.Optional(state),
  assignee_id: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'A member of the organization who may read alerts (`GET /members`). Null: nobody.',
      }),
    ),
  ),
  note: Type.Optional(
    text({ maxLength: MAX_NOTE_LENGTH, format: 'free-text', description: 'Added to the history.' }),
  ),
});
export type ChangeMatch = Static<typeof ChangeMatch>;
