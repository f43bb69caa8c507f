import type { CarrierProfile, ProfileSources, RateSource, ScoreHistory, SectionError } from '@milepost/sdk';
import { capitalized, count, day, decimal } from './format.ts';

/** Why a field of the profile, `oos.iss_score`, is not known. Null if it is known. */
export type Unknowns = (path: string) => string | null;

export function unknownsOf({ unknown_fields = [] }: Pick<CarrierProfile, 'unknown_fields'>): Unknowns {
  return (path) =>
    unknown_fields.find(({ field }) => path === field || path.startsWith(`${field}.`))?.reason ?? null;
}

export const OWN_PERCENTILES = 'computed by Milepost, not by FMCSA';

/** A source in the words of the API; what FMCSA does not publish is named as our own computation. */
export function sourceText(source: string): string {
  return capitalized(/not published/.test(source) ? OWN_PERCENTILES : source);
}

/** The columns of exported scores. Each says whose figures it has: those of the newest run. */
export function scoreHeader({ runs, basics }: ScoreHistory): string[] {
  const by = (source: string | undefined) => (source ? ` (${sourceText(source)})` : '');
  return [
    ...['Run', `ISS score${by(runs.at(-1)?.iss_source)}`],
    ...basics.flatMap(({ title, points }) => [
      `${title}${by(points.at(-1)?.percentile_source)}`,
      `${title} measure${by(points.at(-1)?.measure_source)}`,
    ]),
  ];
}

/** Who computed the percentiles of a profile, and in which run. */
export function percentilesText({ scores: { basics, run, published_on } }: ProfileSources): string {
  const sources = [...new Set(basics.map(({ percentile_source }) => sourceText(percentile_source)))];
  const parts = [
    sources.length === 0 ? '' : `Percentiles: ${sources.join('; ').replace(/^C/, 'c')}.`,
    published_on === null ? '' : `SMS output files of ${day(published_on)}.`,
    run === null ? '' : `Run of ${day(run.run_date)} with ${filesSpan(run.files)}.`,
  ];
  return parts.filter(Boolean).join(' ');
}

/** "9 federal files of Oct 30, 2026 to Nov 2, 2026". The printed report and the score explanation list each file. */
function filesSpan(files: ProfileSources['files']): string {
  const days = files.map(({ file_date }) => file_date).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  const until = first === last ? '' : ` to ${day(last)}`;
  return `${count(files.length, 'federal file')}${first === undefined ? '' : ` of ${day(first)}${until}`}`;
}

/** "files: sms-crash of Oct 30, 2026; company-census of Nov 2, 2026". */
export function filesText(files: ProfileSources['files']): string {
  const byDay = Map.groupBy(files, ({ file_date }) => file_date);
  const parts = [...byDay]
    .toSorted(([a], [b]) => b.localeCompare(a))
    .map(([date, list]) => `${list.map(({ dataset }) => dataset).join(', ')} of ${day(date)}`);
  return parts.length === 0 ? 'no files' : `files: ${parts.join('; ')}`;
}

/** What a printed report says about its sources. */
export function printSources({ day: described, scores, files }: ProfileSources): string {
  const run = scores.run === null ? 'No score run' : `Score run of ${day(scores.run.run_date)}`;
  return `Data of ${day(described)}. ${run}. ${percentilesText({ scores: { ...scores, run: null } } as ProfileSources)} Loaded ${filesText(files)}.`;
}

/** "Few inspections (3)" for a rate that one inspection moves by more than 5 points. Empty for others. */
export function fewText(rate: RateSource | undefined): string {
  return rate?.is_too_few && rate.inspections !== null && rate.inspections > 0
    ? `Few inspections (${rate.inspections})`
    : '';
}

/** The recordable crash rate with its source and day. Null if it is not known. */
export function crashRateText({ crash_rate }: ProfileSources): string | null {
  const { recordable_crash_rate: rate, source, day: of } = crash_rate;
  if (rate === null) return null;
  const from = source === 'review' ? `review of ${day(of)}` : `computed by Milepost, up to ${day(of)}`;
  return `${decimal(rate, 2)} per million miles (${from})`;
}

const REASONS: Record<SectionError['type'], string> = {
  TimeoutError: 'This section took too long. Reload the page to try again.',
  NotFoundError: 'No federal record has this section for the carrier.',
  // Its message names the files.
  NotLoadedError: '',
  PermissionError: 'Your organization may not read this section.',
  InternalError: 'This section failed. Reload the page to try again.',
};

/** Why a section is missing. */
export function sectionErrorText(error: SectionError | undefined): string {
  if (error === undefined) return 'No data.';
  const hasMessage = error.type === 'PermissionError' || error.type === 'NotLoadedError';
  return hasMessage ? `${REASONS[error.type]} ${error.message}`.trim() : REASONS[error.type];
}

/** "Not loaded: motus-insur." Empty if all files are loaded. */
export function notLoadedText(files: string[]): string {
  return files.length === 0
    ? ''
    : `Not loaded: ${files.join(', ')}. What ${files.length === 1 ? 'this file' : 'these files'} would add is not known.`;
}
