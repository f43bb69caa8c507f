import { makeLicense } from '../country/authority.ts';
import type { Carrier } from '../country/carrier.ts';
import { demoCountry } from '../country/country.ts';
import { Rng } from '../country/rng.ts';
import { makeUnit } from '../country/unit.ts';
import type { Rig } from '../roadside/rig.ts';
import { inventedWordmarks } from '../scenes/vehicle.ts';
import { demoCarrier, isPlanted } from './demo-plan.ts';

const STREAM_RIGS = 94;
/** The first three are on the images that the documentation names. */
export const NAMED_RIGS = 3;
const RIGS = 34;
const LARGE_FLEETS = 64;
/** Trailers of large fleets have four digits of their own. */
const FIRST_TRAILER = 40;

/** Rigs of carriers that are for hire, active, and not part of a planted case; those of large fleets come last. */
export const demoRigs: readonly Rig[] = (() => {
  const rigs: Rig[] = [];
  const add = (from: number, to: number, most: number) => {
    for (let index = from; index < to && rigs.length < most; index++)
      if (hasRigs(index)) rigs.push(makeRig(demoCarrier(index), rigs.length));
  };
  add(100, demoCountry.carriers, 12);
  add(0, LARGE_FLEETS, RIGS);
  return rigs;
})();

function hasRigs(index: number): boolean {
  if (isPlanted(index)) return false;
  const carrier = demoCarrier(index);
  const hasBoth = carrier.tractors > 0 && carrier.trailers > 0 && carrier.inspectionsPerUnit > 0;
  return hasBoth && makeLicense(demoCountry, carrier)?.active === true;
}

function makeRig(carrier: Carrier, n: number): Rig {
  const rng = new Rng(demoCountry.seed, carrier.index, STREAM_RIGS, n);
  const tractor = makeUnit(demoCountry, carrier, 'tractor', rng.below(carrier.tractors));
  const trailer = makeUnit(
    demoCountry,
    carrier,
    'trailer',
    rng.below(Math.max(FIRST_TRAILER, carrier.trailers)),
  );
  return {
    carrier: carrier.legalName,
    city: carrier.city,
    state: carrier.state,
    usdot: String(carrier.usdot),
    mc: carrier.docket === null ? null : String(carrier.docket),
    kyu: null,
    vin: tractor.vin,
    cabNumber: tractor.number,
    plate: tractor.plate,
    plateState: tractor.plateState,
    trailerNumber: trailer.number,
    trailerPlate: trailer.plate,
    trailerPlateState: trailer.plateState,
    wordmark: rng.pick(inventedWordmarks),
  };
}

/** A rig of which a trailer was stolen: other tractors pull it since then. */
export const STOLEN = { rig: 20, thief: 6, daysAgo: 9 };
const STOLEN_NUMBER = 'HX53107';
export const stolenTrailer = (): Rig => ({ ...rigAt(STOLEN.rig), trailerNumber: STOLEN_NUMBER });

export function rigAt(n: number): Rig {
  const rig = demoRigs[n];
  if (!rig) throw new Error(`there is no rig ${n}`);
  return rig;
}

/** A tractor with the trailer of another rig. */
export function withTrailerOf(
  tractor: Rig,
  { trailerNumber, trailerPlate, trailerPlateState, wordmark }: Rig,
): Rig {
  return { ...tractor, trailerNumber, trailerPlate, trailerPlateState, wordmark };
}
