import type { WatchKind } from '../../../contract/brokers/watchlist.ts';
import type { Change, Current, FactsRequest, Kind } from './kind.ts';
import { authority, contact, insurance, order, rating } from './register-kinds.ts';
import { crash, score, signal } from './safety-kinds.ts';
import { firstSighting, silence } from './sighting-kinds.ts';

const kinds: Record<WatchKind, Kind> = {
  authority,
  insurance,
  order,
  rating,
  score,
  contact,
  signal,
  crash,
  first_sighting: firstSighting,
  silence,
};

/** The facts of one kind as they are stored, and the days of their files. */
type Stored = { files: Record<string, string>; value: unknown };
export type StoredFacts = Partial<Record<WatchKind, Stored>>;
export type CurrentFacts = Map<number, Partial<Record<WatchKind, Current<unknown>>>>;

/** Reads the facts of carriers: each kind for those that it is asked of. */
export async function readFacts(
  request: FactsRequest,
  asked: ReadonlyMap<WatchKind, number[]>,
): Promise<CurrentFacts> {
  const found: CurrentFacts = new Map();
  const read = async ([name, usdotNumbers]: [WatchKind, number[]]) => {
    const facts = await kinds[name].read(request, usdotNumbers);
    for (const [usdotNumber, current] of facts) {
      const own = found.get(usdotNumber) ?? {};
      own[name] = current;
      found.set(usdotNumber, own);
    }
  };
  await Promise.all([...asked].map(read));
  return found;
}

export type FoundChange = Change & { kind: WatchKind };

/**
 * Compares the facts of a kind with those that were compared last. Facts that are unknown now change nothing and are kept, and
 * so do those of a file that is older than the one before. Facts from a further file are a new start: what was unknown
 * before did not change.
 */
function advance(
  name: WatchKind,
  before: Stored | undefined,
  now: Current<unknown> | undefined,
): { changes: Change[]; kept: Stored | undefined } {
  if (now === undefined) return { changes: [], kept: before };
  const isBehind = Object.entries(before?.files ?? {}).some(([file, day]) => (now.files[file] ?? '') < day);
  if (isBehind) return { changes: [], kept: before };
  const { changes, kept } = kinds[name].compare(before?.value ?? null, now.value);
  const isStart = before === undefined || Object.keys(now.files).some((file) => !(file in before.files));
  return { changes: isStart ? [] : changes, kept: { files: now.files, value: kept } };
}

/** The changes of a carrier, and the facts to store: those of the kinds that are asked. */
export function compareFacts(
  asked: Iterable<WatchKind>,
  before: StoredFacts,
  now: Partial<Record<WatchKind, Current<unknown>>>,
): { changes: FoundChange[]; kept: StoredFacts } {
  const found: FoundChange[] = [];
  const facts: StoredFacts = {};
  for (const name of asked) {
    const { changes, kept } = advance(name, before[name], now[name]);
    found.push(...changes.map((change) => ({ ...change, kind: name })));
    if (kept !== undefined) facts[name] = kept;
  }
  return { changes: found, kept: facts };
}
