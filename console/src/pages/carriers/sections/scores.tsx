import type { CarrierProfile, OutOfService, ScoreHistory } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { useApi } from '../../../lib/api.tsx';
import { count, decimal, month, percentage } from '../../../lib/format.ts';
import { BASIC_TITLES, BASICS, type Search } from '../../../lib/search.ts';
import { percentilesText, scoreHeader, sourceText, unknownsOf } from '../../../lib/sources.ts';
import { Sparkline } from '../../../parts/charts/line-chart.tsx';
import { CsvButton } from '../../../parts/tables/csv-button.tsx';

const MONTHS_SHOWN = 24;

type Props = { usdot: string; oos: OutOfService; profile: CarrierProfile; asOf: string | undefined };

/** The ISS score and the percentiles of the seven BASICs with 24 months of history. Each BASIC opens its explanation. */
export function Scores({ usdot, oos: { basic_scores }, profile, asOf }: Props) {
  const unknown = unknownsOf(profile);
  const sources = profile.sources ?? null;
  const iss = issOf(profile);
  const { data: history } = useScoreHistory(usdot, asOf);
  const days = history?.runs.map(({ run_date }) => run_date) ?? [];
  const from = firstMonth(days);
  return (
    <>
      <ul className="scores">
        <li className="score">
          <span className="score-title">ISS score</span>
          <span className="score-value">
            {iss.value} <span className="quiet">{iss.recommendation}</span>
          </span>
          <Sparkline days={days} values={history?.runs.map((run) => run.iss_score) ?? []} from={from} />
          <span className="quiet score-note">{iss.note}</span>
        </li>
        {BASICS.map((basic) => {
          const { score, measure, is_escalate } = basic_scores[basic];
          const past = history?.basics.find((one) => one.basic === basic);
          const newest = past?.points.at(-1);
          const reason = unknown(`oos.basic_scores.${basic}`);
          const source = sources?.scores.basics.find((one) => one.basic === basic)?.percentile_source;
          return (
            <li key={basic}>
              <Link
                to="/carriers/$usdot"
                params={{ usdot }}
                search={(search: Search['carrier']) => ({ ...search, basic })}
                state={{ opened: 'basic' }}
                resetScroll={false}
                className={is_escalate ? 'score score-alert' : 'score'}
              >
                <span className="score-title">{BASIC_TITLES[basic]}</span>
                <span className="score-value">
                  {reason !== null || score === null ? (
                    <span className="score-none">{reason === null ? 'No percentile' : 'Unknown'}</span>
                  ) : (
                    percentage(score)
                  )}
                  {is_escalate && <span className="badge badge-failed">Alert</span>}
                </span>
                <Sparkline
                  days={days}
                  values={past?.points.map(({ percentile }) => percentile) ?? []}
                  from={from}
                  threshold={past?.threshold}
                />
                <span className="quiet score-note">
                  {reason ??
                    (score === null
                      ? (newest?.status_reason ?? 'Not enough data')
                      : past && `Threshold ${percentage(past.threshold)}`)}
                  {reason === null &&
                    score !== null &&
                    measure !== null &&
                    ` · measure ${decimal(measure, 2)}`}
                </span>
                {reason === null && score !== null && source !== undefined && (
                  <span className="quiet score-note">{sourceText(source)}</span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
      <p className="quiet">
        {sources !== null && `${percentilesText(sources)} `}Percentiles within the peer group: 0% is best,
        100% is worst. The dashed line is the threshold of an alert. Select a category for the inspections
        behind it, and to see the score without a violation.
        {days[0] !== undefined && ` Monthly runs since ${month(days[0])}.`}
      </p>
    </>
  );
}

export function useScoreHistory(usdot: string, asOf: string | undefined) {
  return useApi('getScoreHistory', {
    path: { usdot_number: Number(usdot) },
    query: { as_of: asOf },
  });
}

/** The charts of all categories start in the same month. */
export function firstMonth(days: string[]): string {
  const newest = new Date(days.at(-1) ?? Date.now());
  newest.setUTCMonth(newest.getUTCMonth() - (MONTHS_SHOWN - 1));
  return newest.toISOString().slice(0, 10);
}

/** The history of all categories as one table. */
export function ScoresCsv({ usdot, asOf }: { usdot: string; asOf: string | undefined }) {
  const { data } = useScoreHistory(usdot, asOf);
  if (!data || data.runs.length === 0) return null;
  return (
    <CsvButton
      file={`${usdot}-scores`}
      label="scores"
      header={scoreHeader(data)}
      rows={() => scoreRows(data)}
    />
  );
}

function scoreRows({ runs, basics }: ScoreHistory) {
  return runs.map(({ run_date, iss_score }, index) => [
    run_date,
    iss_score,
    ...basics.flatMap(({ points }) => [points[index]?.percentile ?? null, points[index]?.measure ?? null]),
  ]);
}

type Iss = { value: string; recommendation: string; note: string };

/** The ISS score with the recommendation of the service, and what both rest on. */
export function issOf(profile: CarrierProfile): Iss {
  const reason = unknownsOf(profile)('oos.iss_score');
  if (reason !== null || !profile.oos) return { value: 'Unknown', recommendation: '', note: reason ?? '' };
  const source = profile.sources?.iss;
  const notes = source && [
    sourceText(source.source),
    source.is_too_few ? source.reason : '',
    source.inspections === null ? '' : count(source.inspections, 'inspection'),
  ];
  return {
    value: String(profile.oos.iss_score),
    recommendation: profile.iss_basics?.header.recommendation ?? '',
    note: notes?.filter(Boolean).join(' · ') ?? '75 or more: inspect',
  };
}
