import { randomUUID } from 'node:crypto';
import type { WatchFacts, WatchKind } from '../../../contract/brokers/watchlist.ts';
import { addDays } from '../../carriers/signals/signal.ts';
import { type CurrentFacts, compareFacts, type FoundChange, type StoredFacts } from '../facts/kinds.ts';
import type { LastSeen } from '../facts/sighting-kinds.ts';
import type { WatchedRow } from './due-carriers.ts';
import { askedKinds, type TellingList } from './telling-lists.ts';

export type NewEvent = {
  id: string;
  organization_id: number;
  usdot_number: number;
  kind: WatchKind;
  lists: TellingList[];
  is_licensed: boolean;
  before: WatchFacts;
  after: WatchFacts;
};
/** A carrier that is silent for a list: the day of its last sighting. */
type Silence = { watchlist_id: string; usdot_number: number; silent_since: string };

export type Compared = {
  facts: { id: number; facts: StoredFacts }[];
  events: NewEvent[];
  silences: Silence[];
};
type Row = WatchedRow & { organization_id: number };

/** Compares claimed carriers with what was read of them, and decides what is told to which lists. */
export function compareCarriers(
  rows: readonly Row[],
  lists: ReadonlyMap<number, TellingList[]>,
  current: CurrentFacts,
  today: string,
): Compared {
  const compared: Compared = { facts: [], events: [], silences: [] };
  for (const row of rows) {
    const own = lists.get(row.key) ?? [];
    const { changes, kept } = compareFacts(askedKinds(own), row.facts, current.get(row.usdot_number) ?? {});
    compared.facts.push({ id: row.key, facts: kept });
    for (const change of changes) tell(compared, row, change, own);
    const last = (kept.silence?.value as LastSeen | undefined)?.last_seen_on ?? null;
    if (last !== null) tellSilence(compared, row, last, own, today);
  }
  return compared;
}

function tell(
  { events }: Compared,
  { organization_id, usdot_number }: Row,
  { kind, before, after, isLicensed = false }: FoundChange,
  own: TellingList[],
): void {
  const lists = own.filter((list) => list.kinds.includes(kind) && (list.is_licensed || !isLicensed));
  if (lists.length === 0) return;
  events.push({
    ...{ id: randomUUID(), organization_id, usdot_number, kind, lists },
    ...{ is_licensed: isLicensed, before, after },
  });
}

/** A silence is told once, and only if it became complete while the list told of silences. */
function tellSilence(
  compared: Compared,
  { organization_id, usdot_number }: Row,
  last: string,
  own: TellingList[],
  today: string,
): void {
  const silent = own.filter(({ kinds, is_licensed, silence_days, counts_from, silent_since }) => {
    const complete = addDays(last, silence_days);
    return (
      kinds.includes('silence') &&
      is_licensed &&
      silent_since !== last &&
      complete <= today &&
      complete >= counts_from
    );
  });
  for (const [days, lists] of Map.groupBy(silent, ({ silence_days }) => silence_days)) {
    compared.events.push({
      ...{ id: randomUUID(), organization_id, usdot_number, kind: 'silence', lists, is_licensed: true },
      before: { last_seen_on: last },
      after: { silent_for_days: days },
    });
    for (const { watchlist_id } of lists)
      compared.silences.push({ watchlist_id, usdot_number, silent_since: last });
  }
}
