import { doorText, nameOnDoor, wordsOf } from './name-on-door.ts';
import { stateCode } from './state-code.ts';

export type DoorLine = { text: string; quad?: readonly (readonly [number, number])[]; image_id?: string };

/** A name on a door is a few lines of text away from the number. */
const MAX_LINES_AWAY = 12;
const MIN_NAME_LETTERS = 8;
/** The share of the carrier's own name that shows that the door is its own. */
const OWN_NAME_SHARE = 0.4;
const OPERATED_FOR_ANOTHER = /\b(OPERATED|LEASED|LEASE)\b/;

/** The door says that owner and operating carrier are not the same. */
export function isOperatedForAnother(texts: readonly string[]): boolean {
  return texts.some((text) => OPERATED_FOR_ANOTHER.test(text.toUpperCase()));
}

/** Whether a good part of one of the names of a carrier is among the texts. */
export function isNamedOnDoor(names: readonly string[], texts: readonly string[]): boolean {
  const door = doorText(texts);
  return names.some((name) => nameOnDoor(name, door).share >= OWN_NAME_SHARE);
}

/** The lines around the number, in the image that shows it: a trailer may belong to anyone. */
export function linesBesideNumber(lines: readonly DoorLine[], usdotNumber: number): string[] {
  const number = String(usdotNumber);
  const at = lines.find(({ text }) => text.replace(/\D/g, '').includes(number));
  const box = at && boxOf(at);
  if (!at || !box) return [];
  const reach = (box.bottom - box.top) * MAX_LINES_AWAY;
  return lines.flatMap((line) => {
    const other = boxOf(line);
    if (line === at || !other || line.image_id !== at.image_id) return [];
    const isNear =
      other.bottom > box.top - reach &&
      other.top < box.bottom + reach &&
      other.right > box.left - reach &&
      other.left < box.right + reach;
    return isNear ? [line.text] : [];
  });
}

function boxOf({ quad }: DoorLine) {
  if (!quad || quad.length === 0) return null;
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** The register has names with an ampersand or an apostrophe as they are on the door. */
const WRITTEN_NAME = /^[A-Z0-9&' ]+$/;

/** Names that may be those of a carrier: two words or more, mostly letters, and no place (`GARY, IN`). */
export function namesIn(texts: string[]): string[] {
  return texts.flatMap((text) => {
    const words = wordsOf(text);
    if (stateCode(words.at(-1) ?? '') !== null) return [];
    const name = words.join(' ');
    const letters = name.replace(/[^A-Z]/g, '').length;
    if (words.length < 2 || letters < MIN_NAME_LETTERS || !/^[A-Z0-9 ]+$/.test(name)) return [];
    const asWritten = text.toUpperCase().replace(/\s+/g, ' ').trim();
    return [...new Set([name, ...(WRITTEN_NAME.test(asWritten) ? [asWritten] : [])])].map((one) =>
      one.toLowerCase(),
    );
  });
}
