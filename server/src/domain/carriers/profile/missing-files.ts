import type { UnknownField } from '../../../contract/carrier.ts';
import type { SectionError, SectionName } from '../../../contract/profile.ts';
import {
  AUTHORITY_EVENT_FILES,
  AUTHORITY_REGISTERS,
  CENSUS_FILES,
  CRASH_FILES,
  ENDED_FILING_FILES,
  FILING_FILES,
  hasAny,
  INSPECTION_FILES,
  type LoadedFiles,
  notLoaded,
  PROCESS_AGENT_FILES,
  REVOCATION_FILES,
  SMS_OUTPUT_FILES,
  VIOLATION_FILES,
} from '../records/loaded-files.ts';
import { ISS_FIELDS } from './unknown-fields.ts';

const ORDERS = 'out-of-service-orders';
const SAFETY_FILES = [...INSPECTION_FILES, ...VIOLATION_FILES, ...CRASH_FILES, ...SMS_OUTPUT_FILES];

/** The files that a section rests on. Without any of them, the section is not known. */
const SECTION_FILES: Partial<Record<SectionName, readonly string[]>> = {
  operating_status: [...CENSUS_FILES, ...AUTHORITY_REGISTERS, ORDERS],
  authority_history: [
    ...[...CENSUS_FILES, ...AUTHORITY_REGISTERS, ...AUTHORITY_EVENT_FILES, ...REVOCATION_FILES],
  ],
  oos: SAFETY_FILES,
  insurance: [...FILING_FILES, ...ENDED_FILING_FILES, ...PROCESS_AGENT_FILES],
  iss_basics: SAFETY_FILES,
  violations: VIOLATION_FILES,
  crashes: CRASH_FILES,
  fleet_and_drivers: CENSUS_FILES,
};

/** Null if at least one file of the section is loaded. */
export function notLoadedError(name: SectionName, loaded: LoadedFiles): SectionError | null {
  const files = SECTION_FILES[name];
  if (files === undefined || hasAny(loaded, files)) return null;
  return { type: 'NotLoadedError', message: `No file of this section is loaded. ${notLoaded(files)}` };
}

type Rule = {
  fields: readonly string[];
  /** Any of them is enough. */
  files: readonly string[];
};

const under = (path: string, ...names: string[]) => names.map((name) => `${path}.${name}`);

/**
 * Fields whose value is not a fact while none of their files is loaded. A path stands for all that is below it. The sections
 * report what depends on the carrier: authorities and insurance.
 */
const RULES: readonly Rule[] = [
  {
    fields: under(
      'operating_status',
      ...under('mc_150_details', 'last_update', 'operations_classification', 'transport_hazmat'),
      ...['mc_150_carrier_history', 'active_certifications'],
    ),
    files: CENSUS_FILES,
  },
  { fields: ['authority_history.carrier_history'], files: CENSUS_FILES },
  {
    fields: under('operating_status.dot_status', 'dot_safety_rating', 'rating_date'),
    files: ['company-census'],
  },
  // The census says "active" of a carrier that is under an order, and its inspections may say "Pass".
  { fields: ['operating_status.dot_status.dot_status', ...ISS_FIELDS], files: [ORDERS] },
  {
    fields: ['operating_status.dot_status.dot_status'],
    files: CENSUS_FILES,
  },
  {
    fields: under('authority_history', 'authority_history', 'authority_history_count'),
    files: AUTHORITY_EVENT_FILES,
  },
  { fields: ['oos.oos_scores'], files: [...INSPECTION_FILES, ...SMS_OUTPUT_FILES] },
  { fields: ['oos.major_and_severe_violations'], files: VIOLATION_FILES },
  { fields: ['oos.crash_information'], files: CRASH_FILES },
  { fields: ['insurance.active_insurance.boc_3_filing_company_name'], files: PROCESS_AGENT_FILES },
  { fields: ['insurance.insurance_history'], files: ENDED_FILING_FILES },
  { fields: under('iss_basics', 'violation_summary', 'violation_history'), files: VIOLATION_FILES },
  { fields: ['iss_basics.current_fleet_vins'], files: INSPECTION_FILES },
  {
    fields: under('fleet_and_drivers', ...under('fleet_overview', 'tractors', 'trailers'), 'cargo_carried'),
    files: ['company-census'],
  },
  { fields: ['fleet_and_drivers.fleet_age'], files: INSPECTION_FILES },
  { fields: ['vin_details.inspections'], files: INSPECTION_FILES },
  { fields: ['vin_details.violations'], files: VIOLATION_FILES },
  { fields: ['vin_details.crashes'], files: CRASH_FILES },
];

/** What is not known because a file is missing. */
export function fieldsWithoutFile(loaded: LoadedFiles): UnknownField[] {
  return RULES.filter(({ files }) => !hasAny(loaded, files)).flatMap(({ fields, files }) =>
    fields.map((field) => ({ field, reason: notLoaded(files) })),
  );
}
