import type { Raster } from '../engine/raster.ts';
import type { Model } from '../models/onnx.ts';
import type { TextMap } from './text-regions.ts';

/** ImageNet's means and deviations, in the order in which the detector was taught: blue, green, red. */
const MEAN = [0.485, 0.456, 0.406] as const;
const DEVIATION = [0.229, 0.224, 0.225] as const;

/** Where there is text. The sides of the raster must be multiples of 32. */
export async function detectText(detector: Model, { data, width, height }: Raster): Promise<TextMap> {
  const plane = width * height;
  const input = new Float32Array(plane * 3);
  for (let c = 0; c < 3; c++) {
    const [mean, deviation] = [MEAN[c] ?? 0, DEVIATION[c] ?? 1];
    const table = Float32Array.from({ length: 256 }, (_, value) => (value / 255 - mean) / deviation);
    for (let i = 0, from = 2 - c, to = c * plane; i < plane; i++, from += 3, to++) {
      input[to] = table[data[from] ?? 0] ?? 0;
    }
  }
  const map = await detector.run(input, [1, 3, height, width]);
  return { data: map.data, width, height };
}
