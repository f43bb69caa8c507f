import { agreed } from './consensus.ts';
import type { Imputed, Known, KnownEvidence } from './evidence.ts';

/** MC number → carrier, by who holds it. A docket that two carriers hold tells nothing. */
export function carrierByDocket(known: Known, { docketHolders }: KnownEvidence, when: Date): Imputed | null {
  if (known.mcNumber === '') return null;
  const rows = docketHolders.map(({ usdotNumber, key }) => ({
    table: 'carrier_dockets' as const,
    key,
    says: usdotNumber,
    seenAt: null,
  }));
  return agreed('carrier-by-docket', rows, when, 1);
}
