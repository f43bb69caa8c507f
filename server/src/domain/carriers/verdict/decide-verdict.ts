import type { CarrierProfile } from '../../../contract/profile.ts';
import { type CarrierSignals, type CarrierVerdict, VERDICTS } from '../../../contract/signals.ts';
import { PUBLISHED } from '../../safety/sms/describe-basic.ts';
import type { LoadedFiles } from '../signals/signal.ts';
import { asOfFile, type FileGroupName, fileDay, oldFile } from '../signals/signal-files.ts';

type Reason = CarrierVerdict['reasons'][number];
type Effect = Reason['effect'];
type Section = Reason['section'];

/** What the verdict reads of the profile. */
export const VERDICT_SECTIONS = ['operating_status', 'insurance', 'oos'] as const;

const SECTION_TITLES = {
  operating_status: 'Status and authority',
  insurance: 'Insurance',
  oos: 'Safety scores',
};
const BASIC_TITLES: Record<keyof NonNullable<CarrierProfile['oos']>['basic_scores'], string> = {
  unsafe_driving: 'Unsafe Driving',
  crash_indicator: 'Crash Indicator',
  hours_of_service: 'Hours of Service',
  vehicle_maintenance: 'Vehicle Maintenance',
  controlled_substances: 'Controlled Substances',
  hazmat_related: 'Hazardous Materials',
  driver_fitness: 'Driver Fitness',
};
/** The files behind each section. From old ones, nothing follows about the day of the verdict. */
const SECTION_FILES: Record<(typeof VERDICT_SECTIONS)[number], readonly FileGroupName[]> = {
  operating_status: ['orders', 'census', 'authority'],
  insurance: ['insurance', 'insurance_history'],
  oos: ['inspections'],
};
const FOR_HIRE = /for.hire/i;
const WITHHELD = 'Signals: they are shown to insurance organizations only.';

/**
 * The one rule behind the verdict on a carrier. Only what a federal register states decides `do_not_use`; conclusions, such as
 * signals and scores, ask for a closer look. What is not known is never clear. `signals` is null if the caller may not see them.
 */
export function decideVerdict(
  profile: CarrierProfile,
  signals: CarrierSignals | null,
  asOf: string,
): CarrierVerdict {
  const reasons = isUnknownCarrier(profile)
    ? [
        reason(
          'look_closer',
          'unknown',
          'operating_status',
          'No loaded federal record has this USDOT number.',
        ),
      ]
    : [
        ...fromFacts({ profile, day: asOf, loaded: filesOf(profile), unknown: unknownIn(profile) }),
        ...(signals === null ? [] : fromSignals(signals)),
      ];
  const rank = ({ effect }: Reason) => -VERDICTS.indexOf(effect);
  const sorted = reasons.toSorted((a, b) => rank(a) - rank(b));
  return {
    usdot_number: profile.dot_number,
    as_of: asOf,
    verdict: sorted[0]?.effect ?? 'clear',
    reasons: sorted,
    not_considered: signals === null ? [WITHHELD] : [],
  };
}

function reason(
  effect: Effect,
  kind: Reason['kind'],
  section: Section,
  text: string,
  signal: string | null = null,
): Reason {
  return { effect, kind, text, section, signal };
}

const isUnknownCarrier = ({ errors }: CarrierProfile) => errors?.operating_status?.type === 'NotFoundError';

type Unknowns = (field: string) => string | null;
type Facts = { profile: CarrierProfile; day: string; loaded: LoadedFiles; unknown: Unknowns };

function filesOf({ sources }: CarrierProfile): LoadedFiles {
  return new Map((sources?.files ?? []).map(({ dataset, file_date }) => [dataset, file_date]));
}

/** The reason why a field is not known. A path stands for all that is below it. */
function unknownIn({ unknown_fields = [] }: CarrierProfile): Unknowns {
  return (field) =>
    unknown_fields.find((one) => field === one.field || field.startsWith(`${one.field}.`))?.reason ?? null;
}

