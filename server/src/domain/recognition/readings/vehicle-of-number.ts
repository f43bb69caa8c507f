import { distanceToNearest, type Layout } from './layout.ts';

export type VehicleKind = 'cab' | 'trailer';
type PlacedNumber = { value: string; lines: number[]; label: VehicleKind | null };
type Owner = { kind: VehicleKind; isSure: boolean };

/** Assigns a unit number to a vehicle: by its label, else by its position, else by its length. Cab numbers are short. */
export function vehicleOfNumber(number: PlacedNumber, layout: Layout, all: readonly PlacedNumber[]): Owner {
  if (number.label) return { kind: number.label, isSure: true };
  const digits = number.value.replace(/\D/g, '').length;
  if (layout.door.size > 0 && layout.trailer.size > 0) {
    const { kind, isSure } = byPosition(number, layout, all);
    return { kind, isSure: isSure && layout.isDoorSure };
  }
  if (layout.door.size > 0) {
    const { toDoor } = distances(number, layout);
    const isOnlyAtDoor = all.every(
      (other) => other.value === number.value || distances(other, layout).toDoor > 0,
    );
    if (digits <= 5) return { kind: 'cab', isSure: all.length === 1 || (toDoor === 0 && isOnlyAtDoor) };
    return { kind: toDoor < 0.25 * layout.width && all.length === 1 ? 'cab' : 'trailer', isSure: false };
  }
  // A second number may belong to a tractor whose door could not be read.
  const isOnly = all.every(({ value }) => value === number.value);
  if (layout.trailer.size > 0) return { kind: 'trailer', isSure: isOnly && layout.isTrailerSure };
  if (layout.hint) return { kind: layout.hint, isSure: isOnly };
  return { kind: digits <= 4 ? 'cab' : 'trailer', isSure: false };
}

/** The image shows a door and a trailer: of several numbers, the one nearest to the door is the cab number. */
function byPosition(number: PlacedNumber, layout: Layout, all: readonly PlacedNumber[]): Owner {
  const own = distances(number, layout);
  const others = all.filter(({ value }) => value !== number.value).map((other) => distances(other, layout));
  if (others.length === 0) {
    // A cab number on the hood may be far from the door.
    if (own.lead < 0) return { kind: 'trailer', isSure: false };
    return { kind: 'cab', isSure: isFarther(own.toDoor, own.toTrailer, 2) };
  }
  const nearer = others.filter(({ lead }) => lead > own.lead);
  const farther = others.filter(({ lead }) => lead < own.lead);
  const isCab = nearer.length === 0 || (own.lead > 0 && farther.length > 0 && own.toDoor === 0);
  const rival = isCab ? farther[0] : nearer[0];
  return {
    kind: isCab ? 'cab' : 'trailer',
    isSure: rival !== undefined && isFarther(own.toDoor, rival.toDoor, 1.25),
  };
}

/** `lead`: how much nearer the number is to the door than to the trailer. */
function distances({ lines }: PlacedNumber, layout: Layout) {
  const [index] = lines as [number];
  const toDoor = layout.door.has(index) ? 0 : distanceToNearest(layout, index, layout.door);
  const toTrailer = distanceToNearest(layout, index, layout.trailer);
  return { toDoor, toTrailer, lead: toTrailer - toDoor };
}

/** Whether the larger of two distances is more than `factor` times the smaller. */
function isFarther(a: number, b: number, factor: number): boolean {
  return Math.max(a, b) > factor * Math.min(a, b);
}
