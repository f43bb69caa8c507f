import { editDistance } from '../../../lib/edit-distance.ts';
import type { McReading } from '../readings/reading.ts';

/**
 * A docket number beside the dockets of its carrier: one that the carrier holds and that is one character away from
 * what was read is what stands there.
 */
export function weighDocket(reading: McReading, held: readonly string[]): McReading {
  if (reading.value === '' || held.includes(reading.value)) return reading;
  const near = new Set(held.filter((docket) => editDistance(docket, reading.value) === 1));
  const [value] = near;
  if (value === undefined || near.size > 1) return reading;
  const score = reading.score === 'High' ? 'Medium' : reading.score;
  return { ...reading, value, score, alternatives: [reading.value, ...reading.alternatives] };
}