function fromFacts(facts: Facts): Reason[] {
  const { operating_status, insurance, oos } = facts.profile;
  return [
    ...fromGaps(facts),
    ...(operating_status === null
      ? []
      : [...fromStatus(operating_status, facts), ...fromAuthority(operating_status, facts)]),
    ...(insurance === null ? [] : fromInsurance(insurance.active_insurance, facts)),
    ...(oos === null ? [] : fromScores(oos, facts)),
  ];
}

/** The daily census takes precedence over that of SMS. */
const censusOf = (loaded: LoadedFiles) =>
  fileDay(loaded, 'daily_census') === null ? 'census' : 'daily_census';

/** What could not be read, and files that are too old. */
function fromGaps({ profile, loaded, day }: Facts): Reason[] {
  const { errors } = profile;
  const unknown = (section: Section, text: string) => reason('look_closer', 'unknown', section, text);
  const unread = errors?.sources ?? errors?.unknown_fields;
  return [
    ...(unread
      ? [unknown('operating_status', `What is not known could not be read. ${unread.message}`)]
      : []),
    ...VERDICT_SECTIONS.flatMap((section) => {
      if (profile[section] === null)
        return unknown(
          section,
          `${SECTION_TITLES[section]}: unknown. ${errors?.[section]?.message ?? ''}`.trim(),
        );
      const groups = SECTION_FILES[section].map((group) => (group === 'census' ? censusOf(loaded) : group));
      const old = groups.flatMap((group) => oldFile(loaded, group, day) ?? []);
      return old.map((why) => unknown(section, `${SECTION_TITLES[section]}: not certain. ${why}`));
    }),
  ];
}

type Status = NonNullable<CarrierProfile['operating_status']>;

function fromStatus({ dot_status: { dot_status, dot_safety_rating } }: Status, facts: Facts): Reason[] {
  const { unknown, loaded, day } = facts;
  const found: Reason[] = [];
  const add = (effect: Effect, kind: Reason['kind'], text: string) =>
    void found.push(reason(effect, kind, 'operating_status', text));
  const notKnown = unknown('operating_status.dot_status.dot_status');
  const census = asOfFile(loaded, censusOf(loaded), day);
  if (dot_status === 'OUT-OF-SERVICE')
    add('do_not_use', 'order', `An out-of-service order is in force${asOfFile(loaded, 'orders', day)}.`);
  else if (dot_status === 'INACTIVE')
    add('do_not_use', 'authority', `The USDOT number is inactive${census}.`);
  else if (dot_status === 'PENDING') add('look_closer', 'authority', `The USDOT number is pending${census}.`);
  else if (dot_status === '' && notKnown === null)
    add('look_closer', 'unknown', 'The status of the USDOT number is unknown.');
  if (notKnown !== null && dot_status !== 'OUT-OF-SERVICE')
    add('look_closer', 'unknown', `Status: unknown. ${notKnown}`);
  const rated = `The safety rating is ${dot_safety_rating}${asOfFile(loaded, 'daily_census', day)}.`;
  if (dot_safety_rating === 'Unsatisfactory') add('do_not_use', 'rating', rated);
  if (dot_safety_rating === 'Conditional') add('look_closer', 'rating', rated);
  const noRating = unknown('operating_status.dot_status.dot_safety_rating');
  if (dot_safety_rating === '' && noRating !== null)
    add('look_closer', 'unknown', `Safety rating: unknown. ${noRating}`);
  return found;
}

function fromAuthority({ authorization, mc_150_details }: Status, facts: Facts): Reason[] {
  const { unknown, loaded, day } = facts;
  const held = [authorization.common_authority, authorization.contract_authority];
  if (held.includes('Active')) return [];
  const add = (effect: Effect, kind: Reason['kind'], text: string) => [
    reason(effect, kind, 'operating_status', text),
  ];
  if (held.includes('Unknown')) {
    const why = unknown('operating_status.authorization.common_authority') ?? '';
    return add('look_closer', 'unknown', `Authority to carry: unknown. ${why}`.trim());
  }
  const register = asOfFile(loaded, 'authority', day);
  const isForHire = mc_150_details.operations_classification.some((one) => FOR_HIRE.test(one));
  if (isForHire && held.includes('Inactive'))
    return add(
      'do_not_use',
      'authority',
      `Its authority to carry for hire is inactive, and the census says that it carries for hire${register}.`,
    );
  const none = `It has no authority to carry for hire between states${register}.`;
  return add('look_closer', 'authority', `${none} Private and local carriers need none.`);
}

