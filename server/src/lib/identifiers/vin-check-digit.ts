const VALUES: Record<string, number> = {};
for (const [i, letter] of [...'ABCDEFGH'].entries()) VALUES[letter] = i + 1;
for (const [i, letter] of [...'JKLMN'].entries()) VALUES[letter] = i + 1;
Object.assign(VALUES, { P: 7, R: 9 });
for (const [i, letter] of [...'STUVWXYZ'].entries()) VALUES[letter] = i + 2;
for (let digit = 0; digit <= 9; digit++) VALUES[String(digit)] = digit;
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** The ninth character that a VIN of 17 must have (49 CFR 565.15); null when a character cannot stand in a VIN. */
export function vinCheckDigit(vin: string): string | null {
  if (vin.length !== 17) return null;
  let sum = 0;
  for (let i = 0; i < 17; i++) {
    if (i === 8) continue;
    const value = VALUES[vin[i] ?? ''];
    if (value === undefined) return null;
    sum += value * (WEIGHTS[i] ?? 0);
  }
  const rest = sum % 11;
  return rest === 10 ? 'X' : String(rest);
}
