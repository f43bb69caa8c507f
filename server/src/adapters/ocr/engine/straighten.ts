import type { Point, Quad } from '../../../domain/recognition/recognizer.ts';
import type { Raster } from './decode-image.ts';

const VERTICAL_RATIO = 1.5;

export function quadSize([tl, tr, br, bl]: Quad): { width: number; height: number } {
  const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  return {
    width: Math.max(distance(tl, tr), distance(bl, br)),
    height: Math.max(distance(tl, bl), distance(tr, br)),
  };
}

/** Rotates vertical text, because the readers read only horizontal lines. */
export function rotatedToHorizontal(quad: Quad): Quad {
  const { width, height } = quadSize(quad);
  if (height < VERTICAL_RATIO * width) return quad;
  const [tl, tr, br, bl] = quad;
  return [tr, br, bl, tl];
}

/** Maps the quadrilateral to a rectangle of the given size by a perspective transform. */
export function straighten(from: Raster, quad: Quad, width: number, height: number): Raster {
  const h = homography(quad, width, height);
  const data = new Uint8Array(width * height * 3);
  const size = quadSize(quad);
  // Downscaling must average, or thin strokes fall between the samples.
  const samples = Math.min(4, Math.max(1, Math.round(size.height / height)));
  const weight = 1 / (samples * samples);
  const sums = new Float64Array(width * 3);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let sy = 0; sy < samples; sy++) {
      for (let sx = 0; sx < samples; sx++)
        addRow(from, h, sums, (sx + 0.5) / samples, y + (sy + 0.5) / samples);
    }
    for (let i = 0, out = y * width * 3; i < sums.length; i++, out++)
      data[out] = (sums[i] as number) * weight + 0.5;
  }
  return { data, width, height };
}

/**
 * Adds one sample to each pixel of a row, by bilinear interpolation; outside the image the edge pixel is repeated. This
 * is the innermost loop of reading: it creates no objects.
 */
function addRow(
  { data, width, height }: Raster,
  h: Homography,
  sums: Float64Array,
  px: number,
  py: number,
): void {
  const [right, bottom, stride] = [width - 1, height - 1, width * 3];
  const [a, b, c, d, e, f, g, k] = h;
  const [ux, uy, uw] = [b * py + c, e * py + f, k * py + 1];
  for (let i = 0, at = px; i < sums.length; i += 3, at++) {
    const w = g * at + uw;
    const x = (a * at + ux) / w - 0.5;
    const y = (d * at + uy) / w - 0.5;
    const cx = x < 0 ? 0 : x > right ? right : x;
    const cy = y < 0 ? 0 : y > bottom ? bottom : y;
    const x0 = cx | 0;
    const y0 = cy | 0;
    const fx = cx - x0;
    const fy = cy - y0;
    const p = y0 * stride + x0 * 3;
    const q = x0 < right ? p + 3 : p;
    const down = y0 < bottom ? stride : 0;
    const wb = fx * (1 - fy);
    const wc = (1 - fx) * fy;
    const wd = fx * fy;
    const wa = 1 - wb - wc - wd;
    const r = p + down;
    const s = q + down;
    sums[i] =
      (sums[i] as number) +
      wa * (data[p] as number) +
      wb * (data[q] as number) +
      wc * (data[r] as number) +
      wd * (data[s] as number);
    sums[i + 1] =
      (sums[i + 1] as number) +
      wa * (data[p + 1] as number) +
      wb * (data[q + 1] as number) +
      wc * (data[r + 1] as number) +
      wd * (data[s + 1] as number);
    sums[i + 2] =
      (sums[i + 2] as number) +
      wa * (data[p + 2] as number) +
      wb * (data[q + 2] as number) +
      wc * (data[r + 2] as number) +
      wd * (data[s + 2] as number);
  }
}

type Homography = [number, number, number, number, number, number, number, number];

/** From the rectangle (0,0)–(width,height) to the quadrilateral, by Heckbert's closed form. */
function homography([p0, p1, p2, p3]: Quad, width: number, height: number): Homography {
  const [dx1, dx2, sx] = [p1[0] - p2[0], p3[0] - p2[0], p0[0] - p1[0] + p2[0] - p3[0]];
  const [dy1, dy2, sy] = [p1[1] - p2[1], p3[1] - p2[1], p0[1] - p1[1] + p2[1] - p3[1]];
  const det = dx1 * dy2 - dx2 * dy1;
  const g = det === 0 ? 0 : (sx * dy2 - dx2 * sy) / det;
  const h = det === 0 ? 0 : (dx1 * sy - sx * dy1) / det;
  return [
    (p1[0] - p0[0] + g * p1[0]) / width,
    (p3[0] - p0[0] + h * p3[0]) / height,
    p0[0],
    (p1[1] - p0[1] + g * p1[1]) / width,
    (p3[1] - p0[1] + h * p3[1]) / height,
    p0[1],
    g / width,
    h / height,
  ];
}
