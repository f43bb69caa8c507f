const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** How far away a moment is, in words: "in 23 hours". */
export function fromNow(moment: Date, nowMs: number): string {
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
  const awayMs = moment.getTime() - nowMs;
  for (const [unit, unitMs] of UNITS) {
    if (Math.abs(awayMs) >= unitMs) return words.format(Math.trunc(awayMs / unitMs), unit);
  }
  return awayMs >= 0 ? 'in less than a minute' : 'just now';
}
