import { useEffect, useState } from 'react';
import { type StateShape, stateShape } from './outlines.ts';
import type { KindColors, MapPoint } from './point-layers.ts';
import { FAR_PARTS, isIn, type Part } from './view.ts';

type Props = { points: MapPoint[]; colors: KindColors; onSelect: (part: Part) => void };

const WIDTH = 84;

/** Alaska, Hawaii and Puerto Rico, each if it has points beside those of the lower 48 states. A click shows it in the map. */
export function MapInsets({ points, colors, onSelect }: Props) {
  const parts = FAR_PARTS.map((part) => ({
    part,
    inside: points.filter((point) => isIn(part, point)),
  })).filter(({ inside }) => inside.length > 0);
  const inParts = parts.reduce((sum, { inside }) => sum + inside.length, 0);
  if (parts.length === 0 || (parts.length === 1 && inParts === points.length)) return null;
  return (
    <div className="map-insets">
      {parts.map(({ part, inside }) => (
        <Inset key={part.fips} part={part} points={inside} colors={colors} onSelect={onSelect} />
      ))}
    </div>
  );
}

function Inset({
  part,
  points,
  colors,
  onSelect,
}: Omit<Props, 'points'> & { part: Part; points: MapPoint[] }) {
  const [shape, setShape] = useState<StateShape>();
  useEffect(() => {
    let isCurrent = true;
    stateShape(part.fips).then(
      (found) => isCurrent && setShape(found),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [part.fips]);
  // A degree of longitude is shorter by the cosine of the latitude.
  const narrow = Math.cos((((part.south + part.north) / 2) * Math.PI) / 180);
  const scale = WIDTH / ((part.east - part.west) * narrow);
  const height = (part.north - part.south) * scale;
  const x = (longitude: number) => (longitude - part.west) * narrow * scale;
  const y = (latitude: number) => (part.north - latitude) * scale;
  const count = `${points.length} ${points.length === 1 ? 'record' : 'records'}`;
  return (
    <button
      type="button"
      className="map-inset"
      aria-label={`Show ${part.name}, ${count}`}
      title={`${part.name}: ${count}`}
      onClick={() => onSelect(part)}
    >
      <svg width={WIDTH} height={height} viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
        {shape && <path d={pathOf(shape, x, y)} />}
        {points.map(({ id, kind, longitude, latitude }) => (
          <circle
            key={id}
            cx={x(longitude)}
            cy={y(latitude)}
            r={3}
            style={{ fill: `var(${colors[kind] ?? '--accent'})` }}
          />
        ))}
      </svg>
      <span>{part.short}</span>
    </button>
  );
}

function pathOf({ geometry }: StateShape, x: (longitude: number) => number, y: (latitude: number) => number) {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons
    .flat()
    .map(
      (ring) =>
        `M${ring.map(([east = 0, north = 0]) => `${x(east).toFixed(1)},${y(north).toFixed(1)}`).join('L')}Z`,
    )
    .join('');
}
