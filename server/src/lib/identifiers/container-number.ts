/** Letters count from 10, leaving out the multiples of 11 (ISO 6346). */
const VALUES = new Map<string, number>();
let value = 10;
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
  if (value % 11 === 0) value++;
  VALUES.set(letter, value++);
}

export const CONTAINER_NUMBER = /^[A-Z]{3}[UJZ]\d{7}$/;

/** The check digit of a container number: owner code, category letter and six digits. */
function containerCheckDigit(firstTen: string): number {
  let sum = 0;
  for (let i = 0; i < 10; i++) sum += (VALUES.get(firstTen[i] ?? '') ?? Number(firstTen[i])) * 2 ** i;
  return (sum % 11) % 10;
}

export function isContainerNumber(identifier: string): boolean {
  return CONTAINER_NUMBER.test(identifier) && containerCheckDigit(identifier) === Number(identifier[10]);
}
