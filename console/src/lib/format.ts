const FIELD_LABELS: Record<string, string> = {
  usdot_number: 'USDOT number',
  mc_number: 'MC number',
  mx_number: 'MX number',
  ff_number: 'FF number',
  vin: 'VIN',
  cab_number: 'Cab number',
  equipment_number: 'Trailer number',
  equipment_logo: 'Trailer logo',
  equipment_type: 'Equipment',
  alpr_plate_number: 'Plate',
  un_number: 'UN number',
  name: 'Name',
};

export function fieldLabel(field: string): string {
  return FIELD_LABELS[field] ?? field.replaceAll('_', ' ');
}

/** In the browser's time zone, with the zone's name. */
export function localTime(date: Date): string {
  return date.toLocaleString('en-US', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZoneName: 'short',
  });
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** For example "in 23 hours". */
export function relativeTime(date: Date, nowMs: number): string {
  const format = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });
  const offsetMs = date.getTime() - nowMs;
  for (const [unit, unitMs] of UNITS) {
    if (Math.abs(offsetMs) >= unitMs) return format.format(Math.trunc(offsetMs / unitMs), unit);
  }
  return offsetMs >= 0 ? 'in less than a minute' : 'just now';
}

export function percent(fraction: number): string {
  return `${Math.round(fraction * 100)}%`;
}
