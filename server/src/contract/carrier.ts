import Type, { type Static } from 'typebox';
import { Pagination, pageQuery } from './pagination.ts';
import { converted, Day, fields, named, nullable, oneOf, text } from './schema.ts';

/** One entry of `fmcsa_detail`. Unknown text is empty. */
export const CarrierDetail = named('CarrierDetail', {
  ...fields(
    Type.String(),
    `usdot_number docket_number legal_name dba_name carrier_status entity_status carrier_ein
     dun_bradstreet_no mcs150_date mcs150_mileage insurer_company_name insurance_docket_number
     insurance_policy_number insurance_policy_type insurance_form_code insurance_max_coverage_amount
     insurance_underlying_limit_amount insurance_transaction_date insurance_effective_date
     insurance_expiration_date phy_street phy_city phy_state phy_zip telephone email_address
     mailing_street mailing_city mailing_state mailing_zip mailing_country carrier_operation
     operation_classificiation authority_date authorized_for_common_date authorized_for_contract_date
     carrier_total_drivers carrier_total_power_units carried_cargo carrier_driver_insp
     carrier_driver_oos_insp carrier_vehicle_insp carrier_vehicle_oos_insp carrier_hazmat_insp
     carrier_hazmat_oos_insp carrier_fatal_crash carrier_inj_crash carrier_towaway_crash
     carrier_crash_total basic_unsafe_driving_total_violation basic_driver_fitness_total_violation
     basic_hos_total_violation basic_drugs_alcohol_total_violation basic_vehicle_maint_total_violation
     carrier_safety_rating_date carrier_safety_rating carrier_safety_review_date
     carrier_safety_review_type`,
  ),
  ...fields(
    Type.Number(),
    `carrier_driver_oos_rate carrier_driver_oos_rate_national_avg carrier_vehicle_oos_rate
     carrier_vehicle_oos_rate_national_avg carrier_hazmat_oos_rate carrier_hazmat_oos_rate_national_avg
     recordable_crash_rate`,
  ),
});
export type CarrierDetail = Static<typeof CarrierDetail>;

export const FmcsaDetail = Type.Array(CarrierDetail, {
  description: 'The record of the carrier; empty when no federal register has the number.',
});

export const CarrierSummary = named('CarrierSummary', {
  usdot_number: Type.String(),
  docket_number: Type.String({ description: 'Letters and number; empty without a docket.' }),
  legal_name: Type.String(),
  dba_name: Type.String(),
  phy_city: Type.String(),
  phy_state: Type.String(),
  carrier_status: oneOf(['active', 'inactive', 'pending', ''], {
    description: 'Of the USDOT number in the census. Empty if the census does not have it.',
  }),
  is_out_of_service: Type.Boolean({ description: 'An out-of-service order is in force today.' }),
  power_units: nullable(Type.Integer({ description: 'Null if the census does not have them.' })),
});
export type CarrierSummary = Static<typeof CarrierSummary>;

export const CarrierList = named('CarrierList', {
  carriers: Type.Array(CarrierSummary),
  pagination: Pagination,
});
export type CarrierList = Static<typeof CarrierList>;

export const SEARCH_PAGE_SIZE = 20;
export const MAX_SEARCH_RESULTS = 1_000;
export const CarriersQuery = Type.Object({
  query: text({ minLength: 1, description: 'Name, DBA, USDOT number, docket, city or state.' }),
  page: Type.Integer({ minimum: 1, maximum: MAX_SEARCH_RESULTS / SEARCH_PAGE_SIZE, default: 1 }),
});

/** What the archive records of a carrier. */
export const HISTORY_FIELDS = [
  ...['record', 'legal_name', 'dba_name', 'physical_address', 'mailing_address', 'phone', 'cell_phone'],
  ...['fax', 'email_address', 'officer_1', 'officer_2', 'power_units', 'drivers', 'mileage', 'mileage_year'],
  ...['mcs150_date', 'usdot_status', 'carrier_operation', 'operation_classification', 'hazmat'],
  ...['safety_rating', 'safety_rating_date', 'authority', 'insurance'],
] as const;
export type HistoryField = (typeof HISTORY_FIELDS)[number];

const archivedValue = {
  field: oneOf(HISTORY_FIELDS, {
    description:
      '`record`: whether the file lists the carrier at all. Its value is `listed`, and null while the file does not.',
  }),
  item: Type.String({
    description:
      'For `authority` the docket and the type, for `insurance` the kind. Empty for fields that a carrier has once.',
    examples: ['MC123456 MOTOR PROPERTY COMMON CARRIER', 'BIPD'],
  }),
  value: nullable(Type.String({ description: 'Null: the file had no value.' })),
  first_seen: Type.String({
    format: 'date',
    description:
      'The day of the first file with the value. The value can be older if this is the day on which the archive begins.',
  }),
  last_seen: Type.String({ format: 'date', description: 'The day of the last file with the value.' }),
  source_dataset: Type.String({ examples: ['company-census'] }),
};

const ArchiveSource = named('ArchiveSource', {
  source_dataset: Type.String({ examples: ['company-census'] }),
  since: Type.String({ format: 'date', description: 'The day of the first archived file.' }),
  newest: Type.String({ format: 'date', description: 'The day of the newest archived file.' }),
});
const sources = Type.Array(ArchiveSource, {
  description:
    'The archived datasets. Nothing is known of the time before `since`. Empty: nothing is archived.',
});

