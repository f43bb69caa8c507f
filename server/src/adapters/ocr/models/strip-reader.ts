import type { StripReading } from '../../../domain/recognition/recognizer.ts';
import type { Raster } from '../engine/decode-image.ts';
import { type Alphabet, ctcDecode } from './ctc.ts';
import type { Model } from './onnx.ts';

export const STRIP_HEIGHT = 48;

export type StripReader = (strip: Raster) => Promise<StripReading>;

/** Reads one straightened line of text, STRIP_HEIGHT pixels high. Padded batches were slower than single strips. */
export function stripReader(model: Model, alphabet: Alphabet): StripReader {
  return async ({ data, width, height }) => {
    const plane = width * height;
    const input = new Float32Array(plane * 3);
    for (let c = 0; c < 3; c++) {
      for (let i = 0, from = 2 - c, to = c * plane; i < plane; i++, from += 3, to++) {
        input[to] = (data[from] ?? 0) / 127.5 - 1;
      }
    }
    const output = await model.run(input, [1, 3, height, width]);
    const classes = output.shape.at(-1);
    if (classes !== alphabet.classes)
      throw new Error(`The model has ${classes} classes, but its alphabet has ${alphabet.classes}.`);
    return ctcDecode(output.data, alphabet);
  };
}
