import type { ArchivedIdentity, CarrierSummary, OperatingStatus } from '@milepost/sdk';
import type { ReactNode } from 'react';
import { day, place, trucksText, word } from '../../../lib/format.ts';
import type { Unknowns } from '../../../lib/sources.ts';
import { Facts } from '../../../parts/card.tsx';
import { Unknown } from '../../../parts/unknown.tsx';

export type IdentityRow = CarrierSummary;
type Props = {
  usdot: string;
  row: IdentityRow | null;
  status: OperatingStatus;
  /** On an earlier day: the identity of that day, or null if it could not be read. */
  archive?: ArchivedIdentity | null | undefined;
  unknown: Unknowns;
};

const HAZMAT: Record<string, string> = { Y: 'Yes', N: 'No' };

/** Neutral for a status that is not known. */
export function statusTone(status: string, unknown: Unknowns): 'success' | 'error' | 'waiting' {
  if (status === '' || unknown('operating_status.dot_status.dot_status') !== null) return 'waiting';
  return status === 'ACTIVE' ? 'success' : 'error';
}

export function Identity({ usdot, row, status, archive, unknown }: Props) {
  const { dot_status, authorization, mc_150_details } = status;
  const isUnknown = (field: Field) => archive?.unknown_fields.includes(field) ?? false;
  const authority = (word: string) => (word === 'None' && isUnknown('authority') ? 'Unknown' : word);
  const known = (path: string, value: ReactNode) => {
    const reason = unknown(`operating_status.${path}`);
    return reason === null ? value : <Unknown reason={reason} />;
  };
  const statusReason = unknown('operating_status.dot_status.dot_status');
  return (
    <>
      <p className="figure">
        <span className={`lamp lamp-${statusTone(dot_status.dot_status, unknown)}`} aria-hidden="true" />
        {statusReason === null ? word(dot_status.dot_status) || 'Unknown' : 'Unknown'}
      </p>
      {statusReason !== null && <p className="quiet">{statusReason}</p>}
      <Facts
        rows={[
          ['USDOT number', <code key="usdot">{usdot}</code>],
          ['Docket', row?.docket_number || '–'],
          ...(archive === undefined ? currentFacts(row) : archivedFacts(archive)),
          [
            'Safety rating',
            known(
              'dot_status.dot_safety_rating',
              dot_status.dot_safety_rating
                ? `${dot_status.dot_safety_rating}, ${day(dot_status.rating_date)}`
                : 'Not rated',
            ),
          ],
          ['Common authority', authority(authorization.common_authority)],
          ['Contract authority', authority(authorization.contract_authority)],
          ['Broker authority', authority(authorization.broker_authority)],
          ['MCS-150 filed', known('mc_150_details.last_update', day(mc_150_details.last_update))],
          [
            'Operation',
            known(
              'mc_150_details.operations_classification',
              mc_150_details.operations_classification.join(', ') || '–',
            ),
          ],
          [
            'Hazardous materials',
            isUnknown('hazmat')
              ? 'Unknown'
              : known(
                  'mc_150_details.transport_hazmat',
                  HAZMAT[mc_150_details.transport_hazmat] ?? 'Unknown',
                ),
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
    ['Location', (row && place(row.phy_city, row.phy_state)) || '–'],
    ['Power units', row === null ? '–' : trucksText(row.power_units)],
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