type Insurance = NonNullable<CarrierProfile['insurance']>['active_insurance'];
const KINDS = [
  ['bipd_primary_status', 'Liability insurance', 'do_not_use'],
  ['cargo_status', 'Cargo insurance', 'look_closer'],
  ['bond_status', 'A bond or trust fund', 'look_closer'],
] as const;

function fromInsurance(insurance: Insurance, { unknown, loaded, day }: Facts): Reason[] {
  const file = asOfFile(loaded, 'insurance', day);
  return KINDS.flatMap(([field, title, effect]) => {
    const status = insurance[field];
    const because = unknown(`insurance.active_insurance.${field}`);
    if (status === 'Inactive')
      return [reason(effect, 'insurance', 'insurance', `${title} is required, and none is on file${file}.`)];
    if (status === 'Pending cancellation')
      return [
        reason('look_closer', 'insurance', 'insurance', `${title}: the cancellation is announced${file}.`),
      ];
    if (status === 'Unknown' || because !== null)
      return [
        reason('look_closer', 'unknown', 'insurance', `${title}: not certain. ${because ?? ''}`.trim()),
      ];
    return [];
  });
}

function fromScores({ basic_scores }: NonNullable<CarrierProfile['oos']>, facts: Facts): Reason[] {
  const names = Object.keys(BASIC_TITLES) as (keyof typeof BASIC_TITLES)[];
  const missing = new Set(
    names.map((name) => facts.unknown(`oos.basic_scores.${name}`)).filter((one) => one !== null),
  );
  return [
    ...names
      .filter((name) => basic_scores[name].is_escalate)
      .map((name) => reason('look_closer', 'score', 'oos', alertOf(name, basic_scores[name].score, facts))),
    ...[...missing].map((why) => reason('look_closer', 'unknown', 'oos', `Safety scores: unknown. ${why}`)),
  ];
}

/** An alert follows from the percentile, or from an investigation, which says nothing about the percentile. */
function alertOf(name: keyof typeof BASIC_TITLES, score: number | null, { profile }: Facts): string {
  const scores = profile.sources?.scores;
  const source = scores?.basics.find(({ basic }) => basic === name);
  if (source === undefined) return `${BASIC_TITLES[name]} has an alert.`;
  const isOver = score !== null && score >= source.threshold;
  const why = isOver
    ? `its percentile of ${score} is at or above the threshold of ${source.threshold}`
    : 'an investigation of the last 12 months found an acute or critical violation';
  const by =
    source.percentile_source === PUBLISHED
      ? `Published by FMCSA${onDay(scores?.published_on)}`
      : `Computed by Milepost${onDay(scores?.run?.run_date)}`;
  return `${BASIC_TITLES[name]} has an alert: ${why}. ${by}.`;
}

const onDay = (day: string | null | undefined) => (day == null ? '' : `, as of ${day}`);

function fromSignals({ signals, not_judged, errors }: CarrierSignals): Reason[] {
  const failed = Object.keys(errors ?? {}).length;
  const gaps = new Set(not_judged.map((one) => one.reason));
  return [
    ...signals.map(({ name, title, severity }) =>
      reason(severity === 'low' ? 'clear' : 'look_closer', 'signal', 'signals', title, name),
    ),
    ...[...gaps].map((why) => {
      const count = not_judged.filter((one) => one.reason === why).length;
      const text = `${count} ${count === 1 ? 'signal was' : 'signals were'} not judged. ${why}`;
      return reason('look_closer', 'unknown', 'signals', text);
    }),
    ...(failed > 0
      ? [
          reason(
            'look_closer',
            'unknown',
            'signals',
            `${failed} ${failed === 1 ? 'signal' : 'signals'} could not be read. Try again.`,
          ),
        ]
      : []),
  ];
}
