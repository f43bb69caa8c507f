import type { OutOfService } from '@milepost/sdk';
import { number, percentage } from '../../../lib/format.ts';

const KINDS = [
  ['vehicle', 'Vehicle'],
  ['driver', 'Driver'],
  ['hazmat', 'Hazardous materials'],
] as const;

export const ratesHeader = ['Inspections', 'Rate %', 'National average %', 'Out of service', 'Inspected'];
export const rateRows = ({ oos_scores }: OutOfService) =>
  KINDS.map(([kind, label]) => {
    const { percent_oos, national_avg, total_oos, total_inspected } = oos_scores[kind];
    return [label, total_inspected === 0 ? null : percent_oos, national_avg, total_oos, total_inspected];
  });

/** The carrier's rates beside the national averages. Without inspections there is no rate. */
export function OutOfServiceRates({ oos: { oos_scores } }: { oos: OutOfService }) {
  const highest = Math.max(
    ...KINDS.flatMap(([kind]) => [oos_scores[kind].percent_oos, oos_scores[kind].national_avg]),
  );
  const width = (value: number) => ({ inlineSize: `${(value / highest) * 100}%` });
  return (
    <ul className="rates">
      {KINDS.map(([kind, label]) => {
        const { percent_oos, total_oos, total_inspected, national_avg } = oos_scores[kind];
        const hasRate = total_inspected > 0;
        const tone = percent_oos > national_avg ? 'worse' : 'better';
        return (
          <li key={kind}>
            <p className="rate-head">
              <strong>{label}</strong>
              <span className="quiet">
                {hasRate ? `${number(total_oos)} of ${number(total_inspected)} inspections` : 'Not inspected'}
              </span>
            </p>
            <p className="rate">
              <span className="quiet">Carrier</span>
              <span className="rate-track" aria-hidden="true">
                {hasRate && <span className={`rate-fill rate-${tone}`} style={width(percent_oos)} />}
              </span>
              {hasRate ? (
                <strong className={tone}>{percentage(percent_oos, 1)}</strong>
              ) : (
                <span className="quiet">No rate</span>
              )}
            </p>
            <p className="rate">
              <span className="quiet">National</span>
              <span className="rate-track" aria-hidden="true">
                <span className="rate-fill" style={width(national_avg)} />
              </span>
              <span>{percentage(national_avg, 1)}</span>
            </p>
          </li>
        );
      })}
    </ul>
  );
}
