import type { Box } from '../../../domain/recognition/recognizer.ts';
import type { Region } from './decode-image.ts';

const MARGIN = 0.04;
const LEAST_MARGIN_PIXELS = 8;
const LEAST_SIDE_PIXELS = 16;

/** The box with a margin, inside the picture; null when it holds nothing worth reading. */
export function regionOfBox(box: Box, width: number, height: number): Region | null {
  const isShare = Math.max(box.xmin, box.ymin, box.xmax, box.ymax) <= 1;
  const [unitX, unitY] = isShare ? [width, height] : [1, 1];
  const x = span(box.xmin * unitX, box.xmax * unitX, width);
  const y = span(box.ymin * unitY, box.ymax * unitY, height);
  if (x === null || y === null) return null;
  return { left: x.from, top: y.from, width: x.to - x.from, height: y.to - y.from };
}

function span(min: number, max: number, limit: number): { from: number; to: number } | null {
  if (!(max > min) || max <= 0 || min >= limit) return null;
  const margin = Math.max(LEAST_MARGIN_PIXELS, (max - min) * MARGIN);
  const from = Math.max(0, Math.floor(min - margin));
  const to = Math.min(limit, Math.ceil(max + margin));
  return to - from < LEAST_SIDE_PIXELS ? null : { from, to };
}
