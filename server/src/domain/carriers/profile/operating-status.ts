import type { HistoryField } from '../../../contract/carrier.ts';
import { readRow, statement } from '../../../db/database.ts';
import { isOutOfService } from '../../federal/out-of-service.ts';
import { type AuthorityRow, authorities, authoritiesOn, mayCarry } from '../records/authorities.ts';
import { type CensusRow, censusRow } from '../records/census.ts';
import { classificationWords, RATING_WORDS, text, wordOf } from '../records/census-words.ts';
import { AUTHORITY_REGISTERS, hasAuthorityRegisters, notLoaded } from '../records/loaded-files.ts';
import type { Section, SectionRequest } from './section.ts';

const USDOT_STATUS: Record<string, string> = { A: 'ACTIVE', I: 'INACTIVE', P: 'PENDING' };
const AUTHORITY: Record<AuthorityRow['status'], string> = {
  A: 'Active',
  I: 'Inactive',
  N: 'None',
  U: 'Unknown',
};

type Row = CensusRow & {
  is_out_of_service: boolean;
  authorities: AuthorityRow[] | null;
  snapshot: string | null;
  /** The day from which both registers are archived. Null if one is not loaded. */
  registers_since: string | null;
};

/** $1 carrier, $2 the day. */
const statusStatement = (name: string, held: string) =>
  statement(
    name,
    `with census as materialized (${censusRow})
   select census.*, ${isOutOfService('$2::date')} as is_out_of_service,
     (select json_agg(x) from (${held}) x) as authorities,
     (select case when count(*) = 2 then max(since) end from carrier_history_sources
      where source in ('motus-carrier', 'legacy-carrier')) as registers_since,
     (select max(as_of) from federal_loads
      where dataset in ('company-census', 'sms-census') and as_of <= $2) as snapshot
   from (select) one left join census on true`,
  );
const status = statusStatement('profile.operating-status', authorities('$2::date'));
const statusOn = statusStatement('profile.operating-status-on', authorities('$2::date', authoritiesOn('$2')));

export const operatingStatus: Section<'operating_status'> = async (request) => {
  const { db, usdotNumber, today, asOf } = request;
  const [current, archived, loaded] = await Promise.all([
    readRow<Row>(db, asOf === null ? status : statusOn, [usdotNumber, today]),
    request.archivedCensus(),
    request.loadedFiles(),
  ]);
  const row: Row = asOf === null ? current : { ...current, ...archivedColumns(current, archived, asOf) };
  const of = (kind: AuthorityRow['authority']) => row.authorities?.find((a) => a.authority === kind);
  const word = (kind: 'common' | 'contract' | 'broker') => {
    const isArchived = asOf === null || (row.registers_since ?? '9999') <= asOf;
    const held = of(kind)?.status ?? (isArchived || !hasAuthorityRegisters(loaded) ? 'N' : 'U');
    if (held === 'U')
      reportAuthority(
        kind,
        `The archive of the registers does not reach back to ${today}, and no grant shows it.`,
      );
    if (held !== 'N' || hasAuthorityRegisters(loaded)) return AUTHORITY[held];
    reportAuthority(kind, notLoaded(missing));
    return AUTHORITY.U;
  };
  const reportAuthority = (kind: string, reason: string) => {
    request.reportUnknown(`operating_status.authorization.${kind}_authority`, reason);
    request.reportUnknown(`operating_status.authorization.${kind}_authority_date`, reason);
  };
  const missing = AUTHORITY_REGISTERS.filter((file) => !loaded.has(file));
  if (missing.length > 0) request.reportUnknown('operating_status.active_certifications', notLoaded(missing));
  if (asOf !== null) reportUnarchived(request, archived, row);
  const since = (kind: AuthorityRow['authority']) =>
    of(kind)?.status === 'A' ? (of(kind)?.since ?? null) : null;
  return {
    dot_status: {
      rating_date: text(row.safety_rating_date),
      dot_status: row.is_out_of_service ? 'OUT-OF-SERVICE' : (USDOT_STATUS[row.status_code ?? ''] ?? ''),
      dot_safety_rating: wordOf(RATING_WORDS, row.safety_rating),
    },
    authorization: {
      common_authority: word('common'),
      common_authority_date: text(since('common')),
      contract_authority: word('contract'),
      contract_authority_date: text(since('contract')),
      broker_authority: word('broker'),
      broker_authority_date: since('broker'),
    },
    mc_150_details: {
      last_update: text(row.mcs150_date),
      operations_classification: classificationWords(row.classdef),
      transport_hazmat: row.hm_indicator === null ? '' : row.hm_indicator ? 'Y' : 'N',
    },
    mc_150_carrier_history: { last_snapshot_date: text(row.snapshot) },
    active_certifications: { active_certifications: certifications(row) },
  };
};

