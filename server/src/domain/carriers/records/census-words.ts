import { CARGO_NAMES } from '../../../contract/brokers/lane-filters.ts';
import type { HistoryField } from '../../../contract/carrier.ts';

/** Unknown values are empty text in every response. */
export function text(value: string | number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

export const STATUS_WORDS: Record<string, string> = { A: 'active', I: 'inactive', P: 'pending' };
export const OPERATION_WORDS: Record<string, string> = {
  A: 'Interstate',
  B: 'Intrastate Hazmat',
  C: 'Intrastate Non-Hazmat',
};
export const RATING_WORDS: Record<string, string> = {
  S: 'Satisfactory',
  C: 'Conditional',
  U: 'Unsatisfactory',
};
export const REVIEW_WORDS: Record<string, string> = {
  C: 'Compliance Review',
  H: 'Shipper Review',
  N: 'Non-Ratable Review',
  A: 'Safety Audit',
  S: 'Safety Review',
  E: 'Educational Contact',
  U: 'Historical Audit',
  K: 'Automatic Safety Assessment',
  F: 'Cargo Tank Facility Review',
  G: 'Compliance Review and Cargo Tank Facility Review',
  I: 'Carrier Inactivation',
  J: 'Compliance Review and Security Contact',
};

export function wordOf(words: Record<string, string>, code: string | null | undefined): string {
  return words[code?.trim().toUpperCase() ?? ''] ?? '';
}

/** Names of the cargo flags; "Other" includes the carrier's own description. */
export function cargoWords(classes: number[] | null, other: string | null): string[] {
  return (classes ?? []).flatMap((number) => {
    const word = CARGO_NAMES[number - 1];
    if (word === undefined) return [];
    return word === 'Other' && other ? [`Other: ${titleCase(other)}`] : [word];
  });
}

/** Splits `PRIVATE PROPERTY;AUTHORIZED FOR HIRE`. */
export function classificationWords(classdef: string | null): string[] {
  const parts = (classdef ?? '').split(';').map((part) => part.trim());
  return parts.filter((part) => part !== '').map(titleCase);
}

function titleCase(text: string): string {
  return text.toLowerCase().replace(/(^|[^\p{L}\p{N}'])(\p{L})/gu, (found) => found.toUpperCase());
}

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
