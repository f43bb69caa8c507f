import { noteChangedCarriers } from '../../carrier-news/carrier-news.ts';
import { recordFilings } from '../archive/record-filings.ts';
import { recordHistory } from '../archive/record-history.ts';
import { updateViolationCatalog } from '../catalog/build-catalog.ts';
import { saveCarrierSnapshots } from './carrier-snapshots.ts';
import { updateCarrierWords } from './carrier-words.ts';
import type { Derivation } from './derivation.ts';
import { deriveObservations } from './derive-observations.ts';
import { moveRowsToCarriers } from './docket-carriers.ts';

/** Run in this order by every import. */
export const derivations: readonly Derivation[] = [
  moveRowsToCarriers,
  saveCarrierSnapshots,
  recordHistory,
  recordFilings,
  updateCarrierWords,
  updateViolationCatalog,
  deriveObservations,
  noteChangedCarriers,
];
