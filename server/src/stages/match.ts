import type { Matcher } from '../domain/alerts/match/matcher.ts';
import type { Stage } from './run-stages.ts';

/** Compares new sightings with the alerts. */
export function match(matcher: Matcher, onWake: (wake: () => void) => void): Stage {
  return {
    name: 'match',
    everyMs: 1_000,
    onWake,
    async run(signal) {
      return (await matcher.drain(signal)).sightings > 0;
    },
  };
}
