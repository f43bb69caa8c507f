/** Letter after the maker's, where the maker builds vans and platforms under one identifier. */
const BODIES: Record<string, Record<string, string>> = {
  // Utility: V van, F flatbed.
  '1UY': { V: 'van', F: 'flatbed' },
  // Wabash: V van.
  '1JJ': { V: 'van' },
  // Hyundai Translead: V van, C chassis.
  '3H3': { V: 'van', C: 'intermodal chassis' },
};
/** Makers of one kind of body only. */
const MAKERS: Record<string, string> = { '13N': 'flatbed', '1TT': 'flatbed', '5V8': 'van', '527': 'van' };

/** What a trailer's VIN says of its body; plain "trailer" when only that is sure, empty for anything that drives. */
export function vinBody(vin: string, vinTypes: ReadonlyMap<string, string>): string {
  if (vin.length !== 17) return '';
  const maker = vin.slice(0, 3);
  const type = vinTypes.get(maker + vin.slice(11, 14)) ?? vinTypes.get(maker) ?? '';
  if (type !== '' && !/trailer/i.test(type)) return '';
  const body = MAKERS[maker] ?? BODIES[maker]?.[vin.charAt(3)] ?? '';
  return body === '' && type !== '' ? 'trailer' : body;
}
