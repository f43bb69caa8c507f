import counties from '../../server/src/domain/federal/generated/counties.json' with { type: 'json' };
import { type Rng, weighted } from './rng.ts';

export type County = { state: string; code: number; name: string };

/** Population of each state in hundreds of thousands: carriers and traffic follow it. */
const POPULATION =
  'CA390 TX305 FL226 NY196 PA130 IL125 OH118 GA110 NC108 MI100 NJ93 VA87 WA78 AZ74 TN71 MA70 IN69 MO62 MD62 ' +
  'WI59 CO59 MN57 SC54 AL51 LA46 KY45 OR42 OK41 CT36 UT34 IA32 NV32 AR31 KS29 MS29 NM21 NE20 ID20 WV18 HI14 ' +
  'NH14 ME14 MT11 RI11 DE10 SD9 ND8 AK7 DC7 VT6 WY6 PR32';

const all = counties as unknown as Record<string, [number, string, number, number][]>;

const entries = POPULATION.split(' ');
export const pickState = weighted(
  entries.map((entry) => entry.slice(0, 2)),
  entries.map((entry) => Number(entry.slice(2))),
);

/** A few counties get most of the traffic of a state. */
export function pickCounty(rng: Rng, state: string): County {
  const list = all[state] ?? [];
  const [code, name] = list[Math.floor(list.length * rng.next() ** 2)] ?? [0, '', 0, 0];
  return { state, code, name };
}

export function findCounty(state: string, county: string): County {
  const found = all[state]?.find(([, name]) => name === county);
  if (!found) throw new Error(`${state} has no county ${county}`);
  return { state, code: found[0], name: found[1] };
}
