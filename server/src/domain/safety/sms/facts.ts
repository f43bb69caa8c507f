/** What is known of each carrier beside its events, by the places of its CarrierIndex. */
export type Facts = {
  powerUnits: Int32Array;
  drivers: Int32Array;
  /** Over 18 months; NaN when nobody knows. */
  averageUnits: Float64Array;
  /** 18, 6 or 0. */
  unitMonths: Uint8Array;
  /** Of the last year reported; NaN when it is too old, or there is none. */
  recentMiles: Float64Array;
  /** Places in CARRIER_TYPES and SEGMENTS. */
  carrierTypes: Uint8Array;
  segments: Uint8Array;
  isUnderOrder: Uint8Array;
  /** Categories with an acute or critical violation of the last 12 months, as bits. */
  acute: Uint8Array;
};

export function noFacts(carriers: number): Facts {
  return {
    powerUnits: new Int32Array(carriers),
    drivers: new Int32Array(carriers),
    averageUnits: new Float64Array(carriers).fill(Number.NaN),
    unitMonths: new Uint8Array(carriers),
    recentMiles: new Float64Array(carriers).fill(Number.NaN),
    carrierTypes: new Uint8Array(carriers),
    segments: new Uint8Array(carriers),
    isUnderOrder: new Uint8Array(carriers),
    acute: new Uint8Array(carriers),
  };
}

/** The share of combination trucks and motor coaches decides. */
export function segmentOf(combinationUnits: number, powerUnits: number, share: number): number {
  return powerUnits > 0 && combinationUnits / powerUnits >= share ? 1 : 0;
}

/** Miles of a year count while it ended within the months given. */
export function isRecentYear(milesYear: number, asOf: string, months: number): boolean {
  return milesYear >= Number(asOf.slice(0, 4)) - Math.ceil(months / 12);
}
