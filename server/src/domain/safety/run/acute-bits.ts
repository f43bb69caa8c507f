import { placeOf } from '../sms/categories.ts';
import { categoryOf, type Method } from '../sms/method.ts';

const SUBSTANCES = 1 << placeOf('controlled_substances');
const DRIVING = 1 << placeOf('unsafe_driving');

/** FMCSA's marks in the categories of a method: without one for substances they belong to driving. */
export function acuteBits(method: Method, bits: number): number {
  if ((bits & SUBSTANCES) === 0 || categoryOf(method, 'controlled_substances')) return bits;
  return (bits & ~SUBSTANCES) | DRIVING;
}
