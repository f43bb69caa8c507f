import type { CarrierProfile } from '../../../contract/profile.ts';
import { type CarrierSignals, type CarrierVerdict, VERDICTS } from '../../../contract/signals.ts';

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
    : [...fromProfile(profile), ...(signals === null ? [] : fromSignals(signals))];
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

function fromProfile(profile: CarrierProfile): Reason[] {
  const { operating_status, insurance, oos, errors } = profile;
  const unknown = unknownIn(profile);
  return [
    ...VERDICT_SECTIONS.filter((name) => profile[name] === null).map((name) =>
      reason(
        'look_closer',
        'unknown',
        name,
        `${SECTION_TITLES[name]}: unknown. ${errors?.[name]?.message ?? ''}`.trim(),
      ),
    ),
    ...(operating_status === null
      ? []
      : [...fromStatus(operating_status, unknown), ...fromAuthority(operating_status, unknown)]),
    ...(insurance === null ? [] : fromInsurance(insurance.active_insurance, unknown)),
    ...(oos === null ? [] : fromScores(oos, unknown)),
  ];
}

type Unknowns = (field: string) => string | null;

/** The reason why a field is not known. A path stands for all that is below it. */
function unknownIn({ unknown_fields = [] }: CarrierProfile): Unknowns {
  return (field) =>
    unknown_fields.find((one) => field === one.field || field.startsWith(`${one.field}.`))?.reason ?? null;
}

type Status = NonNullable<CarrierProfile['operating_status']>;

function fromStatus({ dot_status: { dot_status, dot_safety_rating } }: Status, unknown: Unknowns): Reason[] {
  const found: Reason[] = [];
  const notKnown = unknown('operating_status.dot_status.dot_status');
  if (dot_status === 'OUT-OF-SERVICE')
    found.push(reason('do_not_use', 'order', 'operating_status', 'An out-of-service order is in force.'));
  else if (dot_status === 'INACTIVE')
    found.push(reason('do_not_use', 'authority', 'operating_status', 'The USDOT number is inactive.'));
  else if (dot_status === 'PENDING')
    found.push(reason('look_closer', 'authority', 'operating_status', 'The USDOT number is pending.'));
  else if (dot_status === '' && notKnown === null)
    found.push(
      reason('look_closer', 'unknown', 'operating_status', 'The status of the USDOT number is unknown.'),
    );
  if (notKnown !== null && dot_status !== 'OUT-OF-SERVICE')
    found.push(reason('look_closer', 'unknown', 'operating_status', `Status: unknown. ${notKnown}`));
  const rating = 'The safety rating is';
  if (dot_safety_rating === 'Unsatisfactory')
    found.push(reason('do_not_use', 'rating', 'operating_status', `${rating} Unsatisfactory.`));
  if (dot_safety_rating === 'Conditional')
    found.push(reason('look_closer', 'rating', 'operating_status', `${rating} Conditional.`));
  return found;
}

function fromAuthority({ authorization, mc_150_details }: Status, unknown: Unknowns): Reason[] {
  const held = [authorization.common_authority, authorization.contract_authority];
  if (held.includes('Active')) return [];
  if (held.includes('Unknown')) {
    const why = unknown('operating_status.authorization.common_authority') ?? '';
    return [
      reason('look_closer', 'unknown', 'operating_status', `Authority to carry: unknown. ${why}`.trim()),
    ];
  }
  const isForHire = mc_150_details.operations_classification.some((one) => FOR_HIRE.test(one));
  if (isForHire && held.includes('Inactive'))
    return [
      reason(
        'do_not_use',
        'authority',
        'operating_status',
        'Its authority to carry for hire is inactive, and the census says that it carries for hire.',
      ),
    ];
  return [
    reason(
      'look_closer',
      'authority',
      'operating_status',
      'It has no authority to carry for hire between states. Private and local carriers need none.',
    ),
  ];
}

type Insurance = NonNullable<CarrierProfile['insurance']>['active_insurance'];
const KINDS = [
  ['bipd_primary_status', 'Liability insurance', 'do_not_use'],
  ['cargo_status', 'Cargo insurance', 'look_closer'],
  ['bond_status', 'A bond or trust fund', 'look_closer'],
] as const;

function fromInsurance(insurance: Insurance, unknown: Unknowns): Reason[] {
  return KINDS.flatMap(([field, title, effect]) => {
    const status = insurance[field];
    const because = unknown(`insurance.active_insurance.${field}`);
    if (status === 'Inactive')
      return [reason(effect, 'insurance', 'insurance', `${title} is required, and none is on file.`)];
    if (status === 'Pending cancellation')
      return [reason('look_closer', 'insurance', 'insurance', `${title}: the cancellation is announced.`)];
    if (status === 'Unknown' || because !== null)
      return [
        reason('look_closer', 'unknown', 'insurance', `${title}: not certain. ${because ?? ''}`.trim()),
      ];
    return [];
  });
}

function fromScores({ basic_scores }: NonNullable<CarrierProfile['oos']>, unknown: Unknowns): Reason[] {
  const names = Object.keys(BASIC_TITLES) as (keyof typeof BASIC_TITLES)[];
  const missing = new Set(
    names.map((name) => unknown(`oos.basic_scores.${name}`)).filter((one) => one !== null),
  );
  return [
    ...names
      .filter((name) => basic_scores[name].is_escalate)
      .map((name) =>
        reason(
          'look_closer',
          'score',
          'oos',
          `${BASIC_TITLES[name]} is above its threshold. Computed by Milepost, not by FMCSA.`,
        ),
      ),
    ...[...missing].map((why) => reason('look_closer', 'unknown', 'oos', `Safety scores: unknown. ${why}`)),
  ];
}

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
      ? [reason('look_closer', 'unknown', 'signals', `${failed} signals could not be read. Try again.`)]
      : []),
  ];
}
