import type { UnknownField } from '../../../contract/carrier.ts';
import {
  type CarrierProfile,
  SECTION_NAMES,
  type SectionError,
  type SectionName,
  type Sections,
} from '../../../contract/profile.ts';
import { isDatabaseAway } from '../../../db/database-fault.ts';
import { isLate, runWithin } from '../../../db/run-within.ts';
import { once } from '../../../lib/async/once.ts';
import { messageOf } from '../../../lib/errors.ts';
import { latestScores } from '../../safety/read-scores.ts';
import { type CarrierArchive, readArchive } from '../history/archive.ts';
import { archivedIdentity, censusOn } from '../history/archived-identity.ts';
import { isKnown, MAX_USDOT } from '../records/census.ts';
import { readInspected } from '../records/inspected.ts';
import { readLoadedFiles } from '../records/loaded-files.ts';
import { readViolations } from '../records/violations.ts';
import { fieldsWithoutFile, notLoadedError } from './missing-files.ts';
import { type ProfileService, sections } from './profile-service.ts';
import { readProfileSources } from './profile-sources.ts';
import type { SectionRequest } from './section.ts';

export type ProfileQuery = {
  usdotNumber: number;
  /** Null leaves `vin_details` null, without an error. */
  vin: string | null;
  asOf: string | null;
  /** Adds where the figures are from and what is unknown. A profile with `asOf` always has that. */
  sources?: boolean;
  /** Reads no other section; they are null without an error. */
  only?: readonly SectionName[];
  /** Sections that the caller has no permission for. */
  withheld: ReadonlySet<SectionName>;
};

const NOT_FOUND: SectionError = { message: 'No federal record has this carrier.', type: 'NotFoundError' };
const WITHHELD: SectionError = {
  message: 'This user lacks the permission for this section.',
  type: 'PermissionError',
};

type Outcome<T> = { value: T } | { error: SectionError };

/** Reads all sections concurrently. A section that fails, exceeds its deadline or is withheld is null, with an error. */
export async function readProfile(service: ProfileService, query: ProfileQuery): Promise<CarrierProfile> {
  const { usdotNumber, vin, only = SECTION_NAMES } = query;
  const names = only.filter((name) => name !== 'vin_details' || vin !== null);
  const shared = sharedReads(service, query);
  const canExist = usdotNumber <= MAX_USDOT;
  const hasSources = query.sources === true || query.asOf !== null;
  const [known, outcomes, archived, sources, loaded] = await Promise.all([
    canExist && isKnownOrUnclear(service, usdotNumber),
    Promise.all(names.map((name) => (canExist ? readSection(service, name, query, shared) : null))),
    canExist && query.asOf !== null ? readIdentity(service, query.asOf, shared) : null,
    canExist && hasSources ? readSourcesOf(service, shared) : null,
    hasSources ? outcomeOf(service, 'loaded_files', shared.loadedFiles) : null,
  ]);
  const found: Partial<Record<SectionName, Sections[SectionName]>> = {};
  const errors: Partial<Record<SectionName | 'archive' | 'sources' | 'unknown_fields', SectionError>> = {};
  for (const [i, name] of names.entries()) {
    const outcome = outcomes[i];
    if (query.withheld.has(name)) errors[name] = WITHHELD;
    else if (!known || !outcome) errors[name] = NOT_FOUND;
    else if ('error' in outcome) errors[name] = outcome.error;
    else found[name] = outcome.value;
  }
  const identity = known && archived && 'value' in archived ? archived.value : null;
  if (query.asOf !== null && identity === null)
    errors.archive = known && archived && 'error' in archived ? archived.error : NOT_FOUND;
  const from = known && sources && 'value' in sources ? sources.value : null;
  if (sources && 'error' in sources) errors.sources = sources.error;
  if (loaded && 'error' in loaded) errors.unknown_fields = loaded.error;
  const withoutFile = loaded && 'value' in loaded ? fieldsWithoutFile(loaded.value) : [];
  const unknownFields = [...withoutFile, ...shared.unknownFields, ...(from?.unknown_fields ?? [])].filter(
    ({ field }) => found[sectionOf(field)] !== undefined || !SECTION_NAMES.includes(sectionOf(field)),
  );
  return {
    dot_number: String(usdotNumber),
    ...Object.fromEntries(SECTION_NAMES.map((name) => [name, found[name] ?? null])),
    ...(query.asOf !== null && { archive: identity }),
    ...(hasSources && { sources: from?.sources ?? null, unknown_fields: onceEach(unknownFields) }),
    errors: Object.keys(errors).length > 0 ? errors : null,
  } as CarrierProfile;
}

