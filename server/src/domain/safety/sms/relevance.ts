import type { CategoryId } from '../../../contract/scores.ts';
import { BASICS } from '../../federal/catalog/basics.ts';
import { categoryBit } from './categories.ts';

/** Marks of an inspection beside the bits of the categories for which it is relevant. They fit into the same byte. */
export const DRIVER_ONLY = 64;
export const VEHICLE_ONLY = 128;
/** An inspection with an unknown level is not relevant for any category and does not count as an inspection. */
export const NOTHING = DRIVER_ONLY | VEHICLE_ONLY;

/** The driver-observed category has the flag and the subject of vehicle maintenance. */
const parentOf = (id: CategoryId) =>
  id === 'vehicle_maintenance_driver_observed' ? 'vehicle_maintenance' : id;

/** The bit of the inspection file's flag for a category. */
export function relevanceBit(id: CategoryId): number {
  return categoryBit(parentOf(id));
}

/** The mark of inspections that did not examine the subject of the category. */
function excludingMark(id: CategoryId): number {
  const basic = BASICS.find((one) => one.id === parentOf(id));
  return basic?.subject === 'vehicle' ? DRIVER_ONLY : VEHICLE_ONLY;
}

/**
 * Violations of the category count in an inspection with the mark `flag` or without the mark `excluding`. Since December
 * 2012, vehicle violations of driver-only inspections and driver violations of vehicle-only inspections do not count, unless
 * FMCSA's flag says so.
 */
export function violationMarks(id: CategoryId): { flag: number; excluding: number } {
  return { flag: relevanceBit(id), excluding: excludingMark(id) };
}

export function violationCounter(id: CategoryId): (marks: number) => boolean {
  const { flag, excluding } = violationMarks(id);
  return (marks) => (marks & flag) !== 0 || (marks & excluding) === 0;
}
