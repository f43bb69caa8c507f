import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { month, number } from '../../lib/format.ts';

type Series = { name: string; values: (number | null)[] };
type Props = {
  title: string;
  /** The day of each value, YYYY-MM-DD, or its time, oldest first. */
  days: string[];
  series: Series[];
  /** The upper end of the axis; without it, the largest value rounded up. */
  max?: number;
  threshold?: number;
  /** The first day of the axis, if it is before the first value. */
  from?: string;
  unit?: string;
  /** How a day or time is written; by default its month. */
  nameOf?: (day: string) => string;
};

const [HEIGHT, LEFT, RIGHT, BOTTOM, TOP] = [190, 44, 10, 24, 10];

/** A line chart over time as plain SVG, with its figures as a hidden table for screen readers. */
export function LineChart({ title, days, series, max, threshold, from, unit = '', nameOf = month }: Props) {
  const values = series.flatMap(({ values }) => values).filter((value) => value !== null);
  const top = max ?? niceCeiling(Math.max(1, ...values));
  // Drawn in the pixels of the screen, so that the texts have the same size on every screen.
  const [svg, width] = useWidth<SVGSVGElement>(480);
  const x = timeScale(days, from, LEFT, width - RIGHT);
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  const first = from ?? days[0];
  return (
    <figure className="chart">
      <figcaption>
        {title}
        {threshold !== undefined && (
          <span>
            <i className="key-threshold" /> Threshold {threshold}
            {unit}
          </span>
        )}
        {series.length > 1 && (
          <span className="legend">
            {series.map(({ name }, index) => (
              <span key={name}>
                <i className={`key key-${index}`} /> {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      <svg ref={svg} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
        {[0, top / 2, top].map((tick) => (
          <g key={tick}>
            <line className="axis" x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
            <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
              {number(tick)}
              {unit}
            </text>
          </g>
        ))}
        {threshold !== undefined && (
          <line className="threshold" x1={LEFT} x2={width - RIGHT} y1={y(threshold)} y2={y(threshold)} />
        )}
        {series.map(({ name, values }, index) => (
          <g key={name} className={`series series-${index}`}>
            <path d={linePath(values, (point) => x(days[point] ?? ''), y)} />
            {values.map((value, point) =>
              value === null ? null : (
                <circle key={days[point]} cx={x(days[point] ?? '')} cy={y(value)} r="3">
                  <title>{`${nameOf(days[point] ?? '')}: ${number(value)}${unit} ${name.toLowerCase()}`}</title>
                </circle>
              ),
            )}
          </g>
        ))}
        {first !== undefined && (
          <text x={LEFT} y={HEIGHT - 5}>
            {nameOf(first)}
          </text>
        )}
        <text x={width - RIGHT} y={HEIGHT - 5} textAnchor="end">
          {nameOf(days.at(-1) ?? '')}
        </text>
      </svg>
      <table className="hidden">
        <caption>{title}</caption>
        <tbody>
          {days.map((day, index) => (
            <tr key={day}>
              <th scope="row">{nameOf(day)}</th>
              {series.map(({ name, values }) => (
                <td key={name}>
                  {name} {values[index] ?? 'unknown'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** The width of an element in pixels, measured before it is first painted and after each change. */
function useWidth<T extends Element>(initial: number): [RefObject<T | null>, number] {
  const element = useRef<T>(null);
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const found = element.current;
    if (!found) return;
    const measure = () => setWidth(Math.max(1, Math.round(found.getBoundingClientRect().width)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(found);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

type SparkProps = { days: string[]; values: (number | null)[]; from: string; threshold?: number };

/** A line without axes, from 0 to 100, with the threshold. The text beside it has the newest value. */
export function Sparkline({ days, values, from, threshold }: SparkProps) {
  const [width, height] = [240, 64];
  const x = timeScale(days, from, 3, width - 4);
  const y = (value: number) => 4 + (1 - value / 100) * (height - 8);
  const last = values.findLastIndex((value) => value !== null);
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <line className="axis" x1="0" x2={width} y1={y(0)} y2={y(0)} />
      {threshold !== undefined && (
        <line className="threshold" x1="0" x2={width} y1={y(threshold)} y2={y(threshold)} />
      )}
      <path className="spark-line" d={linePath(values, (point) => x(days[point] ?? ''), y)} />
      {last >= 0 && <path className="spark-end" d={`M${x(days[last] ?? '')} ${y(values[last] ?? 0)}h.01`} />}
    </svg>
  );
}

function timeScale(days: string[], from: string | undefined, left: number, right: number) {
  const start = Date.parse(from ?? days[0] ?? '');
  const length = Math.max(1, Date.parse(days.at(-1) ?? '') - start);
  return (day: string) => left + ((Date.parse(day) - start) / length) * (right - left);
}

/** A null interrupts the line. */
function linePath(
  values: (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  let isDrawing = false;
  return values
    .map((value, index) => {
      if (value === null) {
        isDrawing = false;
        return '';
      }
      const step = `${isDrawing ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
      isDrawing = true;
      return step;
    })
    .join('');
}

/** 1, 2 or 5 times a power of ten. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}