function sectionOf(field: string): SectionName {
  return field.split('.')[0] as SectionName;
}

/** A field can be unknown for several reasons. The first one is the most basic: its file is missing. */
function onceEach(fields: UnknownField[]): UnknownField[] {
  return [...new Map(fields.toReversed().map((one) => [one.field, one])).values()].toReversed();
}

type SharedReads = Omit<SectionRequest, 'db'> & {
  archive: () => Promise<CarrierArchive>;
  /** What the sections reported. */
  unknownFields: UnknownField[];
};

function sharedReads({ clock, budgets }: ProfileService, query: ProfileQuery): SharedReads {
  const { usdotNumber, vin, asOf } = query;
  const today = asOf ?? clock.now().toISOString().slice(0, 10);
  const unknownFields: UnknownField[] = [];
  const archive = once(() => runWithin(budgets.archive, (db) => readArchive(db, usdotNumber)));
  return {
    usdotNumber,
    vin,
    asOf,
    today,
    scores: once(() => runWithin(budgets.scores, (db) => latestScores(db, usdotNumber, { asOf, today }))),
    violations: once(() => runWithin(budgets.violation_rows, (db) => readViolations(db, usdotNumber, asOf))),
    inspected: once(() => runWithin(budgets.inspected, (db) => readInspected(db, usdotNumber, asOf))),
    archive,
    loadedFiles: once(() => runWithin(budgets.loaded_files, readLoadedFiles)),
    unknownFields,
    reportUnknown: (field, reason) => void unknownFields.push({ field, reason }),
    archivedCensus: async () => (asOf === null ? new Map() : censusOn(await archive(), asOf)),
  };
}

async function readSection(
  service: ProfileService,
  name: SectionName,
  { withheld }: ProfileQuery,
  shared: SharedReads,
): Promise<Outcome<Sections[SectionName]>> {
  if (withheld.has(name)) return { error: WITHHELD };
  const budget = service.budgets[name];
  const [outcome, loaded] = await Promise.all([
    outcomeOf(service, name, () =>
      runWithin<Sections[SectionName]>(budget, (db) => sections[name]({ ...shared, db })),
    ),
    outcomeOf(service, 'loaded_files', shared.loadedFiles),
  ]);
  if ('error' in loaded) return loaded;
  const missing = notLoadedError(name, loaded.value);
  return missing ? { error: missing } : outcome;
}

function readIdentity(service: ProfileService, day: string, { archive }: SharedReads) {
  return outcomeOf(service, 'archive', async () => archivedIdentity(await archive(), day));
}

function readSourcesOf(service: ProfileService, shared: SharedReads) {
  return outcomeOf(service, 'sources', () =>
    runWithin(service.budgets.sources, (db) => readProfileSources({ ...shared, db })),
  );
}

async function outcomeOf<T>(
  { budgets, log }: ProfileService,
  name: SectionName | 'archive' | 'sources' | 'loaded_files',
  read: () => Promise<T>,
): Promise<Outcome<T>> {
  try {
    return { value: await read() };
  } catch (error) {
    const { deadlineMs } = budgets[name];
    if (isLate(error)) {
      log.warn({ section: name, deadline_ms: deadlineMs }, 'a profile section exceeded its deadline');
      const message = `The section took longer than ${deadlineMs} ms.`;
      return { error: { message, type: 'TimeoutError' } };
    }
    log.error({ section: name, error: messageOf(error) }, 'a profile section failed');
    const message = isDatabaseAway(error)
      ? 'The database cannot be reached at present.'
      : 'The section could not be read.';
    return { error: { message, type: 'InternalError' } };
  }
}

/** True also when the check fails: then the sections report their own errors. */
async function isKnownOrUnclear({ budgets, log }: ProfileService, usdotNumber: number): Promise<boolean> {
  return runWithin(budgets.known, (db) => isKnown(db, usdotNumber)).catch((error: unknown) => {
    log.warn({ error: messageOf(error) }, 'the check whether a carrier exists failed');
    return true;
  });
}