const CurrentValue = named('ArchivedValue', { ...archivedValue, value: Type.String() });

export const CarrierHistory = named('CarrierHistory', {
  usdot_number: Type.String(),
  is_known: Type.Boolean({ description: 'Whether any federal record has the carrier.' }),
  sources,
  changes: Type.Array(
    named('CarrierChange', {
      ...archivedValue,
      replaced_on: Type.String({ format: 'date', description: 'The day of the file with the next value.' }),
      replaced_by: nullable(Type.String({ description: 'The next value. Null: the next file had none.' })),
    }),
    { description: 'Values that a later file replaced, the latest change first.' },
  ),
  unlisted: Type.Array(CurrentValue, {
    description:
      'Authorities and kinds of insurance that the newest file does not list. `last_seen` is the day of the last file with them. A missing record is not a loss: the end of a policy or authority is in the history files.',
  }),
  pagination: Pagination,
});
export type CarrierHistory = Static<typeof CarrierHistory>;

export const HistoryParams = Type.Object({
  usdot_number: converted<number>('usdot-number', { minLength: 1, maxLength: 40 }),
});
export const HistoryQuery = Type.Object({
  field: Type.Optional(oneOf(HISTORY_FIELDS, { description: 'Only changes of this field.' })),
  ...pageQuery({ maxPage: 1_000, maxSize: 200, size: 100 }),
});

/** In a profile with `as_of`. */
export const ArchivedIdentity = named('ArchivedIdentity', {
  as_of: Day,
  is_listed: nullable(
    Type.Boolean({
      description:
        'Whether a census file listed the carrier on that day. Null: unknown, no census of that day or before is archived.',
    }),
  ),
  sources,
  values: Type.Array(CurrentValue, {
    description: 'The values that the files had on that day.',
  }),
  unknown_fields: Type.Array(oneOf(HISTORY_FIELDS), {
    description:
      'Fields that are unknown on that day, because no file of that day or before that has them is archived.',
  }),
});
export type ArchivedIdentity = Static<typeof ArchivedIdentity>;

export const UnknownField = named('UnknownField', {
  field: Type.String({
    description:
      'The path of a field of the profile whose value is not known, with everything below it. Its 0, `""` or null is not a fact.',
    examples: ['oos.iss_score'],
  }),
  reason: Type.String({ examples: ['No score run of 2026-09-30 or before is stored.'] }),
});
export type UnknownField = Static<typeof UnknownField>;

const notLoadedFiles = Type.Array(Type.String(), {
  description: 'Datasets that are not loaded. While there are any, what is missing here is not known.',
  examples: [['motus-insur']],
});

export const FILING_KINDS = ['BIPD', 'CARGO', 'SURETY', 'TRUST FUND'] as const;
export const MAX_FILINGS = 200;

export const InsuranceFilings = named('InsuranceFilings', {
  usdot_number: Type.String(),
  filings: Type.Array(
    named('InsuranceFiling', {
      kind: oneOf(FILING_KINDS, { description: 'BIPD is liability insurance.' }),
      is_excess: Type.Boolean(),
      ...fields(Type.String(), 'insurer policy_number'),
      coverage_dollars: nullable(Type.Integer()),
      effective_date: nullable(Type.String()),
      end_date: nullable(
        Type.String({
          description:
            'The day on which coverage ended or will end: the cancellation, or the day on which another filing replaces this one.',
        }),
      ),
      ended_by: nullable(
        Type.String({ description: '`Replaced`: a Motus filing of the same kind takes its place.' }),
      ),
      source_dataset: Type.String(),
      source_date: nullable(Type.String()),
    }),
    { maxItems: MAX_FILINGS, description: `The newest first, at most ${MAX_FILINGS}.` },
  ),
  total: Type.Integer(),
  not_loaded: notLoadedFiles,
});
export type InsuranceFilings = Static<typeof InsuranceFilings>;

const AUTHORITY_STATES = ['active', 'inactive', 'pending'] as const;

export const AuthorityPeriods = named('AuthorityPeriods', {
  usdot_number: Type.String(),
  as_of: Type.String({ format: 'date', description: 'The day that the periods describe.' }),
  authority_periods: Type.Array(
    named('AuthorityPeriod', {
      authority: oneOf(['common', 'contract', 'broker', 'forwarder']),
      carries: nullable(
        oneOf(['property', 'passenger', 'household goods'], {
          description: 'Null for brokers and freight forwarders, and if no record says it.',
        }),
      ),
      state: oneOf(AUTHORITY_STATES, {
        description:
          '`pending`: an application, or an order that is served and takes effect on `start`. It changes nothing before that.',
      }),
      start: nullable(Type.String({ format: 'date', description: 'Null: before the first record.' })),
      end: nullable(
        Type.String({
          format: 'date',
          description: 'The first day of the next state. Null: it has not ended.',
        }),
      ),
      reason: Type.String({
        description: 'The record that began the period, in the words of the file.',
        examples: ['GRANTED', 'INVOLUNTARY REVOCATION'],
      }),
      source_dataset: Type.String(),
      source_date: nullable(Type.String()),
    }),
    {
      description:
        'By authority and cargo, in order of time. An order that was discontinued never took effect and is no period. The last period in effect agrees with the register.',
    },
  ),
  not_loaded: notLoadedFiles,
});
export type AuthorityPeriods = Static<typeof AuthorityPeriods>;
