import { type Layout, nearest } from './layout.ts';

export type VehicleKind = 'cab' | 'trailer';
type Standing = { value: string; lines: number[]; label: VehicleKind | null };

/** By its label, by what it stands near, else by its length: tractors have short numbers. */
export function whoseNumber(
  found: Standing,
  layout: Layout,
  all: readonly Standing[],
): { kind: VehicleKind; isSure: boolean } {
  if (found.label) return { kind: found.label, isSure: true };
  const digits = found.value.replace(/\D/g, '').length;
  if (layout.door.size > 0 && layout.trailer.size > 0) {
    const { kind, isSure } = betweenBoth(found, layout, all);
    return { kind, isSure: isSure && layout.isDoorSure };
  }
  if (layout.door.size > 0) {
    const toDoor = doorward(found, layout).toDoor;
    if (digits <= 5) return { kind: 'cab', isSure: all.length === 1 || toDoor === 0 };
    return { kind: toDoor < 0.25 * layout.width && all.length === 1 ? 'cab' : 'trailer', isSure: false };
  }
  // A second number may be that of a tractor whose door nobody could read.
  const isOnly = all.every(({ value }) => value === found.value);
  if (layout.trailer.size > 0) return { kind: 'trailer', isSure: isOnly };
  if (layout.hint) return { kind: layout.hint, isSure: isOnly };
  return { kind: digits <= 4 ? 'cab' : 'trailer', isSure: false };
}

/** Door and trailer are both in the picture: of several numbers the one nearest to the door is the tractor's. */
function betweenBoth(found: Standing, layout: Layout, all: readonly Standing[]) {
  const own = doorward(found, layout);
  const others = all.filter((other) => other.value !== found.value).map((other) => doorward(other, layout));
  const nearer = others.filter((other) => other.lead > own.lead);
  const farther = others.filter((other) => other.lead < own.lead);
  if (others.length === 0) {
    const [near, far] = [own.toDoor, own.toTrailer].sort((a, b) => a - b) as [number, number];
    return { kind: own.lead >= 0 ? ('cab' as const) : ('trailer' as const), isSure: far > 2 * near };
  }
  const isCab = nearer.length === 0 || (own.lead > 0 && farther.length > 0 && own.toDoor === 0);
  const rival = isCab ? farther[0] : nearer[0];
  return {
    kind: isCab ? ('cab' as const) : ('trailer' as const),
    isSure: rival !== undefined && apart(own, rival),
  };
}

type Doorward = { toDoor: number; toTrailer: number; lead: number };

function doorward({ lines }: Standing, layout: Layout): Doorward {
  const [index] = lines as [number];
  const toDoor = layout.door.has(index) ? 0 : nearest(layout, index, layout.door);
  const toTrailer = nearest(layout, index, layout.trailer);
  return { toDoor, toTrailer, lead: toTrailer - toDoor };
}

function apart(a: Doorward, b: Doorward): boolean {
  const [near, far] = [a.toDoor, b.toDoor].sort((x, y) => x - y) as [number, number];
  return far > 1.25 * near;
}
