import counties from '../../../server/src/domain/federal/generated/counties.json' with { type: 'json' };
import type { ReadLine } from '../../../server/src/domain/observations/read-lines.ts';
import type { Carrier } from '../carrier.ts';
import { pickState } from '../places.ts';
import type { Unit } from '../record-types.ts';
import type { Rng } from '../rng.ts';
import type { PlantedSighting } from './record-planted.ts';

export type Place = { state: string; city: string; latitude: number; longitude: number };

const all = counties as unknown as Record<string, [number, string, number, number][]>;
const DAY_MS = 86_400_000;
const MAINLAND = (state: string) => !['AK', 'HI', 'PR'].includes(state);

/** Of two places on the mainland; within 1 percent. */
export function milesApart(a: Place, b: Place): number {
  const east = (b.longitude - a.longitude) * Math.cos(((a.latitude + b.latitude) / 360) * Math.PI);
  return 69.1 * Math.hypot(b.latitude - a.latitude, east);
}

export function placeIn(rng: Rng, state: string): Place {
  const list = all[state] ?? [];
  const [, city = '', latitude = 0, longitude = 0] = list[Math.floor(list.length * rng.next() ** 2)] ?? [];
  return { state, city, latitude, longitude };
}

export function anyPlace(rng: Rng, isWanted: (state: string) => boolean = () => true): Place {
  for (;;) {
    const state = pickState(rng);
    if (MAINLAND(state) && isWanted(state)) return placeIn(rng, state);
  }
}

/** Without the legal form. */
export const shortName = ({ legalName }: Carrier) => legalName.replace(/ (LLC|INC|CORP|CO|LTD)$/, '');

export type SightingFacts = {
  day: number;
  /** Minutes after midnight, UTC. */
  minute?: number;
  place: Place;
  unit?: Unit | undefined;
  /** Whether the VIN is readable; else by chance. */
  vin?: boolean;
  /** Whether the plate is readable, with its state; else by chance. */
  plate?: boolean;
  /** The text on the door; default: the carrier's own name, by chance. */
  door?: string[];
  mc?: string;
  /** Overrides of the noise. */
  more?: Partial<PlantedSighting>;
};

/**
 * A sighting with the noise of real ones: numbers that are read with doubt or inferred, VINs and plate states that are
 * rarely readable. Clear facts of `facts` are kept, except that one number in ten is read with doubt.
 */
export function sightingOf(rng: Rng, carrier: Carrier, facts: SightingFacts): PlantedSighting {
  const { day, place, unit } = facts;
  const minute = facts.minute ?? rng.between(0, 1_439);
  const hasVin = unit !== undefined && (facts.vin ?? rng.chance(0.25));
  const hasPlate = unit !== undefined && (facts.plate ?? rng.chance(0.85));
  const hasState = facts.plate ?? rng.chance(0.7);
  const door = facts.door ?? (rng.chance(0.3) ? [shortName(carrier)] : null);
  const certainty = rng.next();
  const inferred = facts.vin === undefined && facts.plate === undefined && rng.chance(0.05);
  // An inferred number is on no door, and the own name on the door raises the level by one.
  const isConfirmed = !inferred && door !== null && facts.door === undefined;
  const [high, medium] = isConfirmed ? [0.97, 1] : [0.9, 0.97];
  return {
    usdot_number: carrier.usdot,
    type: 'Detection',
    time_captured: new Date(day * DAY_MS + minute * 60_000),
    source: 'synthetic-camera',
    location_state: place.state,
    location_city: place.city,
    latitude: place.latitude,
    longitude: place.longitude,
    usdot_number_ocr_score: inferred
      ? 'N/A'
      : certainty < high
        ? 'High'
        : certainty < medium
          ? 'Medium'
          : 'Low',
    is_usdot_imputed: inferred,
    ...(hasPlate ? { alpr_plate_number: unit.plate, plate_state: hasState ? unit.plateState : '' } : {}),
    ...(hasVin ? { vin: unit.vin, vin_ocr_score: rng.chance(0.85) ? 'High' : 'Medium' } : {}),
    ...(facts.mc === undefined ? {} : { mc_number: facts.mc, mc_number_ocr_score: 'High' }),
    ...(door && !inferred ? { door: doorOf(carrier, door), is_usdot_confirmed: isConfirmed } : {}),
    ...facts.more,
  };
}

/** A line of text that was read in an upright box. */
export function lineAt(text: string, x: number, y: number, width: number, height: number): ReadLine {
  const [right, bottom] = [x + width, y + height];
  const quad: ReadLine['quad'] = [
    [x, y],
    [right, y],
    [right, bottom],
    [x, bottom],
  ];
  return { text, confidence: 0.98, quad };
}

/** The text on a door, with the number below the name. */
function doorOf(carrier: Carrier, door: string[]): ReadLine[] {
  const texts = [...door, `${carrier.city} ${carrier.state}`, `USDOT ${carrier.usdot}`];
  return texts.map((text, nth) => lineAt(text, 500, 300 + nth * 44, 400, 32));
}
