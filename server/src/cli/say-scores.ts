import type { RunResult } from '../domain/safety/run/run-scores.ts';
import { OWN_CALCULATION } from '../domain/safety/sms/describe-basic.ts';

/** A run in sentences. */
export function sayScores(run: RunResult): string[] {
  const number = (value: number) => value.toLocaleString('en');
  const preview = run.is_preview ? ' This is a preview: the method is approved but not in force.' : '';
  return [
    `Scored ${number(run.carriers)} carriers as of ${run.as_of} by SMS ${run.version} in ${run.seconds.toFixed(1)} s; ${number(run.ranked)} have a percentile.${preview}`,
    ...run.notes,
    `Percentiles of property carriers, hazardous materials, crashes and ISS are ${OWN_CALCULATION}.`,
  ];
}
