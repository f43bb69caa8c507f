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
 * has, the same cab number, which several fleets have, a unit number that one of the images has with Low, or the same plate
 * without a state: it counts only during the few seconds in which one truck passes.
 */
export type Agreement = 'strong' | 'weak' | null;

/** Whether two images of the same camera and time show the same truck. Contradictions are looked for first. */
export function agreementOf(a: ImageMarks, b: ImageMarks): Agreement {
  if (contradict(a, b)) return null;
  if (isSameVehicle(a, b)) return 'strong';
  if (isSameNumber(a.trailer, b.trailer, isJoiningTrailer))
    return a.trailer?.isLow || b.trailer?.isLow ? 'weak' : 'strong';
  if (isSameNumber(a.cab, b.cab, isJoiningCab)) return 'weak';
  if (isSameCarrier(a, b)) return haveDifferentUnits(a, b) ? null : 'weak';
  return a.plate && b.plate && a.plate.value === b.plate.value ? 'weak' : null;
}

function isSameVehicle(a: ImageMarks, b: ImageMarks): boolean {
  return isSameVin(a, b) || isSamePlate(a, b);
}

function isSameVin({ vin: a }: ImageMarks, { vin: b }: ImageMarks): boolean {
  return a !== null && b !== null && haveSameEnd(a.value, b.value);
}

/** With the state. */
function isSamePlate({ plate: a }: ImageMarks, { plate: b }: ImageMarks): boolean {
  return a !== null && b !== null && a.value === b.value && a.state !== '' && a.state === b.state;
}

/** Two readings with Low are not enough: weights and lengths, which many trucks show, are read with Low. */
function isSameNumber(a: Mark | null, b: Mark | null, isJoining: (mark: Mark) => boolean): boolean {
  return (
    a !== null && b !== null && a.value === b.value && isJoining(a) && isJoining(b) && !(a.isLow && b.isLow)
  );
}

/** Also with Low: two USDOT numbers with Low that are equal are hardly a coincidence. */
function isSameCarrier({ usdot: a }: ImageMarks, { usdot: b }: ImageMarks): boolean {
  return a !== null && b !== null && (a.value === b.value || areOnOneDoor(a, b) || mayBeMisread(a, b));
}

/** One of the two doors shows both numbers. */
function areOnOneDoor(a: NumberOnDoor, b: NumberOnDoor): boolean {
  return a.others.includes(b.value) || b.others.includes(a.value);
}

type NumberOnDoor = { value: string; others: string[] };

/** A unit number with Low does not keep images apart, but where only the carrier is the same, a different one does. */
function haveDifferentUnits(a: ImageMarks, b: ImageMarks): boolean {
  const differ = (x: Mark | null, y: Mark | null) =>
    x !== null && y !== null && x.value !== y.value && !isOneConfusion(x.value, y.value);
  if (isUnitMixedUp(a, b)) return false;
  return (
    differ(a.cab, b.cab) ||
    (a.trailer?.isContainer === b.trailer?.isContainer && differ(a.trailer, b.trailer))
  );
}

/**
 * A reading below High that differs in one character that readers confuse is likely the same number. For the USDOT and MC
 * number this is no contradiction: carriers with such similar numbers hardly follow each other. Unit numbers of a fleet
 * are similar, so there it is one, unless the plate or the VIN is the same. Of two USDOT or MC numbers with High, one was
 * misread if the truck is the same by two other marks.
 */
export function contradict(a: ImageMarks, b: ImageMarks): boolean {
  const isVehicle = isSameVehicle(a, b);
  const differ = (x: Mark | null, y: Mark | null, isMisreadable: boolean) =>
    isSure(x) && isSure(y) && x.value !== y.value && !(isMisreadable && mayBeMisread(x, y));
  const numbersDiffer = (x: (Mark & NumberOnDoor) | null, y: (Mark & NumberOnDoor) | null) =>
    differ(x, y, true) && !(x && y && (areOnOneDoor(x, y) || (isOneMisread(x, y) && haveTwoSameMarks(a, b))));
  return (
    numbersDiffer(a.usdot, b.usdot) ||
    (a.mc?.docket === b.mc?.docket && numbersDiffer(a.mc, b.mc)) ||
    (a.vin !== null && b.vin !== null && !isSameVin(a, b)) ||
    (!isUnitMixedUp(a, b) && differ(a.cab, b.cab, isVehicle)) ||
    (a.trailer?.isContainer === b.trailer?.isContainer && differ(a.trailer, b.trailer, isVehicle)) ||
    haveDifferentPlates(a, b)
  );
}

function isSure(mark: Mark | null): mark is Mark {
  return mark !== null && !mark.isLow;
}

/** A number that stands alone was taken for the cab's in one image and for the trailer's in the other. */
function isUnitMixedUp(a: ImageMarks, b: ImageMarks): boolean {
  const isSame = (cab: Mark | null, trailer: Mark | null) =>
    cab !== null && trailer !== null && !cab.isHigh && cab.value === trailer.value;
  return isSame(a.cab, b.trailer) || isSame(b.cab, a.trailer);
}

function mayBeMisread(a: Mark, b: Mark): boolean {
  return !(a.isHigh && b.isHigh) && isOneConfusion(a.value, b.value);
}

/** What two people typed is not misread. */
function isOneMisread(a: Mark, b: Mark): boolean {
  return !(a.isTyped && b.isTyped) && isOneConfusion(a.value, b.value);
}

/** Two of plate with state, VIN, cab and trailer number. */
function haveTwoSameMarks(a: ImageMarks, b: ImageMarks): boolean {
  const same = [
    isSamePlate(a, b),
    isSameVin(a, b),
    isSameNumber(a.cab, b.cab, isJoiningCab),
    isSameNumber(a.trailer, b.trailer, isJoiningTrailer),
  ];
  return same.filter(Boolean).length > 1;
}

function haveDifferentPlates(one: ImageMarks, other: ImageMarks): boolean {
  const [a, b] = [one.plate, other.plate];
  if (!a || !b) return false;
  if (comparablePlate(a.value) !== comparablePlate(b.value))
    return !(isOneConfusion(a.value, b.value) && haveSameUnit(one, other));
  return a.state !== '' && b.state !== '' && a.state !== b.state;
}

/** The VIN, the trailer number or the cab number is the same: a similar plate was misread. The next truck of a fleet has others. */
function haveSameUnit(a: ImageMarks, b: ImageMarks): boolean {
  if (isSameVin(a, b)) return true;
  const pairs = [
    [a.trailer, b.trailer],
    [a.cab, b.trailer],
    [a.trailer, b.cab],
  ] as const;
  return (
    pairs.some(([x, y]) => isSameNumber(x, y, isJoiningTrailer)) || isSameNumber(a.cab, b.cab, isJoiningCab)
  );
}

/** Doors show the end of a VIN. */
function haveSameEnd(a: string, b: string): boolean {
  return a.endsWith(b) || b.endsWith(a);
}
