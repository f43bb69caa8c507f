import type { Raster } from '../engine/decode-image.ts';
import { type Alphabet, type CtcOutput, ctcDecode, type PlacedReading } from './ctc.ts';
import type { Model } from './onnx.ts';

export const STRIP_HEIGHT = 48;
const QUICK_HEIGHT = 32;
/** Avoids amplifying the noise of a strip without contrast. */
const LEAST_DEVIATION = 0.02;

/** Reads one straightened line of text, STRIP_HEIGHT pixels high. `output`: what the text was decoded from. */
export type StripReader = (strip: Raster) => Promise<PlacedReading & { output: CtcOutput }>;

/** A PP-OCR recognizer. Padded batches were slower than single strips. */
export function stripReader(model: Model, alphabet: Alphabet): StripReader {
  return async ({ data, width, height }) => {
    const plane = width * height;
    const input = new Float32Array(plane * 3);
    for (let i = 0, from = 0; i < plane; i++, from += 3) {
      input[i] = (data[from + 2] as number) / 127.5 - 1;
      input[i + plane] = (data[from + 1] as number) / 127.5 - 1;
      input[i + 2 * plane] = (data[from] as number) / 127.5 - 1;
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
  const stride = from * 3;
  for (let y = 0, out = 0; y < QUICK_HEIGHT; y++) {
    const row = Math.floor(y * 1.5) * stride;
    for (let x = 0; x < width; x++, out++) {
      const start = row + Math.floor(x * 1.5) * 3;
      let sum = 0;
      for (let at = start; at < start + 6; at++) sum += (data[at] as number) + (data[at + stride] as number);
      gray[out] = sum / 3_060;
    }
  }
  return gray;
}

function normalized(gray: Float32Array): Float32Array {
  let [sum, squares] = [0, 0];
  for (const value of gray) sum += value;
  const mean = sum / gray.length;
  for (const value of gray) squares += (value - mean) ** 2;
  const scale = 1 / (Math.sqrt(squares / gray.length) + LEAST_DEVIATION);
  for (let i = 0; i < gray.length; i++) gray[i] = ((gray[i] as number) - mean) * scale;
  return gray;
}

function decoded(
  { data, shape }: { data: Float32Array; shape: readonly number[] },
  alphabet: Alphabet,
): Awaited<ReturnType<StripReader>> {
  const classes = shape.at(-1);
  if (classes !== alphabet.classes)
    throw new Error(`The model has ${classes} classes, but its alphabet has ${alphabet.classes}.`);
  return { ...ctcDecode(data, alphabet), output: { probabilities: data, alphabet } };
}
