import type { Carrier } from './carrier.ts';

/** The carrier as the census of an earlier day has it. The same object if nothing changed since. */
export function onDay(carrier: Carrier, day: number): Carrier {
  const former = carrier.planted?.former?.filter(({ until }) => until > day) ?? [];
  if (former.length === 0) return carrier;
  const planted = { ...carrier.planted };
  const then = { ...carrier, planted };
  // Of two former values, the older one is assigned last.
  for (const one of former.sort((a, b) => b.until - a.until)) {
    Object.assign(then, one.carrier);
    if (one.officer !== undefined) planted.officer = one.officer;
  }
  return then;
}
