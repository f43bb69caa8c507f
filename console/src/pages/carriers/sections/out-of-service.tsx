import type { OutOfService, ProfileSources } from '@milepost/sdk';
import { day, number, percentage } from '../../../lib/format.ts';
import { fewText, sourceText, type Unknowns } from '../../../lib/sources.ts';
import { Unknown } from '../../../parts/unknown.tsx';

const KINDS = [
  ['vehicle', 'Vehicle'],
  ['driver', 'Driver'],
  ['hazmat', 'Hazardous materials'],
] as const;

export const ratesHeader = ['Inspections', 'Rate %', 'National average %', 'Out of service', 'Inspected'];
export const rateRows = ({ oos_scores }: OutOfService, unknown: Unknowns) =>
  KINDS.map(([kind, label]) => {
    const { percent_oos, national_avg, total_oos, total_inspected } = oos_scores[kind];
    if (unknown(`oos.oos_scores.${kind}`) !== null) return [label, null, national_avg, null, null];
    return [label, total_inspected === 0 ? null : percent_oos, national_avg, total_oos, total_inspected];
  });

type Props = { oos: OutOfService; sources: ProfileSources | null; unknown: Unknowns };

/** The carrier's rates beside the national averages. Without inspections there is no rate. */
export function OutOfServiceRates({ oos: { oos_scores }, sources, unknown }: Props) {
  const highest = Math.max(
    ...KINDS.flatMap(([kind]) => [oos_scores[kind].percent_oos, oos_scores[kind].national_avg]),
  );
  const width = (value: number) => ({ inlineSize: `${(value / highest) * 100}%` });
  return (
    <>
      <ul className="rates">
        {KINDS.map(([kind, label]) => {
          const { percent_oos, total_oos, total_inspected, national_avg } = oos_scores[kind];
          const reason = unknown(`oos.oos_scores.${kind}`);
          const few = fewText(sources?.rates[kind]);
          const hasRate = reason === null && total_inspected > 0;
          // One inspection moves such a rate by so much that it is neither better nor worse than the national one.
          const tone = few !== '' ? undefined : percent_oos > national_avg ? 'worse' : 'better';
          return (
            <li key={kind}>
              <p className="rate-head">
                <strong>{label}</strong>
                <span className="quiet">
                  {hasRate && `${number(total_oos)} of ${number(total_inspected)} inspections`}
                  {reason === null && !hasRate && 'Not inspected'}
                  {few !== '' && ` · ${few}`}
                </span>
              </p>
              {reason !== null && (
                <p>
                  <Unknown reason={reason} />
                </p>
              )}
              <p className="rate">
                <span className="quiet">Carrier</span>
                <span className="rate-track" aria-hidden="true">
                  {hasRate && (
                    <span className={`rate-fill rate-${tone ?? 'few'}`} style={width(percent_oos)} />
                  )}
                </span>
                {hasRate ? (
                  <strong className={tone}>{percentage(percent_oos, 1)}</strong>
                ) : (
                  <span className="quiet">{reason === null ? 'No rate' : 'Unknown'}</span>
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
      {sources !== null && (
        <p className="quiet">
          {sourceText(sources.rates.vehicle.source)}. Inspections from {day(sources.window.start_date)} to{' '}
          {day(sources.window.end_date)}.
        </p>
      )}
    </>
  );
}
