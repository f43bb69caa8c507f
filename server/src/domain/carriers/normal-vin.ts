/** Upper case, letters and digits only, and the letters that no VIN has as the digits they were meant for. */
export function normalVin(vin: string): string {
  return vin
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[OQ]/g, '0')
    .replace(/I/g, '1');
}
