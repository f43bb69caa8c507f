import {
  type CarrierProfile,
  SECTION_NAMES,
  type SectionError,
  type SectionName,
  type Sections,
} from '../../../contract/profile.ts';
import { isLate, runWithin } from '../../../db/run-within.ts';
import { once } from '../../../lib/async/once.ts';
import { messageOf } from '../../../lib/errors.ts';
import { latestScores } from '../../safety/read-scores.ts';
import { isKnown, MAX_USDOT } from '../records/census.ts';
import { readViolations } from '../records/violations.ts';
import { type ProfileService, sections } from './profile-service.ts';
import type { SectionRequest } from './section.ts';

export type ProfileQuery = {
  usdotNumber: number;
  /** Null leaves `vin_details` null, without an error. */
  vin: string | null;
  asOf: string | null;
  /** Sections that the caller has no permission for. */
  withheld: ReadonlySet<SectionName>;
};

const NOT_FOUND: SectionError = { message: 'No federal record has this carrier.', type: 'NotFoundError' };
const WITHHELD: SectionError = {
  message: 'This user lacks the permission for this section.',
  type: 'PermissionError',
};

type Outcome = { value: Sections[SectionName] } | { error: SectionError };

/** Reads all sections concurrently. A section that fails, exceeds its deadline or is withheld is null, with an error. */
export async function readProfile(service: ProfileService, query: ProfileQuery): Promise<CarrierProfile> {
  const { usdotNumber, vin } = query;
  const names = SECTION_NAMES.filter((name) => name !== 'vin_details' || vin !== null);
  const shared = sharedReads(service, query);
  const canExist = usdotNumber <= MAX_USDOT;
  const [known, outcomes] = await Promise.all([
    canExist && isKnownOrUnclear(service, usdotNumber),
    Promise.all(names.map((name) => (canExist ? readSection(service, name, query, shared) : null))),
  ]);
  const found: Partial<Record<SectionName, Sections[SectionName]>> = {};
  const errors: Partial<Record<SectionName, SectionError>> = {};
  for (const [i, name] of names.entries()) {
    const outcome = outcomes[i];
    if (query.withheld.has(name)) errors[name] = WITHHELD;
    else if (!known || !outcome) errors[name] = NOT_FOUND;
    else if ('error' in outcome) errors[name] = outcome.error;
    else found[name] = outcome.value;
  }
  return {
    dot_number: String(usdotNumber),
    ...Object.fromEntries(SECTION_NAMES.map((name) => [name, found[name] ?? null])),
    errors: Object.keys(errors).length > 0 ? errors : null,
  } as CarrierProfile;
}

type SharedReads = Omit<SectionRequest, 'db'>;

function sharedReads({ clock, budgets }: ProfileService, query: ProfileQuery): SharedReads {
  const { usdotNumber, vin, asOf } = query;
  const today = asOf ?? clock.now().toISOString().slice(0, 10);
  const options = { asOf, now: new Date(today) };
  return {
    usdotNumber,
    vin,
    asOf,
    today,
    scores: once(() => runWithin(budgets.scores, (db) => latestScores(db, usdotNumber, options))),
    violations: once(() => runWithin(budgets.violation_rows, (db) => readViolations(db, usdotNumber, asOf))),
  };
}

async function readSection(
  { budgets, log }: ProfileService,
  name: SectionName,
  { withheld }: ProfileQuery,
  shared: SharedReads,
): Promise<Outcome> {
  if (withheld.has(name)) return { error: WITHHELD };
  const budget = budgets[name];
  try {
    return {
      value: await runWithin<Sections[SectionName]>(budget, (db) => sections[name]({ ...shared, db })),
    };
  } catch (error) {
    if (isLate(error)) {
      log.warn({ section: name, deadline_ms: budget.deadlineMs }, 'a profile section exceeded its deadline');
      const message = `The section took longer than ${budget.deadlineMs} ms.`;
      return { error: { message, type: 'TimeoutError' } };
    }
    log.error({ section: name, error: messageOf(error) }, 'a profile section failed');
    return { error: { message: 'The section could not be read.', type: 'InternalError' } };
  }
}

/** True also when the check fails: then the sections report their own errors. */
async function isKnownOrUnclear({ budgets, log }: ProfileService, usdotNumber: number): Promise<boolean> {
  return runWithin(budgets.known, (db) => isKnown(db, usdotNumber)).catch((error: unknown) => {
    log.warn({ error: messageOf(error) }, 'the check whether a carrier exists failed');
    return true;
  });
}
