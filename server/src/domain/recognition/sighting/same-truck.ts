import { isOneConfusion } from '../../../lib/identifiers/one-confusion.ts';
import {
  comparablePlate,
  type ImageMarks,
  isJoiningCab,
  isJoiningTrailer,
  type Mark,
} from './image-marks.ts';

/**
 * `strong`: the same plate with its state, VIN or trailer number. `weak`: only the same USDOT number, which a whole fleet
 * has, the same cab number, which several fleets have, or the same plate without a state: it counts only during the few
 * seconds in which one truck passes.
 */
export type Agreement = 'strong' | 'weak' | null;

/** Whether two images of the same camera and time show the same truck. Contradictions are looked for first. */
export function agreementOf(a: ImageMarks, b: ImageMarks): Agreement {
  if (contradict(a, b)) return null;
  if (isSameVehicle(a, b)) return 'strong';
  if (a.trailer && b.trailer && isJoiningTrailer(a.trailer) && a.trailer.value === b.trailer.value)
    return 'strong';
  if (a.usdot && b.usdot && (a.usdot.value === b.usdot.value || mayBeMisread(a.usdot, b.usdot)))
    return 'weak';
  if (a.cab && b.cab && isJoiningCab(a.cab) && a.cab.value === b.cab.value) return 'weak';
  return a.plate && b.plate && a.plate.value === b.plate.value ? 'weak' : null;
}

/** The same plate and state, or the same VIN. */
function isSameVehicle({ plate, vin }: ImageMarks, other: ImageMarks): boolean {
  if (vin && other.vin && haveSameEnd(vin.value, other.vin.value)) return true;
  if (!plate || !other.plate || plate.value !== other.plate.value) return false;
  return plate.state !== '' && plate.state === other.plate.state;
}

/**
 * A reading below High that differs in one character that readers confuse is likely the same number. For the USDOT and MC
 * number this is no contradiction: carriers with such similar numbers hardly follow each other. Unit numbers of a fleet
 * are similar, so there it is one, unless the plate or the VIN is the same.
 */
export function contradict(a: ImageMarks, b: ImageMarks): boolean {
  const isVehicle = isSameVehicle(a, b);
  const differ = (x: Mark | null, y: Mark | null, isMisreadable: boolean) =>
    x !== null && y !== null && x.value !== y.value && !(isMisreadable && mayBeMisread(x, y));
  return (
    differ(sure(a), sure(b), true) ||
    (a.mc?.docket === b.mc?.docket && differ(a.mc, b.mc, true)) ||
    (a.vin !== null && b.vin !== null && !haveSameEnd(a.vin.value, b.vin.value)) ||
    (!isUnitMixedUp(a, b) && differ(a.cab, b.cab, isVehicle)) ||
    (a.trailer?.isContainer === b.trailer?.isContainer && differ(a.trailer, b.trailer, isVehicle)) ||
    haveDifferentPlates(a, b)
  );
}

/** A number that stands alone was taken for the cab's in one image and for the trailer's in the other. */
function isUnitMixedUp(a: ImageMarks, b: ImageMarks): boolean {
  const isSame = (cab: Mark | null, trailer: Mark | null) =>
    cab !== null && trailer !== null && !cab.isHigh && cab.value === trailer.value;
  return isSame(a.cab, b.trailer) || isSame(b.cab, a.trailer);
}

function sure({ usdot }: ImageMarks): Mark | null {
  return usdot?.isLow ? null : usdot;
}

function mayBeMisread(a: Mark, b: Mark): boolean {
  return !(a.isHigh && b.isHigh) && isOneConfusion(a.value, b.value);
}

function haveDifferentPlates(one: ImageMarks, other: ImageMarks): boolean {
  const [a, b] = [one.plate, other.plate];
  if (!a || !b) return false;
  if (comparablePlate(a.value) !== comparablePlate(b.value))
    return !(isOneConfusion(a.value, b.value) && haveSameUnit(one, other));
  return a.state !== '' && b.state !== '' && a.state !== b.state;
}

/** The VIN, the trailer number or the cab number of one carrier is the same: a similar plate was misread. */
function haveSameUnit(a: ImageMarks, b: ImageMarks): boolean {
  const isSame = (x: Mark | null, y: Mark | null) => x !== null && y !== null && x.value === y.value;
  if (a.vin && b.vin && haveSameEnd(a.vin.value, b.vin.value)) return true;
  if (a.trailer && isJoiningTrailer(a.trailer) && isSame(a.trailer, b.trailer)) return true;
  return isSame(a.cab, b.cab) && isSame(a.usdot, b.usdot);
}

/** Doors show the end of a VIN. */
function haveSameEnd(a: string, b: string): boolean {
  return a.endsWith(b) || b.endsWith(a);
}
