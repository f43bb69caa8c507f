import type { ImageReading, TextLine } from '../../../src/domain/recognition/recognizer.ts';

export type ScriptedLine = string | { text: string; confidence?: number; second?: string | null };

/** A picture's reading as an engine would give it: lines one under the other, by default sure and read twice alike. */
export function readLines(texts: readonly ScriptedLine[], { width = 640, height = 400 } = {}): ImageReading {
  const lines = texts.map((given, i): TextLine => {
    const { text, confidence = 0.98, second = text } = typeof given === 'string' ? { text: given } : given;
    const [top, bottom, right] = [40 + i * 40, 64 + i * 40, 40 + text.length * 14];
    const strip = (said: string) => ({
      text: said,
      confidence,
      characters: Array.from(said, () => confidence),
    });
    return {
      ...strip(text),
      quad: [
        [40, top],
        [right, top],
        [right, bottom],
        [40, bottom],
      ],
      second: second === null ? null : strip(second),
    };
  });
  return { width, height, isWhole: false, lines };
}
