import type { StripReading } from '../../../domain/recognition/recognizer.ts';
import type { Raster } from '../engine/decode-image.ts';
import { type Alphabet, ctcDecode } from './ctc.ts';
import type { Model } from './onnx.ts';

export const STRIP_HEIGHT = 48;
const QUICK_HEIGHT = 32;
/** Avoids amplifying the noise of a strip without contrast. */
const LEAST_DEVIATION = 0.02;

/** Reads one straightened line of text, STRIP_HEIGHT pixels high. */
export type StripReader = (strip: Raster) => Promise<StripReading>;

/** A PP-OCR recognizer. Padded batches were slower than single strips. */
export function stripReader(model: Model, alphabet: Alphabet): StripReader {
  return async ({ data, width, height }) => {
    const plane = width * height;
    const input = new Float32Array(plane * 3);
    for (let c = 0; c < 3; c++) {
      for (let i = 0, from = 2 - c, to = c * plane; i < plane; i++, from += 3, to++) {
        input[to] = (data[from] ?? 0) / 127.5 - 1;
      }
    }
    return decoded(await model.run(input, [1, 3, height, width]), alphabet);
  };
}

/** The small network of `training/train_small_reader.py`: gray strips, 32 pixels high, normalized. */
export function quickStripReader(model: Model, alphabet: Alphabet): StripReader {
  return async (strip) => {
    const width = Math.floor((strip.width * 2) / 3);
    const input = normalized(shrunk(strip, width));
    return decoded(await model.run(input, [1, 1, QUICK_HEIGHT, width]), alphabet);
  };
}

/** Three pixels become two, in both directions, each the mean of two neighbors, as in training. */
function shrunk({ data, width: from }: Raster, width: number): Float32Array {
  const gray = new Float32Array(width * QUICK_HEIGHT);
  const sum = (at: number) => (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
  for (let y = 0, out = 0; y < QUICK_HEIGHT; y++) {
    const row = Math.floor(y * 1.5) * from;
    for (let x = 0; x < width; x++, out++) {
      const at = (row + Math.floor(x * 1.5)) * 3;
      const below = at + from * 3;
      gray[out] = (sum(at) + sum(at + 3) + sum(below) + sum(below + 3)) / 3_060;
    }
  }
  return gray;
}

function normalized(gray: Float32Array): Float32Array {
  const mean = gray.reduce((a, b) => a + b, 0) / gray.length;
  const variance = gray.reduce((a, b) => a + (b - mean) ** 2, 0) / gray.length;
  const scale = 1 / (Math.sqrt(variance) + LEAST_DEVIATION);
  return gray.map((value) => (value - mean) * scale);
}

function decoded(output: { data: Float32Array; shape: readonly number[] }, alphabet: Alphabet): StripReading {
  const classes = output.shape.at(-1);
  if (classes !== alphabet.classes)
    throw new Error(`The model has ${classes} classes, but its alphabet has ${alphabet.classes}.`);
  return ctcDecode(output.data, alphabet);
}
