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
  const pixel = new Float64Array(3);
  for (let y = 0, out = 0; y < height; y++) {
    for (let x = 0; x < width; x++, out += 3) {
      pixel.fill(0);
      for (let sy = 0; sy < samples; sy++) {
        for (let sx = 0; sx < samples; sx++) {
          const [px, py] = [x + (sx + 0.5) / samples, y + (sy + 0.5) / samples];
          const w = h[6] * px + h[7] * py + 1;
          addSample(
            from,
            (h[0] * px + h[1] * py + h[2]) / w - 0.5,
            (h[3] * px + h[4] * py + h[5]) / w - 0.5,
            pixel,
          );
        }
      }
      data[out] = (pixel[0] ?? 0) * weight + 0.5;
      data[out + 1] = (pixel[1] ?? 0) * weight + 0.5;
      data[out + 2] = (pixel[2] ?? 0) * weight + 0.5;
    }
  }
  return { data, width, height };
}

/** Bilinear interpolation; outside the image the edge pixel is repeated. */
function addSample({ data, width, height }: Raster, x: number, y: number, pixel: Float64Array): void {
  const cx = x < 0 ? 0 : x > width - 1 ? width - 1 : x;
  const cy = y < 0 ? 0 : y > height - 1 ? height - 1 : y;
  const x0 = cx | 0;
  const y0 = cy | 0;
  const [fx, fy] = [cx - x0, cy - y0];
  const a = (y0 * width + x0) * 3;
  const b = x0 + 1 < width ? a + 3 : a;
  const down = y0 + 1 < height ? width * 3 : 0;
  const [wa, wb, wc, wd] = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy];
  for (let c = 0; c < 3; c++) {
    pixel[c] =
      (pixel[c] ?? 0) +
      wa * (data[a + c] ?? 0) +
      wb * (data[b + c] ?? 0) +
      wc * (data[a + down + c] ?? 0) +
      wd * (data[b + down + c] ?? 0);
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
