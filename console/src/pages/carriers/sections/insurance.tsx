import type { InsuranceSection } from '@milepost/sdk';
import { money, number } from '../../../lib/format.ts';
import type { Unknowns } from '../../../lib/sources.ts';
import { Facts } from '../../../parts/card.tsx';
import { Unknown } from '../../../parts/unknown.tsx';

type Props = { insurance: InsuranceSection; unknown: Unknowns };

export function Insurance({ insurance: { active_insurance: active, insurance_history }, unknown }: Props) {
  const noHistory = unknown('insurance.insurance_history');
  const noAgent = unknown('insurance.active_insurance.boc_3_filing_company_name');
  return (
    <Facts
      rows={[
        [
          'Liability (BIPD)',
          <Filing
            key="bipd"
            status={active.bipd_primary_status}
            amount={active.bipd_primary_insurance_on_file}
            reason={unknown('insurance.active_insurance.bipd_primary_status')}
          />,
        ],
        [
          'Cargo',
          <Filing
            key="cargo"
            status={active.cargo_status}
            amount={active.cargo_insurance_on_file}
            reason={unknown('insurance.active_insurance.cargo_status')}
          />,
        ],
        [
          'Bond or trust',
          <Filing
            key="bond"
            status={active.bond_status}
            amount={active.bond_insurance_on_file}
            reason={unknown('insurance.active_insurance.bond_status')}
          />,
        ],
        [
          'Process agent',
          noAgent === null ? (
            active.boc_3_filing_company_name || '–'
          ) : (
            <Unknown key="agent" reason={noAgent} />
          ),
        ],
        [
          'Past filings',
          noHistory === null ? number(insurance_history.count) : <Unknown key="past" reason={noHistory} />,
        ],
        [
          'Same insurer for 3 years',
          noHistory !== null ? 'Unknown' : insurance_history.same_carrier_3plus_years ? 'Yes' : 'No',
        ],
      ]}
    />
  );
}

type FilingProps = { status: string; amount: string | null; reason: string | null };

function Filing({ status, amount, reason }: FilingProps) {
  const tone = status === 'Active' ? 'active' : status === 'Inactive' ? 'failed' : 'none';
  return (
    <span className="row-tight">
      <span className={`badge badge-${tone}`}>{status || 'Unknown'}</span>
      {Number(amount) > 0 && `${money(Number(amount))} on file`}
      {reason !== null && <span className="quiet">{reason}</span>}
    </span>
  );
}
