// The map of the console with as many points as the URL says, for the measurement of its frame rate.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import PointMap from '../../../console/src/parts/map/point-map.tsx';
import '../../../console/src/styles/theme.css';
import '../../../console/src/styles/coverage.css';
import '../../../console/src/styles/charts.css';

const COLORS = { Detection: '--mark-detection', Inspection: '--mark-inspection', Crash: '--mark-crash' };
const KINDS = Object.keys(COLORS);
const amount = Number(new URLSearchParams(location.search).get('points'));

// A sequence with good spread and no randomness, so that every run draws the same points.
const fraction = (value) => value - Math.floor(value);
const points = Array.from({ length: amount }, (_, index) => ({
  id: String(index),
  longitude: -122 + 54 * fraction(index * 0.7548776662466927),
  latitude: 27 + 21 * fraction(index * 0.5698402909980532),
  kind: KINDS[index % 20 === 0 ? 2 : index % 5 === 0 ? 1 : 0],
  label: '',
}));

createRoot(document.getElementById('root')).render(
  createElement(PointMap, {
    label: 'Map',
    points,
    colors: COLORS,
    selected: null,
    onSelect: () => undefined,
  }),
);
