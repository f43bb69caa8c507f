import { keepCarrierWords } from './carrier-words.ts';
import type { Derivation } from './derivation.ts';
import { deriveObservations } from './derive-observations.ts';
import { moveRowsToTheirCarriers } from './docket-carriers.ts';
import { keepSnapshots } from './carrier-snapshots.ts';

/** In this order, inside the transaction of every import, before the swap. */
export const derivations: readonly Derivation[] = [
  moveRowsToTheirCarriers,
  keepSnapshots,
  keepCarrierWords,
  deriveObservations,
];
