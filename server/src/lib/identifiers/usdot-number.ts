/** The register has numbers of up to 8 digits. A longer one is a typing error, whatever it is used for. */
export const USDOT_DIGITS = 8;
export const MAX_USDOT = 10 ** USDOT_DIGITS - 1;
export const USDOT_RULE = `a USDOT number: 1 to ${USDOT_DIGITS} digits, greater than 0`;

/** Null for text that is no USDOT number. Leading zeros are ignored. */
export function usdotNumberOf(text: string): number | null {
  const number = /^\d{1,40}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= MAX_USDOT ? number : null;
}
