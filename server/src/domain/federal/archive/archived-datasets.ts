import type { HistoryField } from '../../../contract/carrier.ts';
import { names } from '../../../lib/names.ts';

/** A field of a dataset: the columns that it is made of, and its value as text, from the row with the alias `x`. */
type ArchivedField = { columns: readonly string[]; value(x: string): string };

export type ArchivedDataset = {
  table: string;
  /** A table expression with usdot_number, item (if `hasItems`) and the columns of the fields, over a table like `table`. */
  rows(table: string): string;
  /** Whether a carrier can have several rows. */
  hasItems: boolean;
  /** The field that shows that a row was not in the previous file. */
  presence: HistoryField;
  fields: Partial<Record<HistoryField, ArchivedField>>;
};

const column = (name: string): ArchivedField => ({ columns: [name], value: (x) => `${x}.${name}::text` });

function address(prefix: string): ArchivedField {
  const columns = names('street city state zip country').map((part) => `${prefix}_${part}`);
  return {
    columns,
    value: (x) => {
      const [street, city, state, zip, country] = columns.map((name) => `${x}.${name}`);
      const region = `nullif(concat_ws(' ', ${state}, ${zip}), '')`;
      return `nullif(concat_ws(', ', ${street}, ${city}, ${region}, nullif(upper(${country}), 'US')), '')`;
    },
  };
}

const flag = (name: string): ArchivedField => ({
  columns: [name],
  value: (x) => `case when ${x}.${name} then 'Y' else 'N' end`,
});

const inBothCensuses = {
  legal_name: column('legal_name'),
  dba_name: column('dba_name'),
  physical_address: address('phy'),
  mailing_address: address('mailing'),
  fax: column('fax'),
  email_address: column('email_address'),
  power_units: column('power_units'),
  drivers: column('total_drivers'),
  mileage: column('mcs150_mileage'),
  mileage_year: column('mcs150_mileage_year'),
  mcs150_date: column('mcs150_date'),
  carrier_operation: column('carrier_operation'),
};

const census = { rows: (table: string) => table, hasItems: false, presence: 'record' } as const;

/** `kind`, `excess` and `details` are SQL. Filings of one kind are one item; their order in the file has no meaning. */
function filings(table: string, kind: string, excess: string, details: readonly string[]): ArchivedDataset {
  const filing = `concat_ws(', ', ${details.join(', ')})`;
  return {
    table,
    rows: (from) => `(select usdot_number, coalesce(${kind}, form_code, 'OTHER')
        || case when ${excess} then ' excess' else '' end as item, string_agg(distinct ${filing}, '; ') as filings
      from ${from} where usdot_number <> 0 group by 1, 2)`,
    hasItems: true,
    presence: 'insurance',
    fields: { insurance: column('filings') },
  };
}

const policy = [
  'company_name',
  `'policy ' || policy_number`,
  `'$' || max_coverage_dollars`,
  `'above $' || nullif(underlying_limit_dollars, 0)`,
  `'from ' || effective_date`,
];

/** By dataset. Changes of other files are in the files: they list events with dates. */
export const archivedDatasets: Readonly<Record<string, ArchivedDataset>> = {
  'company-census': {
    table: 'company_census',
    ...census,
    fields: {
      ...inBothCensuses,
      phone: column('phone'),
      cell_phone: column('cell_phone'),
      officer_1: column('company_officer_1'),
      officer_2: column('company_officer_2'),
      usdot_status: column('status_code'),
      operation_classification: column('classdef'),
      hazmat: flag('hm_indicator'),
      safety_rating: column('safety_rating'),
      safety_rating_date: column('safety_rating_date'),
    },
  },
  'sms-census': {
    table: 'sms_census',
    ...census,
    fields: { ...inBothCensuses, phone: column('telephone'), hazmat: flag('hm_flag') },
  },
  'motus-carrier': {
    table: 'motus_carriers',
    rows: (from) => `(select usdot_number, docket_prefix || docket_number || ' ' || authority_type as item,
      authority_status from ${from} where usdot_number <> 0)`,
    hasItems: true,
    presence: 'authority',
    fields: { authority: column('authority_status') },
  },
  'legacy-carrier': {
    table: 'legacy_carriers',
    rows: (
      from,
    ) => `(select usdot_number, docket_prefix || docket_number || ' ' || held.authority as item, held.status
      from ${from} cross join lateral (values ('common', common_status), ('contract', contract_status),
        ('broker', broker_status)) as held (authority, status)
      where usdot_number <> 0 and held.status is not null)`,
    hasItems: true,
    presence: 'authority',
    fields: { authority: column('status') },
  },
  'motus-insur': filings(
    'motus_insurance',
    'filing_kind(form_code, type_code, null)',
    'is_excess(class_code, underlying_limit_dollars)',
    policy,
  ),
  'legacy-act-pend-insur': filings(
    'legacy_active_insurance',
    'filing_kind(form_code, null, type_desc)',
    `type_desc ilike '%excess%' or is_excess(null, underlying_limit_dollars)`,
    [...policy, `'cancelled ' || cancel_effective_date`],
  ),
};

/** The fields of a row as one JSON object. */
export function fieldsObject({ fields }: ArchivedDataset, present: readonly string[], x: string): string {
  const pairs = Object.entries(fields).filter(([name]) => present.includes(name));
  return `jsonb_build_object(${pairs.map(([name, { value }]) => `'${name}', ${value(x)}`).join(', ')})`;
}

/** An SQL condition: a row of the file, with the alias `x`, is of the same carrier and item as the row `k` of carrier_last_known. */
export function isRow(x: string, { hasItems }: ArchivedDataset): string {
  return `${x}.usdot_number = k.usdot_number${hasItems ? ` and ${x}.item = k.item` : ''}`;
}
