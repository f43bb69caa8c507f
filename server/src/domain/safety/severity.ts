type Crash = { fatalities: number; injuries: number; hazmatReleased: boolean };
type CrashClass = 'fatal' | 'injury' | 'towaway';

/** Based on casualties only: the tow-away flag is set on almost every crash. */
function crashClass({ fatalities, injuries }: Crash): CrashClass {
  if (fatalities > 0) return 'fatal';
  return injuries > 0 ? 'injury' : 'towaway';
}

/** SMS severity weight of a crash: 1, or 2 with a casualty, plus 1 if hazardous materials were released. */
export function crashWeight(crash: Crash): number {
  return (crashClass(crash) === 'towaway' ? 1 : 2) + (crash.hazmatReleased ? 1 : 0);
}

/** `crashWeight` in SQL, over the rows of one report. The most severe row counts. */
export const CRASH_WEIGHT_SQL = `max(case when fatalities > 0 or injuries > 0 then 2 else 1 end)
  + max(case when hazmat_released then 1 else 0 end)`;

export type SeverityBucket = 'most_severe' | 'major' | 'less_severe';

/** Codes, without punctuation, of the driver violations that FMCSA reviews in every investigation. */
const RED_FLAGS = new Set(
  `38321 38323A2 38351A 38351ASIN 38351ASOUT 38391A 39111 39111B5 39111B7
   39115A 39115ASIN 39115ASOUT 3924A 3925A 39513D 3969C2`.split(/\s+/),
);

type Violation = { code: string; severityWeight: number; outOfService: boolean };

/** Punctuation in codes varies: `392.2-SLLS4` equals `3922SLLS4`. */
export function violationBucket({ code, severityWeight, outOfService }: Violation): SeverityBucket {
  const plainCode = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
  if (severityWeight >= 8 || RED_FLAGS.has(plainCode)) return 'most_severe';
  return severityWeight >= 5 || outOfService ? 'major' : 'less_severe';
}

export function crashBucket(crash: Crash): SeverityBucket {
  const found = crashClass(crash);
  if (found === 'fatal') return 'most_severe';
  return found === 'injury' || crash.hazmatReleased ? 'major' : 'less_severe';
}
