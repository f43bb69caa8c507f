import {
  identifier,
  place,
  registrationNumber,
  state,
  tolerant,
  vinEnd,
  words,
} from '../../../lib/identifiers/comparable.ts';
import { logoName } from '../../logos/logos.ts';
import type { Observation } from '../../observations/observation.ts';

/** What of a sighting the alerts look at. */
export type SightingFields = Pick<
  Observation,
  | 'usdot_number'
  | 'time_captured'
  | 'source'
  | 'alpr_plate_number'
  | 'plate_state'
  | 'mc_number'
  | 'vin'
  | 'cab_number'
  | 'equipment_type'
  | 'equipment_number'
  | 'equipment_logo'
  | 'location_state'
  | 'location_city'
  | 'route'
  | 'readings'
>;

/** A sighting in comparable form; an empty field has no value. */
export type SightingView = {
  time: number;
  usdot: string;
  mc: string;
  plate: string;
  plateTolerant: string;
  vin: string;
  cab: string;
  cabTolerant: string;
  equipment: string;
  logo: string;
  trailer: string;
  trailerTolerant: string;
  state: string;
  city: string;
  /** Every text on the truck and every recorded field, a line each. */
  deep: string;
};

export function sightingView(s: SightingFields): SightingView {
  const plate = identifier(s.alpr_plate_number);
  const cab = identifier(s.cab_number);
  const trailer = identifier(s.equipment_number);
  return {
    time: s.time_captured.getTime(),
    usdot: s.usdot_number > 0 ? String(s.usdot_number) : '',
    mc: registrationNumber(s.mc_number),
    plate,
    plateTolerant: tolerant(plate),
    vin: vinEnd(s.vin),
    cab,
    cabTolerant: tolerant(cab),
    equipment: identifier(s.equipment_type),
    logo: logoName(s.equipment_logo),
    trailer,
    trailerTolerant: tolerant(trailer),
    state: state(s.location_state),
    city: place(s.location_city),
    deep: deepText(s),
  };
}

function deepText(s: SightingFields): string {
  const texts = [
    s.usdot_number > 0 ? String(s.usdot_number) : '',
    s.mc_number,
    s.alpr_plate_number,
    s.plate_state,
    s.vin,
    s.cab_number,
    s.equipment_type,
    s.equipment_number,
    s.equipment_logo,
    s.location_state,
    s.location_city,
    s.route,
    s.source,
  ];
  for (const text of textsRead(s.readings)) texts.push(text);
  let joined = '';
  for (const text of texts) {
    if (text === '') continue;
    const line = words(text);
    if (line !== '') joined += joined === '' ? line : `\n${line}`;
  }
  return joined;
}

function* textsRead(readings: unknown): Iterable<string> {
  const lines = (readings as { lines?: unknown } | null)?.lines;
  if (!Array.isArray(lines)) return;
  for (const line of lines) if (typeof line?.text === 'string') yield line.text;
}
