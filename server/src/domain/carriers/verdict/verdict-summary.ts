import type { CarrierDecision } from '../../../contract/brokers/carrier-decision.ts';
import type { CarrierProfile } from '../../../contract/profile.ts';
import type { CarrierVerdict } from '../../../contract/signals.ts';
import { DEMO_WATERMARK, type Paper, pdfDocument } from '../../../lib/pdf/pdf-document.ts';
import type { ProfileService } from '../profile/profile-service.ts';
import { readProfile } from '../profile/read-profile.ts';
import { readSignals } from '../signals/read-signals.ts';
import { decideVerdict, VERDICT_SECTIONS } from './decide-verdict.ts';

const SECTIONS = [...VERDICT_SECTIONS, 'fleet_and_drivers'] as const;

type Query = {
  usdotNumber: number;
  legalName: string;
  organizationName: string;
  isDemo: boolean;
  mayReadSignals: boolean;
  decision: CarrierDecision | null;
};

const TITLES = { clear: 'Clear', look_closer: 'Look closer', do_not_use: 'Do not use' };
const EFFECTS = { ...TITLES, clear: 'Note' };
const EVIDENCE = {
  operating_status: 'Status and authority',
  insurance: 'Insurance',
  oos: 'Safety scores',
  signals: 'Signals',
};
/** What the summary needs below its reasons. */
const LINES_BELOW = 24;
const LINES_OF_FILES = 3;
/** A note is at most this long on paper. The page has all of it. */
const MAX_NOTE = 400;

/** The verdict on a carrier on one page: what was decided, why, the key figures, and of which day the data are. */
export async function verdictSummary(service: ProfileService, query: Query): Promise<Buffer> {
  const { usdotNumber, mayReadSignals, legalName } = query;
  const madeAt = service.clock.now();
  const [profile, signals] = await Promise.all([
    readProfile(service, {
      ...{ usdotNumber, vin: null, asOf: null, sources: true },
      ...{ only: SECTIONS, withheld: new Set<never>() },
    }),
    mayReadSignals ? readSignals(service, usdotNumber, null) : null,
  ]);
  const verdict = decideVerdict(profile, signals, madeAt.toISOString().slice(0, 10));
  const title = legalName || `USDOT ${usdotNumber}`;
  const watermark = query.isDemo ? DEMO_WATERMARK : null;
  return pdfDocument({ title: `${title}: ${TITLES[verdict.verdict]}`, madeAt, watermark }, (paper) => {
    paper.heading(title);
    paper.fact('USDOT number', String(usdotNumber));
    paper.fact('Verdict', `${TITLES[verdict.verdict]}, as of ${verdict.as_of}`);
    paper.fact(
      'Made for',
      `${query.organizationName}, ${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    );
    writeDecision(paper, query.decision);
    writeReasons(paper, verdict);
    paper.title('Key figures');
    for (const [name, value] of keyFigures(profile)) paper.fact(name, value);
    paper.title('Data');
    const files = (profile.sources?.files ?? []).map(({ dataset, file_date }) => `${dataset} ${file_date}`);
    paper.quietLine(
      clipped(files.length === 0 ? 'No federal file is loaded.' : files.join(', '), LINES_OF_FILES * 110),
    );
    paper.quietLine(
      'The verdict follows from the loaded files by a published rule (docs/carriers.md). Clear is no promise.',
    );
  });
}

const clipped = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

function writeDecision(paper: Paper, decision: CarrierDecision | null): void {
  paper.title("Your organization's decision");
  if (decision?.decision == null) {
    paper.line('None yet.');
    return;
  }
  const by = decision.author || 'a former user';
  paper.line(`${TITLES[decision.decision]}, by ${by} on ${decision.created_at.toISOString().slice(0, 10)}`);
  if (decision.note !== '') paper.quietLine(clipped(decision.note.replace(/\s+/g, ' '), MAX_NOTE));
}

function writeReasons(paper: Paper, { reasons, not_considered }: CarrierVerdict): void {
  paper.title('Reasons');
  if (reasons.length === 0) paper.line('None was found in the loaded files.');
  for (const [index, { effect, text, section }] of reasons.entries()) {
    if (!paper.hasRoomFor(LINES_BELOW)) {
      paper.line(`… and ${reasons.length - index} more: the full report has them.`);
      break;
    }
    paper.line(`${EFFECTS[effect]}: ${clipped(text, 220)}`);
    paper.quietLine(`    Evidence: ${EVIDENCE[section]}`);
  }
  for (const text of not_considered) paper.quietLine(`Not considered: ${text}`);
}

const percent = (value: number) => `${value.toFixed(1)} %`;

/** What is not known is said to be unknown. */
function keyFigures(profile: CarrierProfile): [string, string][] {
  const { operating_status: status, oos, insurance, fleet_and_drivers: fleet, unknown_fields = [] } = profile;
  const isUnknown = (path: string) =>
    unknown_fields.some(({ field }) => path === field || path.startsWith(`${field}.`));
  const figure = (name: string, path: string, value: string | null | undefined): [string, string] => [
    name,
    value === undefined || value === null || value === '' || isUnknown(path) ? 'Unknown' : value,
  ];
  const vehicle = oos?.oos_scores.vehicle;
  const liability = insurance?.active_insurance;
  const alerts = Object.values(oos?.basic_scores ?? {}).filter(({ is_escalate }) => is_escalate).length;
  return [
    figure('Status', 'operating_status.dot_status.dot_status', status?.dot_status.dot_status),
    figure('Common authority', 'operating_status.authorization', status?.authorization.common_authority),
    figure(
      'Safety rating',
      'operating_status.dot_status.dot_safety_rating',
      status && (status.dot_status.dot_safety_rating || 'Not rated'),
    ),
    figure(
      'Liability insurance',
      'insurance.active_insurance.bipd_primary_status',
      liability?.bipd_primary_status,
    ),
    figure(
      'ISS score',
      'oos.iss_score',
      typeof oos?.iss_score === 'number' ? String(oos.iss_score) : undefined,
    ),
    figure('BASICs above their threshold', 'oos.basic_scores', oos ? String(alerts) : undefined),
    figure(
      'Vehicle out-of-service rate',
      'oos.oos_scores.vehicle',
      vehicle &&
        (vehicle.total_inspected === 0
          ? 'No inspections'
          : `${percent(vehicle.percent_oos)} of ${vehicle.total_inspected} inspections (national ${percent(vehicle.national_avg)})`),
    ),
    figure(
      'Crashes in 24 months',
      'oos.crash_information',
      oos ? `${oos.crash_information.crash_count}, ${oos.crash_information.fatalities} deaths` : undefined,
    ),
    figure(
      'Power units',
      'fleet_and_drivers.fleet_overview.total_fleet',
      fleet ? String(fleet.fleet_overview.total_fleet) : undefined,
    ),
    figure(
      'Drivers',
      'fleet_and_drivers.drivers.driver_count',
      fleet ? String(fleet.drivers.driver_count) : undefined,
    ),
  ];
}