const ARCHIVED_COLUMNS: [keyof CensusRow, HistoryField][] = [
  ['status_code', 'usdot_status'],
  ['safety_rating', 'safety_rating'],
  ['safety_rating_date', 'safety_rating_date'],
  ['mcs150_date', 'mcs150_date'],
  ['classdef', 'operation_classification'],
];

/**
 * The census columns on a day. Where the archive does not reach back to the day, only what is dated is certain: a rating or
 * a form of that day or before that is still current. The rest is unknown, and listed in `unknown_fields`.
 */
function archivedColumns(
  { safety_rating, safety_rating_date, mcs150_date }: Row,
  archived: ReadonlyMap<HistoryField, string | null>,
  day: string,
): Partial<Row> {
  const isRated = safety_rating_date !== null && safety_rating_date <= day;
  const unchanged: Partial<Row> = {
    ...(isRated && { safety_rating, safety_rating_date }),
    ...(mcs150_date !== null && mcs150_date <= day && { mcs150_date }),
  };
  const columns = ARCHIVED_COLUMNS.map(([column, field]) => [
    column,
    archived.has(field) ? archived.get(field) : (unchanged[column] ?? null),
  ]);
  const hazmat = archived.get('hazmat') ?? null;
  return { ...Object.fromEntries(columns), hm_indicator: hazmat === null ? null : hazmat === 'Y' };
}

const SHOWN_AS: Partial<Record<keyof CensusRow, string>> = {
  status_code: 'dot_status.dot_status',
  safety_rating: 'dot_status.dot_safety_rating',
  safety_rating_date: 'dot_status.rating_date',
  mcs150_date: 'mc_150_details.last_update',
  classdef: 'mc_150_details.operations_classification',
};

/** What the archive does not have for the day. An order in force is known whatever the census said. */
function reportUnarchived(
  { today, reportUnknown }: SectionRequest,
  archived: ReadonlyMap<HistoryField, string | null>,
  row: Row,
): void {
  const reason = `No census of ${today} or before is archived.`;
  for (const [column, field] of ARCHIVED_COLUMNS)
    if (!archived.has(field) && row[column] === null && !(column === 'status_code' && row.is_out_of_service))
      reportUnknown(`operating_status.${SHOWN_AS[column]}`, reason);
  if (!archived.has('hazmat')) reportUnknown('operating_status.mc_150_details.transport_hazmat', reason);
}

/** A certification needs an active carrier that is not out of service. */
function certifications(row: Row): string[] {
  const { status_code, is_out_of_service, authorities: held, carship } = row;
  const isOperating = status_code === 'A' && !is_out_of_service;
  const active = (kind: string) => held?.some((a) => a.authority === kind && a.status === 'A') ?? false;
  const named: [string, boolean | null][] = [
    ['Hazmat', isOperating && row.hm_indicator],
    ['Passenger', isOperating && (mayCarry(held, 'passenger') || row.pc_flag)],
    ['Household Goods', isOperating && mayCarry(held, 'household goods')],
    ['Intermodal Equipment Provider', isOperating && /I/.test(carship ?? '')],
    ['Broker', !is_out_of_service && active('broker')],
    ['Freight Forwarder', !is_out_of_service && active('forwarder')],
  ];
  return named.flatMap(([name, holds]) => (holds ? [name] : []));
}
