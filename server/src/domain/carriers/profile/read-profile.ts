import { isLate, runWithin } from '../../../db/run-within.ts';
import { once } from '../../../lib/async/once.ts';
import { messageOf } from '../../../lib/errors.ts';
import { latestScores } from '../../safety/read-scores.ts';
import { isKnown } from '../is-known.ts';
import { type ProfileService, SECTION_NAMES, type SectionName, sections } from './profile-service.ts';
import { readViolations } from '../read-violations.ts';
import type { Asked } from './section.ts';

export type SectionError = {
  message: string;
  type: 'TimeoutError' | 'NotFoundError' | 'PermissionError' | 'InternalError';
};

export type Profile = { dot_number: string } & Record<SectionName, object | null> & {
    errors: Partial<Record<SectionName, SectionError>> | null;
  };

export type ProfileQuery = {
  usdotNumber: number;
  vin: string | null;
  /** A day to look from; null is now. */
  asOf: string | null;
  /** Sections that this caller may not see. */
  withheld: ReadonlySet<SectionName>;
};

const LARGEST_NUMBER = 2 ** 31 - 1;
const NOT_FOUND: SectionError = { message: 'No federal record names this carrier.', type: 'NotFoundError' };
const WITHHELD: SectionError = {
  message: 'This user lacks the permission for this section.',
  type: 'PermissionError',
};

type Outcome = { value: object | null; error: SectionError | null };

/** All sections at once, each for itself: what fails, or is late, or is withheld, is null and says why. */
export async function readProfile(service: ProfileService, query: ProfileQuery): Promise<Profile> {
  const asked = SECTION_NAMES.filter((name) => name !== 'vin_details' || query.vin !== null);
  const number = query.usdotNumber;
  const isPossible = number <= LARGEST_NUMBER;
  const shared = sharedBySections(service, query);
  const [known, ...outcomes] = await Promise.all([
    isPossible ? knows(service, number) : false,
    ...asked.map((name) =>
      isPossible ? resolve(service, name, query, shared) : { value: null, error: null },
    ),
  ]);
  const profile = { dot_number: String(number) } as Profile;
  const errors: NonNullable<Profile['errors']> = {};
  for (const name of SECTION_NAMES) {
    const outcome = outcomes[asked.indexOf(name)];
    const error = errorOf(name, outcome, known, query);
    profile[name] = error ? null : (outcome?.value ?? null);
    if (error) errors[name] = error;
  }
  profile.errors = Object.keys(errors).length > 0 ? errors : null;
  return profile;
}

function errorOf(name: SectionName, outcome: Outcome | undefined, known: boolean, query: ProfileQuery) {
  if (!outcome) return null;
  if (query.withheld.has(name)) return WITHHELD;
  return known ? outcome.error : NOT_FOUND;
}

type Shared = Omit<Asked, 'db'>;

function sharedBySections({ clock, budgets }: ProfileService, query: ProfileQuery): Shared {
  const { usdotNumber, vin, asOf } = query;
  const today = asOf ?? clock.now().toISOString().slice(0, 10);
  const options = { asOf, now: new Date(today) };
  return {
    ...{ usdotNumber, vin, asOf, today },
    scores: once(() => runWithin(budgets.scores, (db) => latestScores(db, usdotNumber, options))),
    violations: once(() => runWithin(budgets.violation_rows, (db) => readViolations(db, usdotNumber, asOf))),
  };
}

async function resolve(
  service: ProfileService,
  name: SectionName,
  { withheld }: ProfileQuery,
  shared: Shared,
): Promise<Outcome> {
  if (withheld.has(name)) return { value: null, error: WITHHELD };
  const budget = service.budgets[name];
  try {
    const value = await runWithin<object>(budget, (db) => sections[name]({ ...shared, db }));
    return { value, error: null };
  } catch (error) {
    if (isLate(error)) {
      service.log.warn({ section: name, deadline_ms: budget.deadlineMs }, 'a section was late');
      const message = `The section took longer than ${budget.deadlineMs} ms.`;
      return { value: null, error: { message, type: 'TimeoutError' } };
    }
    service.log.error({ section: name, error: messageOf(error) }, 'a section failed');
    return { value: null, error: { message: 'The section could not be read.', type: 'InternalError' } };
  }
}

/** When that cannot be told in time the sections speak for themselves. */
async function knows({ budgets, log }: ProfileService, usdotNumber: number): Promise<boolean> {
  return runWithin(budgets.known, (db) => isKnown(db, usdotNumber)).catch((error: unknown) => {
    log.warn({ error: messageOf(error) }, 'whether a carrier is known could not be told');
    return true;
  });
}
