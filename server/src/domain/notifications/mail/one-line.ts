const LONGEST = 150;

/** Text that may stand in a header: one line, no control characters, not too long. */
export function oneLine(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const letters = [...plain];
  return letters.length <= LONGEST ? plain : `${letters.slice(0, LONGEST - 1).join('')}…`;
}
