import { vinCheckDigit } from './vin-check-digit.ts';

const MISREAD: Record<string, string> = { O: '0', Q: '0', I: '1' };

/** Roadside VINs are typed by hand: capitals, no spaces or dashes, and digits for the letters no VIN has. */
export function repairVin(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[OQI]/g, (letter) => MISREAD[letter] ?? letter);
}

/** 17 characters whose check digit holds. */
export function isValidVin(vin: string): boolean {
  return vin.length === 17 && vinCheckDigit(vin) === vin[8];
}
