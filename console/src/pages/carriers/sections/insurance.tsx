import type { InsuranceSection } from '@milepost/sdk';
import { money, number } from '../../../lib/format.ts';
import { Facts } from '../../../parts/card.tsx';

type Props = { insurance: InsuranceSection };

export function Insurance({ insurance: { active_insurance: active, insurance_history } }: Props) {
  return (
    <Facts
      rows={[
        [
          'Liability (BIPD)',
          <Filing
            key="bipd"
            status={active.bipd_primary_status}
            amount={active.bipd_primary_insurance_on_file}
          />,
        ],
        [
          'Cargo',
          <Filing key="cargo" status={active.cargo_status} amount={active.cargo_insurance_on_file} />,
        ],
        [
          'Bond or trust',
          <Filing key="bond" status={active.bond_status} amount={active.bond_insurance_on_file} />,
        ],
        ['Process agent', active.boc_3_filing_company_name || '–'],
        ['Past filings', number(insurance_history.count)],
        ['Same insurer for 3 years', insurance_history.same_carrier_3plus_years ? 'Yes' : 'No'],
      ]}
    />
  );
}

function Filing({ status, amount }: { status: string; amount: string | null }) {
  const tone = status === 'Active' ? 'active' : status === 'Inactive' ? 'failed' : 'none';
  return (
    <span className="row-tight">
      <span className={`badge badge-${tone}`}>{status}</span>
      {Number(amount) > 0 && `${money(Number(amount))} on file`}
    </span>
  );
}
