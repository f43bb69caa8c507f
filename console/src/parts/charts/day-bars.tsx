import { number } from '../../lib/format.ts';

type Props = { values: number[]; label: string };

const WIDTH = 112;
const HEIGHT = 24;
const GAP = 2;

/** One bar per value, oldest first. A day without any has a mark on the base line. */
export function DayBars({ values, label }: Props) {
  const most = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length);
  return (
    <svg
      className="day-bars"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={`${label}: ${values.map(number).join(', ')}`}
    >
      {values.map((value, index) => {
        const height = value === 0 ? 1 : Math.max(2, (value / most) * HEIGHT);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its position.
            key={index}
            className={value === 0 ? 'day-bars-none' : undefined}
            x={index * step}
            y={HEIGHT - height}
            width={step - GAP}
            height={height}
            rx={1}
          />
        );
      })}
    </svg>
  );
}
