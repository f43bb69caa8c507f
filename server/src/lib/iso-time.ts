const SHAPE =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** Parses an ISO 8601 date and time; UTC if it has no time zone. Null if invalid, for example February 30. */
export function parseIsoTime(text: string): Date | null {
  const found = SHAPE.exec(text);
  if (!found) return null;
  const [, year, month, day, hour, minute, second = '0', fraction = '', zone = 'Z'] = found;
  const parts = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts;
  const offsetMinutes = offsetOf(zone);
  // ISO 8601 allows 24:00 and leap seconds, but from a camera they are errors.
  if (mo < 1 || mo > 12 || d < 1 || h > 23 || mi > 59 || s > 59 || offsetMinutes === null) return null;
  const local = new Date(0);
  local.setUTCFullYear(y, mo - 1, d);
  local.setUTCHours(h, mi, s, Number(fraction.padEnd(3, '0').slice(0, 3)));
  if (local.getUTCDate() !== d) return null;
  return new Date(local.getTime() - offsetMinutes * 60_000);
}

function offsetOf(zone: string): number | null {
  if (zone === 'Z' || zone === 'z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2));
  if (hours > 23 || minutes > 59) return null;
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes);
}
