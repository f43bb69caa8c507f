import { statement } from '../../../db/database.ts';
import { stateCode } from '../../../lib/identifiers/state-code.ts';
import { kind, under } from './kind.ts';

const states = statement(
  'watchlists.states',
  `select usdot_number, location_state as state, min(day) as first_on from observation_counts
    where usdot_number = any($1::bigint[]) and location_state not in ('*', '') and not is_federal and observations > 0
    group by 1, 2`,
);
type StateRow = { usdot_number: number; state: string; first_on: string };

/** By state, the first day. A state stays known when its sightings are deleted after their retention. */
export const firstSighting = kind<Record<string, string>, Record<string, string>>({
  async read({ db }, usdotNumbers) {
    const values = new Map<number, Record<string, string>>(usdotNumbers.map((one) => [one, {}]));
    for (const { usdot_number, state, first_on } of await db.rows<StateRow>(states, [usdotNumbers])) {
      const own = values.get(Number(usdot_number)) ?? {};
      const code = stateCode(state) ?? state;
      if (!(code in own) || first_on < (own[code] as string)) own[code] = first_on;
      values.set(Number(usdot_number), own);
    }
    return under({}, values);
  },
  compare(before, now) {
    const fresh = before === null ? [] : Object.keys(now).filter((state) => !(state in before));
    return {
      changes: fresh.map((state) => ({
        before: {},
        after: { state, first_seen_on: now[state] ?? null },
        isLicensed: true,
      })),
      kept: { ...now, ...before },
    };
  },
});

const lastSeen = statement(
  'watchlists.last-seen',
  `select usdot_number, max(day) as day from observation_counts
    where usdot_number = any($1::bigint[]) and location_state = '*' and location_city = '*' and not is_federal
      and observations > 0
    group by usdot_number`,
);

/** The day of the last sighting; null if there is none. What is silent follows from the lists (`silences.ts`). */
export type LastSeen = { last_seen_on: string | null };

export const silence = kind<LastSeen, LastSeen>({
  async read({ db }, usdotNumbers) {
    const rows = await db.rows<{ usdot_number: number; day: string }>(lastSeen, [usdotNumbers]);
    const days = new Map(rows.map(({ usdot_number, day }) => [Number(usdot_number), day]));
    return under(
      {},
      usdotNumbers.map((one) => [one, { last_seen_on: days.get(one) ?? null }] as const),
    );
  },
  compare(before, now) {
    const [last = null] = [before?.last_seen_on ?? null, now.last_seen_on]
      .filter((day) => day !== null)
      .sort()
      .reverse();
    return { changes: [], kept: { last_seen_on: last } };
  },
});
