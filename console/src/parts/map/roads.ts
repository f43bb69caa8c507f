import type { ExpressionSpecification, LayerSpecification, Map as MapLibre } from 'maplibre-gl';

/** From this zoom on, loops and spurs, which have three digits, are drawn and have shields. */
const LOOP_ZOOM = 6;
const SHIELD_ZOOM = 3;

const DIGITS: ExpressionSpecification = ['length', ['get', 'name']];
const IS_TRUNK: ExpressionSpecification = ['<=', DIGITS, 2];
const IS_SHOWN: ExpressionSpecification = ['step', ['zoom'], IS_TRUNK, LOOP_ZOOM, true];

/** Interstates with their shields. Business routes have letters in their names and are left out of the shields. */
export function roadLayers(road: string, font: string[]): LayerSpecification[] {
  return [
    {
      id: 'interstates',
      type: 'line',
      source: 'interstates',
      filter: IS_SHOWN,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': road,
        'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.7, 6, 1.4, 10, 3],
      },
    },
    {
      id: 'shields',
      type: 'symbol',
      source: 'interstates',
      minzoom: SHIELD_ZOOM,
      filter: ['all', ['in', ['slice', ['get', 'name'], 0, 1], '123456789'], IS_SHOWN],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 260,
        'icon-image': ['case', IS_TRUNK, 'shield', 'wide-shield'],
        'icon-rotation-alignment': 'viewport',
        'text-rotation-alignment': 'viewport',
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': 9,
        'text-offset': [0, 0.12],
        'symbol-sort-key': DIGITS,
        'icon-padding': 8,
      },
      paint: { 'text-color': '#fff' },
    },
  ];
}

const PIXELS = 2;
const HEIGHT = 19;

/** The shield of an interstate: blue with a red top and a white edge, the same in both themes, as on the road. */
function shield(width: number): ImageData | null {
  const canvas = document.createElement('canvas');
  canvas.width = width * PIXELS;
  canvas.height = HEIGHT * PIXELS;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.scale(PIXELS, PIXELS);
  const outline = new Path2D();
  const right = width - 1;
  outline.moveTo(3, 1.5);
  outline.quadraticCurveTo(width / 2, 3.5, width - 3, 1.5);
  outline.quadraticCurveTo(right + 0.5, 5, right, 9);
  outline.quadraticCurveTo(right - 1, 15, width / 2, HEIGHT - 1);
  outline.quadraticCurveTo(2, 15, 1, 9);
  outline.quadraticCurveTo(0.5, 5, 3, 1.5);
  outline.closePath();
  pen.save();
  pen.clip(outline);
  pen.fillStyle = '#2f5496';
  pen.fillRect(0, 0, width, HEIGHT);
  pen.fillStyle = '#b3393d';
  pen.fillRect(0, 0, width, 5);
  pen.restore();
  pen.strokeStyle = '#fff';
  pen.lineWidth = 1.2;
  pen.stroke(outline);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}

export function addShields(map: MapLibre): void {
  for (const [name, width] of [
    ['shield', 19],
    ['wide-shield', 24],
  ] as const) {
    const image = shield(width);
    if (image && !map.hasImage(name)) map.addImage(name, image, { pixelRatio: PIXELS });
  }
}
