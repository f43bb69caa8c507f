import type { Check } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { withDays } from '../../lib/format.ts';

export type Result = Check['result'];
/** The class of the badge and its word. */
const SHOWN: Record<Result, [className: string, word: string]> = {
  PASS: ['high', 'Pass'],
  REVIEW: ['medium', 'Review'],
  FAIL: ['failed', 'Fail'],
  INCOMPLETE: ['warn', 'Incomplete'],
};

export function ResultBadge({ result }: { result: Result }) {
  const [className, word] = SHOWN[result];
  return <span className={`badge badge-${className}`}>{word}</span>;
}

/** The API uses the rule names of the reference service. One of them contains the name of that service. */
export const ruleName = (name: string) =>
  withDays(name.replace('Observed by GenLogs', 'Observed by cameras'));

export function LinkedCarrier({ usdot_number: usdot }: { usdot_number: string }) {
  return (
    <Link to="/carriers/$usdot" params={{ usdot }}>
      USDOT {usdot}
    </Link>
  );
}

export const VETTERS = ['external-api-compliance-rules'] as const;

export type LoadClass = Check['classes'][number];
export const CLASSES: Record<LoadClass, string> = {
  hazmat: 'Hazardous materials',
  high_value: 'High value',
};
