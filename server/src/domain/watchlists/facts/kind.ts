import type { WatchFacts } from '../../../contract/brokers/watchlist.ts';
import type { Database } from '../../../db/database.ts';
import type { ProfileService } from '../../carriers/profile/profile-service.ts';

export type FactsRequest = {
  db: Database;
  profile: ProfileService;
  today: string;
  /** The loaded federal files: the day of the data, by dataset. */
  loaded: ReadonlyMap<string, string>;
};

/** Facts as they are now, and the days of the files that they rest on. */
export type Current<R> = { files: Record<string, string>; value: R };
export type Change = { before: WatchFacts; after: WatchFacts; isLicensed?: boolean };

/** The facts of one kind: `R` as they are read, `V` as they are stored. */
export type Kind<R = unknown, V = unknown> = {
  /** A carrier that is absent is unknown. */
  read(request: FactsRequest, usdotNumbers: number[]): Promise<Map<number, Current<R>>>;
  /** `before` is null the first time, which changes nothing. */
  compare(before: V | null, now: R): { changes: Change[]; kept: V };
};

/** Hides the types of the facts from the table of kinds. */
export function kind<R, V>(definition: Kind<R, V>): Kind {
  return definition as unknown as Kind;
}

/** The days of those of the files that are loaded; null if none is. */
export function filesOf(
  { loaded }: FactsRequest,
  datasets: readonly string[],
): Record<string, string> | null {
  const found = datasets.flatMap((name) => {
    const day = loaded.get(name);
    return day === undefined ? [] : [[name, day] as const];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}

/** The facts that differ, as one change. A fact that one side lacks is null there. */
export function changedFacts(before: WatchFacts | null, now: WatchFacts): Change[] {
  if (before === null) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (name) => (before[name] ?? null) !== (now[name] ?? null),
  );
  if (names.length === 0) return [];
  const of = (facts: WatchFacts) => Object.fromEntries(names.map((name) => [name, facts[name] ?? null]));
  return [{ before: of(before), after: of(now) }];
}

/** A kind whose facts are compared one by one. */
export function plainKind(read: Kind<WatchFacts>['read']): Kind {
  return kind<WatchFacts, WatchFacts>({
    read,
    compare: (before, now) => ({ changes: changedFacts(before, now), kept: now }),
  });
}

/** The facts of carriers under the same files. */
export function under<R>(
  files: Record<string, string>,
  values: Iterable<readonly [number, R]>,
): Map<number, Current<R>> {
  return new Map([...values].map(([usdotNumber, value]) => [usdotNumber, { files, value }]));
}
