import { editDistance } from '../../lib/edit-distance.ts';
import type { Problem } from '../problem.ts';

/** FMCSA's list of cargo: number 1 is the first. */
export const CARGO_NAMES = [
  ...['General Freight', 'Household Goods', 'Metal: Sheets, Coils, Rolls', 'Motor Vehicles'],
  ...['Driveaway/Towaway', 'Logs, Poles, Beams, Lumber', 'Building Materials', 'Mobile Homes'],
  ...['Machinery, Large Objects', 'Fresh Produce', 'Liquids/Gases', 'Intermodal Containers', 'Passengers'],
  ...['Oilfield Equipment', 'Livestock', 'Grain, Feed, Hay', 'Coal/Coke', 'Meat', 'Garbage, Refuse, Trash'],
  ...['U.S. Mail', 'Chemicals', 'Commodities Dry Bulk', 'Refrigerated Food', 'Beverages', 'Paper Products'],
  ...['Utility', 'Farm Supplies', 'Construction', 'Water Well', 'Other'],
] as const;

/** The name in the reference's own example. */
const CARGO_ALIASES: Record<string, string> = { generalgoods: 'General Freight' };
const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
const CARGO_NUMBERS = new Map(CARGO_NAMES.map((name, i) => [letters(name), i + 1]));

/** Names separated by `|`. */
const parts = (text: string) =>
  text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const cargoNumber = (name: string) => {
  const key = letters(name);
  return CARGO_NUMBERS.get(letters(CARGO_ALIASES[key] ?? key));
};

export function cargoNumbers(text: string): number[] {
  return [...new Set(parts(text).flatMap((name) => cargoNumber(name) ?? []))];
}

const NO_NAME: Omit<Problem, 'loc'> = { type: 'missing', msg: 'Must have a name', input: null };

export function cargoProblems(text: string): Problem[] {
  if (parts(text).length === 0) return [{ ...NO_NAME, loc: ['query', 'carried_cargo'] }];
  const unknown = parts(text).filter((name) => cargoNumber(name) === undefined);
  return unknown.map((input) => {
    const msg = `No cargo has this name. FMCSA's list: ${CARGO_NAMES.join(' | ')}`;
    return { type: 'value_error', loc: ['query', 'carried_cargo'], msg, input };
  });
}

/** A type stands for itself and for its subtypes. Federal files, cameras and customers' recognizers name types differently. */
const SUBTYPES: Record<string, readonly string[]> = {
  van: ['Van', 'dry van', 'reefer', 'van/enclosed box'],
  'dry van': ['van/enclosed box'],
  flatbed: ['step deck', 'lowboy', 'pole trailer', 'logging', 'crib log trailer'],
  tanker: ['cargo tank'],
  container: ['intermodal chassis'],
  trailer: [
    ...[
      'semi-trailer',
      'full trailer',
      'van',
      'Van',
      'dry van',
      'reefer',
      'van/enclosed box',
      'flatbed',
      'step deck',
    ],
    ...['lowboy', 'pole trailer', 'logging', 'crib log trailer', 'cargo tank', 'tanker', 'container'],
    ...['intermodal chassis', 'auto transporter', 'dump', 'grain/chips/gravel'],
  ],
  tractor: ['truck tractor', 'tractor and semi-trailer', 'tractor and double', 'tractor and triple'],
  'straight truck': [
    'single-unit truck',
    'light truck',
    'concrete mixer',
    'garbage/refuse',
    'towing vehicle',
  ],
};
const KNOWN_TYPES = [...new Set(Object.entries(SUBTYPES).flat(2))].sort();

/** The types as sent, as they are spelled: case counts. */
export const equipmentTypes = (text: string) => [...new Set(parts(text))];

export function withSubtypes(types: readonly string[]): string[] {
  return [...new Set(types.flatMap((type) => [type, ...(SUBTYPES[type] ?? [])]))];
}

/** `seen`: other types that trucks were seen with. */
export function equipmentProblems(text: string, seen: ReadonlySet<string>): Problem[] {
  if (parts(text).length === 0) return [{ ...NO_NAME, loc: ['query', 'equipment_types'] }];
  const unknown = equipmentTypes(text).filter((type) => !KNOWN_TYPES.includes(type) && !seen.has(type));
  return unknown.map((input) => {
    const near = [...KNOWN_TYPES].sort((a, b) => nearness(input, a) - nearness(input, b)).slice(0, 3);
    const msg = `No equipment of this type is known. The case of letters counts. Similar types: ${near.join('; ')}`;
    return { type: 'value_error', loc: ['query', 'equipment_types'], msg, input };
  });
}

const nearness = (a: string, b: string) =>
  editDistance(a.toLowerCase(), b.toLowerCase()) / Math.max(a.length, b.length);
