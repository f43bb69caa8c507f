import { agreed } from './consensus.ts';
import type { Imputed, Known, KnownEvidence } from './evidence.ts';

/** USDOT number → MC number. Of several the one with authority in force; two of those tell nothing. */
export function docketByCarrier(known: Known, { carrierDockets }: KnownEvidence, when: Date): Imputed | null {
  const held = carrierDockets.filter(({ usdotNumber }) => usdotNumber === known.usdotNumber);
  const active = held.filter(({ isActive }) => isActive);
  const rows = (active.length > 0 ? active : held).map(({ docket, key }) => ({
    table: 'carrier_dockets' as const,
    key,
    says: docket,
    seenAt: null,
  }));
  return agreed('docket-by-carrier', rows, when, 1);
}
