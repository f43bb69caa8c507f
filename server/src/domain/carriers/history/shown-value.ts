import type { HistoryField } from '../../../contract/carrier.ts';
import { OPERATION_WORDS, RATING_WORDS, STATUS_WORDS } from '../records/census-words.ts';

/** The letters of the legacy licensing file; Motus writes words. */
const AUTHORITY_WORDS: Record<string, string> = { A: 'Active', I: 'Inactive', N: 'None' };

const WORDS: Partial<Record<HistoryField, Record<string, string>>> = {
  usdot_status: STATUS_WORDS,
  carrier_operation: OPERATION_WORDS,
  safety_rating: RATING_WORDS,
  authority: AUTHORITY_WORDS,
};

/** Codes of the files as words; other values, and codes without a word, as in the file. */
export function shownValue(field: HistoryField, value: string | null): string | null {
  return value === null ? null : (WORDS[field]?.[value.trim().toUpperCase()] ?? value);
}
