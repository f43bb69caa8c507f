type Crash = { fatalities: number; injuries: number; hazmatReleased: boolean };
type CrashClass = 'fatal' | 'injury' | 'towaway';

/** Based on casualties only: the tow-away flag is set on almost every crash. */
function crashClass({ fatalities, injuries }: Crash): CrashClass {
  if (fatalities > 0) return 'fatal';
  return injuries > 0 ? 'injury' : 'towaway';
}

/**
 * SMS severity weight of a recordable crash: 1, or 2 with a casualty, plus 1 if hazardous materials were released. Without a
 * casualty it is a tow-away crash, whatever the flag says. Only for crashes whose weight FMCSA has not published.
 */
export function crashWeight(crash: Crash): number {
  return (crashClass(crash) === 'towaway' ? 1 : 2) + (crash.hazmatReleased ? 1 : 0);
}

/** The weight in the SMS crash file, else `crashWeight`, over the rows of one report. The most severe row counts. */
export const CRASH_WEIGHT_SQL = `coalesce(max(severity_weight),
  max(case when fatalities > 0 or injuries > 0 then 2 else 1 end) + case when bool_or(hazmat_released) then 1 else 0 end)`;

export type SeverityBucket = 'most_severe' | 'major' | 'less_severe';

/** `isRedFlag` as in the violation catalog. */
type Violation = { severityWeight: number; outOfService: boolean; isRedFlag: boolean };

export function violationBucket({ severityWeight, outOfService, isRedFlag }: Violation): SeverityBucket {
  if (severityWeight >= 8 || isRedFlag) return 'most_severe';
  return severityWeight >= 5 || outOfService ? 'major' : 'less_severe';
}

export function crashBucket(crash: Crash): SeverityBucket {
  const found = crashClass(crash);
  if (found === 'fatal') return 'most_severe';
  return found === 'injury' || crash.hazmatReleased ? 'major' : 'less_severe';
}
