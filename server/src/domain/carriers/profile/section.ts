import type { HistoryField } from '../../../contract/carrier.ts';
import type { SectionName, Sections } from '../../../contract/profile.ts';
import type { Db } from '../../../db/database.ts';
import type { CarrierScores } from '../../safety/read-scores.ts';
import type { Inspected } from '../records/inspected.ts';
import type { LoadedFiles } from '../records/loaded-files.ts';
import type { ViolationRow } from '../records/violations.ts';

export type SectionRequest = {
  /** The section's own connections; a query ends at the section's deadline. */
  db: Db;
  usdotNumber: number;
  /** `asOf` when the request has one, else the current date. */
  today: string;
  /** Records after this day are left out. Null without a requested day. */
  asOf: string | null;
  vin: string | null;
  /** Data of several sections, read once on separate connections. */
  scores: () => Promise<CarrierScores>;
  violations: () => Promise<ViolationRow[]>;
  inspected: () => Promise<Inspected>;
  loadedFiles: () => Promise<LoadedFiles>;
  /** Reports that a field, `insurance.active_insurance.bond_status`, is not known. Its value is not a fact. */
  reportUnknown: (field: string, reason: string) => void;
  /** The census values of the requested day, as in the file. Empty without a requested day. */
  archivedCensus: () => Promise<ReadonlyMap<HistoryField, string | null>>;
};

export type Section<Name extends SectionName> = (request: SectionRequest) => Promise<Sections[Name]>;
