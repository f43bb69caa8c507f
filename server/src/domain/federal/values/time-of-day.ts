import { readWhole } from './number.ts';
import { BLANK, UNREAD, type Value, WRITTEN } from './value.ts';

const UNKNOWN = 9_999;
const MICROSECONDS_A_MINUTE = 60_000_000;

/** `HHMM`; 2400 is the midnight that ends the day, 9999 a time nobody wrote down. */
export const timeOfDay: Value = {
  type: 'time',
  what: 'a time of day',
  write(out, source, start, end) {
    const clock = readWhole(source, start, end);
    const minutes = Math.floor(clock / 100) * 60 + (clock % 100);
    if (clock < 0 || clock % 100 > 59 || minutes > 1_440) {
      out.null();
      return start === end || clock === UNKNOWN ? BLANK : UNREAD;
    }
    out.bigint(minutes * MICROSECONDS_A_MINUTE);
    return WRITTEN;
  },
};
