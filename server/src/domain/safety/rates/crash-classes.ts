/** One vehicle in one crash; a crash of two trucks of one carrier is two rows. */
export type CrashVehicle = {
  state: string;
  reportNumber: string;
  fatalities: number;
  injuries: number;
  hazmatReleased: boolean;
};

export type CrashClass = 'fatal' | 'injury' | 'towaway';

/** Exclusive, the gravest first: the tow-away flag itself is set on almost every crash. */
export function crashClass({
  fatalities,
  injuries,
}: Pick<CrashVehicle, 'fatalities' | 'injuries'>): CrashClass {
  if (fatalities > 0) return 'fatal';
  return injuries > 0 ? 'injury' : 'towaway';
}

/** What SMS weighs a crash with, before time: 1, 2 with somebody hurt, one more with hazmat released. */
export function crashWeight(crash: Pick<CrashVehicle, 'fatalities' | 'injuries' | 'hazmatReleased'>): number {
  return (crashClass(crash) === 'towaway' ? 1 : 2) + (crash.hazmatReleased ? 1 : 0);
}

export type CrashCounts = Record<CrashClass, number> & {
  total: number;
  injuries: number;
  fatalities: number;
};

/** Crashes are counted by report, people as the gravest row of the report says. */
export function countCrashes(rows: readonly CrashVehicle[]): CrashCounts {
  const crashes = new Map<string, { fatalities: number; injuries: number }>();
  for (const { state, reportNumber, fatalities, injuries } of rows) {
    const key = `${state} ${reportNumber}`;
    const known = crashes.get(key);
    crashes.set(key, {
      fatalities: Math.max(fatalities, known?.fatalities ?? 0),
      injuries: Math.max(injuries, known?.injuries ?? 0),
    });
  }
  const counts: CrashCounts = { fatal: 0, injury: 0, towaway: 0, total: 0, injuries: 0, fatalities: 0 };
  for (const crash of crashes.values()) {
    counts[crashClass(crash)]++;
    counts.total++;
    counts.injuries += crash.injuries;
    counts.fatalities += crash.fatalities;
  }
  return counts;
}
