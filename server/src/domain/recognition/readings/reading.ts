import type { OcrScore } from '../../observations/observation.ts';

/** One field as it stands on the truck, and how far it may be trusted. */
export type Reading = {
  /** Normalised: upper case, no spaces, dots or dashes in identifiers; numbers without leading zeros. Empty when nothing was read. */
  value: string;
  /** The text it was taken from, as read. */
  raw: string;
  score: OcrScore;
  /** Places in `ImageReading.lines` of the lines it was taken from, prefix first. */
  lines: number[];
  /** How sure the less sure reader was of each character of `value`; empty when that is not known. */
  characters: number[];
  /** What else the same place may say: the other reader's value first. Never holds `value`. */
  alternatives: string[];
};

export type McReading = Reading & { docket: 'MC' | 'MX' | 'FF' };

/** `value` is all 17 characters, or what stands on the door: the last 8 (sometimes 6) after a prefix. */
export type VinReading = Reading & { isWhole: boolean };

/** The partner's plate, or ours where it sent none. `state` is empty when nobody said. */
export type PlateReading = Reading & {
  state: string;
  source: 'alpr' | 'ocr' | 'none';
  /** From 0 to 1; absent without a plate, and on pictures that were read before it was kept. */
  confidence?: number;
};

/** A permit of a state (`KYU 446502`), kept as text for the deep search. */
export type PermitReading = Reading & { kind: string };

export const nothingRead: Reading = Object.freeze({
  value: '',
  raw: '',
  score: 'N/A',
  lines: [],
  characters: [],
  alternatives: [],
});
