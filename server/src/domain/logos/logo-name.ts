/** A wordmark as it is kept and compared: lower case, single blanks. */
export function logoName(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}
