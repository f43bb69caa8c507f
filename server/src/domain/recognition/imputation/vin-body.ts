/** By the fourth character, for makers that use one identifier for several bodies. */
const BODIES_BY_MAKER: Record<string, Record<string, string>> = {
  // Utility
  '1UY': { V: 'van', F: 'flatbed' },
  // Wabash
  '1JJ': { V: 'van' },
  // Hyundai Translead
  '3H3': { V: 'van', C: 'intermodal chassis' },
};
/** Makers of a single body. */
const SINGLE_BODIES: Record<string, string> = {
  '13N': 'flatbed',
  '1TT': 'flatbed',
  '5V8': 'van',
  '527': 'van',
};

/** The body of the trailer with this VIN; `trailer` when the body is unknown, empty for motor vehicles. */
export function vinBody(vin: string, vinTypes: ReadonlyMap<string, string>): string {
  if (vin.length !== 17) return '';
  const maker = vin.slice(0, 3);
  const type = vinTypes.get(maker + vin.slice(11, 14)) ?? vinTypes.get(maker) ?? '';
  if (type !== '' && !/trailer/i.test(type)) return '';
  const body = SINGLE_BODIES[maker] ?? BODIES_BY_MAKER[maker]?.[vin.charAt(3)] ?? '';
  return body === '' && type !== '' ? 'trailer' : body;
}
