import { type CrashVehicle, crashClass } from './rates/crash-classes.ts';

export type SeverityBucket = 'most_severe' | 'major' | 'less_severe';

/** Driver violations that FMCSA looks at in every investigation, without punctuation. */
const RED_FLAGS = new Set([
  ...['38321', '38323A2', '38351A', '38351ASIN', '38351ASOUT', '38391A', '39111', '39111B5', '39111B7'],
  ...['39115A', '39115ASIN', '39115ASOUT', '3924A', '3925A', '39513D', '3969C2'],
]);

/** `392.2-SLLS4` and `3922SLLS4` are one code. */
export function plainCode(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

type Violation = { code: string; severityWeight: number; outOfService: boolean };

export function violationBucket({ code, severityWeight, outOfService }: Violation): SeverityBucket {
  if (severityWeight >= 8 || RED_FLAGS.has(plainCode(code))) return 'most_severe';
  return severityWeight >= 5 || outOfService ? 'major' : 'less_severe';
}

export function crashBucket(
  crash: Pick<CrashVehicle, 'fatalities' | 'injuries' | 'hazmatReleased'>,
): SeverityBucket {
  const found = crashClass(crash);
  if (found === 'fatal') return 'most_severe';
  return found === 'injury' || crash.hazmatReleased ? 'major' : 'less_severe';
}
