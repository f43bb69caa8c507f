import type { ArchivedIdentity, CarrierSummary, OperatingStatus } from '@milepost/sdk';
import { count, day, place, word } from '../../../lib/format.ts';
import { Facts } from '../../../parts/card.tsx';

export type IdentityRow = CarrierSummary;
type Props = {
  usdot: string;
  row: IdentityRow | null;
  status: OperatingStatus;
  /** On an earlier day: the identity of that day, or null if it could not be read. */
  archive?: ArchivedIdentity | null | undefined;
};

export function Identity({ usdot, row, status, archive }: Props) {
  const { dot_status, authorization, mc_150_details } = status;
  const isUnknown = (field: Field) => archive?.unknown_fields.includes(field) ?? false;
  const authority = (word: string) => (word === 'None' && isUnknown('authority') ? 'Unknown' : word);
  return (
    <>
      <p className="figure">
        <span
          className={`lamp lamp-${dot_status.dot_status === 'ACTIVE' ? 'success' : 'error'}`}
          aria-hidden="true"
        />
        {word(dot_status.dot_status) || 'Unknown'}
      </p>
      <Facts
        rows={[
          ['USDOT number', <code key="usdot">{usdot}</code>],
          ['Docket', row?.docket_number || '–'],
          ...(archive === undefined ? currentFacts(row) : archivedFacts(archive)),
          [
            'Safety rating',
            dot_status.dot_safety_rating
              ? `${dot_status.dot_safety_rating}, ${day(dot_status.rating_date)}`
              : 'Not rated',
          ],
          ['Common authority', authority(authorization.common_authority)],
          ['Contract authority', authority(authorization.contract_authority)],
          ['Broker authority', authority(authorization.broker_authority)],
          ['MCS-150 filed', day(mc_150_details.last_update)],
          ['Operation', mc_150_details.operations_classification.join(', ') || '–'],
          [
            'Hazardous materials',
            isUnknown('hazmat') ? 'Unknown' : mc_150_details.transport_hazmat === 'Y' ? 'Yes' : 'No',
          ],
        ]}
      />
    </>
  );
}

type Fact = [string, string];
type Field = ArchivedIdentity['unknown_fields'][number];

function currentFacts(row: IdentityRow | null): Fact[] {
  return [
    ['Legal name', row?.legal_name || '–'],
    ['DBA', row?.dba_name || '–'],
    ['Location', row === null ? '–' : place(row.phy_city, row.phy_state)],
    ['Power units', row === null ? '–' : count(row.power_units, 'truck')],
  ];
}

const ARCHIVED: [string, Field][] = [
  ['Legal name', 'legal_name'],
  ['DBA', 'dba_name'],
  ['Address', 'physical_address'],
  ['Phone', 'phone'],
  ['Power units', 'power_units'],
];

function archivedFacts(archive: ArchivedIdentity | null): Fact[] {
  return ARCHIVED.map(([title, field]) => {
    const found = archive?.values.find((one) => one.field === field);
    return [title, found?.value ?? (archive?.unknown_fields.includes(field) ? 'Unknown' : '–')];
  });
}
