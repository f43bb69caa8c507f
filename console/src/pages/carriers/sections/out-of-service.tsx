import type { OutOfService } from '@milepost/sdk';
import { number } from '../../../lib/format.ts';

const KINDS = [
  ['vehicle', 'Vehicle'],
  ['driver', 'Driver'],
  ['hazmat', 'Hazardous materials'],
] as const;

/** The carrier's rates beside the national averages. Without inspections there is no rate. */
export function OutOfServiceRates({ oos: { oos_scores } }: { oos: OutOfService }) {
  return (
    <table className="list rates">
      <thead>
        <tr>
          <th>Inspections</th>
          <th className="right">Carrier</th>
          <th className="right">National</th>
          <th className="right">Out of service of inspected</th>
        </tr>
      </thead>
      <tbody>
        {KINDS.map(([kind, label]) => {
          const { percent_oos, total_oos, total_inspected, national_avg } = oos_scores[kind];
          const hasRate = total_inspected > 0;
          return (
            <tr key={kind}>
              <th scope="row">{label}</th>
              <td className="right">
                {hasRate ? (
                  <strong className={percent_oos > national_avg ? 'worse' : 'better'}>
                    {percent_oos.toFixed(1)}%
                  </strong>
                ) : (
                  <span className="quiet">No rate</span>
                )}
              </td>
              <td className="right">{national_avg.toFixed(1)}%</td>
              <td className="right">
                {number(total_oos)} of {number(total_inspected)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
