import type { ImageReading, Quad, TextLine } from '../../../src/domain/recognition/recognizer.ts';

export type Written = {
  text: string;
  /** Top left corner; lines without a place stand under each other. */
  x?: number;
  y?: number;
  height?: number;
  confidence?: number;
  /** What the second reader made of it; the same by default, null when it was not asked. */
  second?: string | null;
  secondConfidence?: number;
  /** Turned by so many degrees around its top left corner. */
  turned?: number;
};

/** Lines as the engine gives them, each letter 0.55 of its height wide. */
export function textLines(...written: (string | Written)[]): TextLine[] {
  let below = 100;
  return written.map((entry) => {
    const line: Written = typeof entry === 'string' ? { text: entry } : entry;
    const { text, height = 20, confidence = 0.97, second = text, secondConfidence = confidence } = line;
    const [x, y] = [line.x ?? 100, line.y ?? below];
    below = y + height * 1.5;
    const strip = (said: string, sure: number) => ({
      text: said,
      confidence: sure,
      characters: Array.from(said, () => sure),
    });
    return {
      ...strip(text, confidence),
      second: second === null ? null : strip(second, secondConfidence),
      quad: quadAt(x, y, text.length * height * 0.55, height, line.turned ?? 0),
    };
  });
}

export function pictureOf(lines: TextLine[], width = 1920, height = 1080): ImageReading {
  return { width, height, isWhole: true, lines };
}

function quadAt(x: number, y: number, width: number, height: number, turned: number): Quad {
  const [cos, sin] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)];
  const at = (dx: number, dy: number): [number, number] => [x + dx * cos - dy * sin, y + dx * sin + dy * cos];
  return [at(0, 0), at(width, 0), at(width, height), at(0, height)];
}
