import Type, { type Static } from 'typebox';
import { SectionError } from './profile.ts';
import { converted, Day, named, nullable, oneOf } from './schema.ts';

const SignalEvidence = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
);

export const MAX_EVIDENCE = 50;
/** The most severe first. */
export const SEVERITIES = ['high', 'medium', 'low'] as const;

export const CarrierSignals = named('CarrierSignals', {
  usdot_number: Type.String(),
  is_known: Type.Boolean({ description: 'Whether any federal record has the carrier.' }),
  start_date: Day,
  end_date: Day,
  signals: Type.Array(
    named('CarrierSignal', {
      name: Type.String({ examples: ['seen_without_authority'] }),
      title: Type.String({
        description: 'A fact, with the day of the federal file that it rests on.',
        examples: [
          'Seen moving while its operating authority was inactive, as of the register of 2026-10-30',
        ],
      }),
      severity: oneOf(SEVERITIES, { description: 'How closely to look. It is not a finding of guilt.' }),
      rule: Type.String({ description: 'When the signal applies.' }),
      /** The day of the federal file that the signal rests on. Null: it rests on sightings only. */
      register_date: nullable(Day),
      evidence: Type.Array(SignalEvidence, {
        description: `The newest rows that show it, at most ${MAX_EVIDENCE}. \`image_id\` is the image of a sighting; \`source_dataset\` and \`source_date\` are the federal file of a record.`,
      }),
      evidence_total: Type.Integer(),
    }),
    { description: 'The most severe first.' },
  ),
  not_judged: Type.Array(
    named('SignalNotJudged', {
      name: Type.String({ examples: ['never_seen'] }),
      title: Type.String(),
      reason: Type.String({
        description: 'A file that the signal rests on is not loaded, is too old or is incomplete.',
        examples: ['No inspection file is loaded.'],
      }),
    }),
    { description: 'Signals about which nothing can be said. Only the others were looked for.' },
  ),
  errors: nullable(Type.Record(Type.String(), SectionError)),
});
export type CarrierSignals = Static<typeof CarrierSignals>;

export const SignalsParams = Type.Object({
  usdot_number: converted<number>('usdot-number', { minLength: 1, maxLength: 40 }),
});

export const VERDICTS = ['clear', 'look_closer', 'do_not_use'] as const;

export const CarrierVerdict = named('CarrierVerdict', {
  usdot_number: Type.String(),
  as_of: Day,
  verdict: oneOf(VERDICTS, {
    description:
      '`do_not_use`: a federal register states a reason not to use the carrier. `look_closer`: a person should read the reasons. `clear`: nothing was found in the loaded files; it is no promise.',
  }),
  reasons: Type.Array(
    named('VerdictReason', {
      effect: oneOf(VERDICTS, {
        description: 'What the reason alone would decide. `clear`: shown, but changes nothing.',
      }),
      kind: oneOf(['order', 'authority', 'insurance', 'rating', 'score', 'signal', 'unknown'], {
        description: '`unknown`: not known, which is never clear.',
      }),
      text: Type.String({
        examples: [
          'An out-of-service order is in force, as of the list of out-of-service orders of 2026-10-30.',
        ],
      }),
      section: oneOf(['operating_status', 'insurance', 'oos', 'signals'], {
        description: 'The section of the profile that has the evidence, or the signals.',
      }),
      signal: nullable(Type.String({ description: 'The name of the signal.' })),
    }),
    { description: 'The most serious first.' },
  ),
  not_considered: Type.Array(Type.String(), {
    description: 'What the organization may not see. It is no reason.',
    examples: [['Signals: they are shown to insurance organizations only.']],
  }),
});
export type CarrierVerdict = Static<typeof CarrierVerdict>;
