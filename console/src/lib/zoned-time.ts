/** How far the clocks of a zone are ahead of UTC at a moment. */
function offsetMs(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - Math.floor(at / 1_000) * 1_000;
}

const DAY_MS = 86_400_000;

/**
 * The moment at which the clocks of a zone show a time, such as `2026-11-16T09:30` or `2026-11-16`: the first one, if
 * they show it twice. A time that they skip is taken one hour later.
 */
export function moment(local: string, timeZone: string): Date {
  const utc = Date.parse(`${local.length === 10 ? `${local}T00:00` : local}Z`);
  const [before = 0, after = 0] = [utc - DAY_MS, utc + DAY_MS].map((at) => offsetMs(at, timeZone));
  const found = [before, after].find((offset) => offsetMs(utc - offset, timeZone) === offset);
  return new Date(utc - (found ?? before));
}

/** The day after, both as YYYY-MM-DD. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}
