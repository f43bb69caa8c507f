/** Settings that decide what is one sighting and what is evidence. */
export type SightingRules = {
  /** How long one truck needs to pass a camera. The same USDOT number alone joins images only within this time. */
  passageMs: number;
  /** Whether High readings of one organization are evidence for the others. */
  sharesEvidence: boolean;
};

export const DEFAULT_RULES: SightingRules = { passageMs: 6_000, sharesEvidence: true };
