import { number } from '../lib/format.ts';

type Series = { name: string; values: (number | null)[] };
type Props = { title: string; labels: string[]; series: Series[]; max?: number; threshold?: number };

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [480, 180, 44, 22, 8];

/** A small line chart as plain SVG, with its figures as a hidden table for screen readers. */
export function LineChart({ title, labels, series, max, threshold }: Props) {
  const values = series.flatMap(({ values }) => values).filter((value) => value !== null);
  const top = niceCeiling(max ?? Math.max(1, ...values));
  const x = (index: number) => LEFT + (index / Math.max(1, labels.length - 1)) * (WIDTH - LEFT - 8);
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  const ticks = [0, top / 2, top];
  return (
    <figure className="chart">
      <figcaption>
        {title}
        <span className="legend">
          {series.length > 1 &&
            series.map(({ name }, index) => (
              <span key={name}>
                <i className={`key key-${index}`} /> {name}
              </span>
            ))}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {ticks.map((tick) => (
          <g key={tick}>
            <line className="grid" x1={LEFT} x2={WIDTH - 8} y1={y(tick)} y2={y(tick)} />
            <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
              {number(tick)}
            </text>
          </g>
        ))}
        {threshold !== undefined && (
          <line className="threshold" x1={LEFT} x2={WIDTH - 8} y1={y(threshold)} y2={y(threshold)} />
        )}
        {series.map(({ name, values }, index) => (
          <g key={name} className={`series series-${index}`}>
            <path d={pathOf(values, x, y)} />
            {values.map((value, point) =>
              value === null ? null : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the points of a chart have no other identity.
                <circle key={point} cx={x(point)} cy={y(value)} r="2.5">
                  <title>{`${labels[point]}: ${number(value)} ${name.toLowerCase()}`}</title>
                </circle>
              ),
            )}
          </g>
        ))}
        <text x={LEFT} y={HEIGHT - 4}>
          {labels[0]}
        </text>
        <text x={WIDTH - 8} y={HEIGHT - 4} textAnchor="end">
          {labels.at(-1)}
        </text>
      </svg>
      <table className="hidden">
        <caption>{title}</caption>
        <tbody>
          {labels.map((label, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two points may have the same label.
            <tr key={index}>
              <th scope="row">{label}</th>
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

function pathOf(
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
