import type { CameraHour } from '@milepost/sdk';
import { number } from '../../lib/format.ts';

type Props = { hours: CameraHour[]; from: Date; to: Date; nameOf: (hour: Date) => string };

const HOUR_MS = 3_600_000;
const STEP = 10;
const HEIGHT = 90;

/** One bar per hour: all images with a result, and in front of it those that identify a truck. */
export function HourBars({ hours, from, to, nameOf }: Props) {
  const first = Math.floor(from.getTime() / HOUR_MS);
  const count = Math.ceil(to.getTime() / HOUR_MS) - first;
  const most = Math.max(1, ...hours.map(({ judged }) => judged));
  const bar = (value: number, at: number, className: string) => {
    const height = (value / most) * HEIGHT;
    return <rect className={className} x={at * STEP} y={HEIGHT - height} width={STEP - 2} height={height} />;
  };
  return (
    <svg
      className="hour-bars"
      viewBox={`0 0 ${count * STEP} ${HEIGHT + 1}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Images per hour, at most ${number(most)}, and how many of them identify a truck`}
    >
      <rect className="hour-bars-rest" y={HEIGHT} width={count * STEP} height={1} />
      {hours.map(({ hour, judged, identified }) => {
        const at = Math.floor(Date.parse(hour) / HOUR_MS) - first;
        return (
          <g key={hour}>
            <title>{`${nameOf(new Date(hour))}: ${number(identified)} of ${number(judged)}`}</title>
            {bar(judged, at, 'hour-bars-rest')}
            {bar(identified, at, 'hour-bars-identified')}
          </g>
        );
      })}
    </svg>
  );
}
