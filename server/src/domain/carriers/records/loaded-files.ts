import { type Db, statement } from '../../../db/database.ts';
import { allDatasets } from '../../federal/datasets/all-datasets.ts';

/** The names of the datasets that have a loaded file. */
export type LoadedFiles = ReadonlySet<string>;

const loadedDatasets = statement(
  'carriers.loaded-files',
  'select dataset from federal_loads where is_current',
);

export async function readLoadedFiles(db: Db): Promise<LoadedFiles> {
  const rows = await db.rows<{ dataset: string }>(loadedDatasets);
  return new Set(rows.map(({ dataset }) => dataset));
}

/** Any one of these files provides the figures. */
export const CENSUS_FILES = ['company-census', 'sms-census'];
export const INSPECTION_FILES = ['sms-inspection', 'vehicle-inspection'];
export const VIOLATION_FILES = ['sms-violation', 'inspection-violations'];
export const CRASH_FILES = ['sms-crash', 'crash-file'];
export const SMS_OUTPUT_FILES = ['sms-ab-property', 'sms-c-property', 'sms-ab-passenger', 'sms-c-passenger'];
export const AUTHORITY_EVENT_FILES = ['motus-auth-hist', 'legacy-auth-hist'];
export const REVOCATION_FILES = ['motus-revoke-suspend', 'legacy-revocation'];
export const AUTHORITY_REGISTERS = ['motus-carrier', 'legacy-carrier'];
export const PROCESS_AGENT_FILES = ['motus-boc3', 'legacy-boc3'];
export const FILING_FILES = ['motus-insur', 'legacy-act-pend-insur', 'legacy-insur'];
export const ENDED_FILING_FILES = ['motus-ins-hist', 'legacy-ins-hist'];

export function hasAny(loaded: LoadedFiles, files: readonly string[]): boolean {
  return files.some((file) => loaded.has(file));
}

/**
 * Whether the absence of a carrier's authority is a fact. Motus has only what it processed since May 2026 and the legacy file
 * nothing after that, so one of them alone does not show that there is none.
 */
export function hasAuthorityRegisters(loaded: LoadedFiles): boolean {
  return AUTHORITY_REGISTERS.every((file) => loaded.has(file));
}

/** The same for insurance filings. */
export function hasFilingRegisters(loaded: LoadedFiles): boolean {
  return loaded.has('motus-insur') && hasAny(loaded, ['legacy-act-pend-insur', 'legacy-insur']);
}

/** The files without which the absence of a filing, past or present, is not a fact. ActPendInsur and Insur list the same. */
export function missingFilingFiles(loaded: LoadedFiles): string[] {
  const legacy = hasAny(loaded, ['legacy-act-pend-insur', 'legacy-insur']) ? [] : ['legacy-act-pend-insur'];
  return [...['motus-insur', ...ENDED_FILING_FILES].filter((file) => !loaded.has(file)), ...legacy];
}

const titles = new Map(allDatasets.map(({ name, title }) => [name, title]));

/** "Not loaded: SMS Input - Crash (sms-crash), Crash File (crash-file)." */
export function notLoaded(files: readonly string[]): string {
  const named = files.map((file) => `${titles.get(file) ?? file} (${file})`);
  return `Not loaded: ${named.join(', ')}.`;
}
