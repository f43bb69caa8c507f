import type { OutOfService, ScoreHistory } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { useApi } from '../../../lib/api.tsx';
import { decimal, month, percentage } from '../../../lib/format.ts';
import { BASIC_TITLES, BASICS, type Search } from '../../../lib/search.ts';
import { Sparkline } from '../../../parts/charts/line-chart.tsx';
import { CsvButton } from '../../../parts/tables/csv-button.tsx';

const MONTHS_SHOWN = 24;

type Props = { usdot: string; oos: OutOfService; asOf: string | undefined };

/** The ISS score and the percentiles of the seven BASICs with 24 months of history. Each BASIC opens its explanation. */
export function Scores({ usdot, oos: { iss_score, basic_scores }, asOf }: Props) {
  const { data: history } = useScoreHistory(usdot, asOf);
  const days = history?.runs.map(({ run_date }) => run_date) ?? [];
  const from = firstMonth(days);
  return (
    <>
      <ul className="scores">
        <li className="score">
          <span className="score-title">ISS score</span>
          <span className="score-value">
            {iss_score} <span className="quiet">{recommendation(iss_score)}</span>
          </span>
          <Sparkline days={days} values={history?.runs.map((run) => run.iss_score) ?? []} from={from} />
          <span className="quiet score-note">75 or more: inspect</span>
        </li>
        {BASICS.map((basic) => {
          const { score, measure, is_escalate } = basic_scores[basic];
          const past = history?.basics.find((one) => one.basic === basic);
          const newest = past?.points.at(-1);
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
                  {score === null ? <span className="score-none">No percentile</span> : percentage(score)}
                  {is_escalate && <span className="badge badge-failed">Alert</span>}
                </span>
                <Sparkline
                  days={days}
                  values={past?.points.map(({ percentile }) => percentile) ?? []}
                  from={from}
                  threshold={past?.threshold}
                />
                <span className="quiet score-note">
                  {score === null
                    ? (newest?.status_reason ?? 'Not enough data')
                    : past && `Threshold ${percentage(past.threshold)}`}
                  {score !== null && measure !== null && ` · measure ${decimal(measure, 2)}`}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      <p className="quiet">
        Percentiles within the peer group: 0% is best, 100% is worst. The dashed line is the threshold of an
        alert. Select a category for the inspections behind it, and to see the score without a violation.
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
      header={['Run', 'ISS score', ...data.basics.flatMap(({ title }) => [title, `${title} measure`])]}
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

/** The score is 0 if it is unknown. */
export function recommendation(score: number): string {
  if (score === 0) return 'Unknown';
  if (score >= 75) return 'Inspect';
  return score >= 50 ? 'Optional' : 'Pass';
}
