import type { CategoryId } from '../../../contract/scores.ts';

/**
 * The six BASICs with violations, as named in the SMS violation file. `subject` is whom an inspection must have
 * examined for the violation to count. `outOfServiceWeight` is added to the severity weight of a violation that put the
 * driver or vehicle out of service.
 */
export const BASICS = [
  { id: 'unsafe_driving', name: 'Unsafe Driving', subject: 'driver', outOfServiceWeight: 0 },
  { id: 'hours_of_service', name: 'Hours-of-Service Compliance', subject: 'driver', outOfServiceWeight: 2 },
  { id: 'driver_fitness', name: 'Driver Fitness', subject: 'driver', outOfServiceWeight: 2 },
  {
    id: 'controlled_substances',
    name: 'Controlled Substances/Alcohol',
    subject: 'driver',
    outOfServiceWeight: 0,
  },
  { id: 'vehicle_maintenance', name: 'Vehicle Maintenance', subject: 'vehicle', outOfServiceWeight: 2 },
  { id: 'hazmat_related', name: 'Hazardous Materials Compliance', subject: 'vehicle', outOfServiceWeight: 2 },
] as const satisfies readonly { id: CategoryId; [property: string]: unknown }[];

export type Basic = (typeof BASICS)[number];
export type BasicId = Basic['id'];

/** The first two letters identify a BASIC in every spelling that the files use. */
export const BASIC_LETTERS = 2;

const byLetters = new Map(BASICS.map((basic) => [basic.name.slice(0, BASIC_LETTERS).toUpperCase(), basic]));

export function basicNamed(name: string | null): Basic | null {
  return byLetters.get((name ?? '').slice(0, BASIC_LETTERS).toUpperCase()) ?? null;
}

/** An SQL condition: `column` names this BASIC. */
export function isBasicSql(column: string, id: BasicId): string {
  const name = BASICS.find((basic) => basic.id === id)?.name ?? '';
  return `upper(left(${column}, ${BASIC_LETTERS})) = '${name.slice(0, BASIC_LETTERS).toUpperCase()}'`;
}
