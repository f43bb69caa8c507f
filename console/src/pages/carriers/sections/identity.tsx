import type { CarrierSummary, OperatingStatus } from '@milepost/sdk';
import { count, day, place } from '../../../lib/format.ts';
import { Facts } from '../../../parts/card.tsx';

export type IdentityRow = CarrierSummary;
type Props = { usdot: string; row: IdentityRow | null; status: OperatingStatus };

export function Identity({ usdot, row, status: { dot_status, authorization, mc_150_details } }: Props) {
  return (
    <>
      <p className="figure">
        <span
          className={`lamp lamp-${dot_status.dot_status === 'ACTIVE' ? 'success' : 'error'}`}
          aria-hidden="true"
        />
        {dot_status.dot_status}
      </p>
      <Facts
        rows={[
          ['USDOT number', <code key="usdot">{usdot}</code>],
          ['Docket', row?.docket_number || '–'],
          ['DBA', row?.dba_name || '–'],
          ['Location', row === null ? '–' : place(row.phy_city, row.phy_state)],
          ['Power units', row === null ? '–' : count(row.power_units, 'truck')],
          [
            'Safety rating',
            dot_status.dot_safety_rating
              ? `${dot_status.dot_safety_rating}, ${day(dot_status.rating_date)}`
              : 'Not rated',
          ],
          ['Common authority', authorization.common_authority],
          ['Contract authority', authorization.contract_authority],
          ['Broker authority', authorization.broker_authority],
          ['MCS-150 filed', day(mc_150_details.last_update)],
          ['Operation', mc_150_details.operations_classification.join(', ') || '–'],
          ['Hazardous materials', mc_150_details.transport_hazmat === 'Y' ? 'Yes' : 'No'],
        ]}
      />
    </>
  );
}
