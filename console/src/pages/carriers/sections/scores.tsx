import type { OutOfService } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { BASICS, type BasicName, type Search } from '../../../lib/search.ts';

const TITLES: Record<BasicName, string> = {
  unsafe_driving: 'Unsafe Driving',
  crash_indicator: 'Crash Indicator',
  hours_of_service: 'Hours of Service',
  vehicle_maintenance: 'Vehicle Maintenance',
  controlled_substances: 'Controlled Substances',
  hazmat_related: 'Hazardous Materials',
  driver_fitness: 'Driver Fitness',
};

type Props = { usdot: string; oos: OutOfService };

/** Percentiles of the seven BASICs. Each opens its explanation. */
export function Scores({ usdot, oos: { iss_score, basic_scores } }: Props) {
  return (
    <div className="scores">
      <p className="score-iss">
        <span className="figure-large">{iss_score}</span>
        <span className="quiet">ISS score: {recommendation(iss_score)}</span>
      </p>
      <ul className="bars">
        {BASICS.map((basic) => {
          const { score, measure, is_escalate } = basic_scores[basic];
          return (
            <li key={basic}>
              <Link
                to="/carriers/$usdot"
                params={{ usdot }}
                search={(search: Search['carrier']) => ({ ...search, basic })}
                resetScroll={false}
                className="bar"
              >
                <span className="bar-label">{TITLES[basic]}</span>
                <span className={is_escalate ? 'bar-track bar-alert' : 'bar-track'} aria-hidden="true">
                  {score !== null && <span className="bar-fill" style={{ inlineSize: `${score}%` }} />}
                </span>
                <span className="bar-value">
                  {score === null ? <span className="quiet">Not enough data</span> : `${Math.round(score)}%`}
                  {is_escalate && <span className="badge badge-failed">Alert</span>}
                </span>
                <span className="quiet bar-measure">
                  {measure === null ? '' : `Measure ${measure.toFixed(2)}`}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      <p className="quiet">
        0% is best, 100% is worst within the peer group. Select a category for the inspections behind it.
      </p>
    </div>
  );
}

function recommendation(score: number): string {
  if (score >= 75) return 'inspect';
  return score >= 50 ? 'optional inspection' : 'pass';
}
