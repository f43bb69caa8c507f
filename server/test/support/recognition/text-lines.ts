import type { ImageReading, Quad, TextLine } from '../../../src/domain/recognition/recognizer.ts';

export type Written = {
  text: string;
  /** The top left corner; lines without a position are placed below each other. */
  x?: number;
  y?: number;
  height?: number;
  confidence?: number;
  /** The second reader's text: the same by default, null when it did not read the line. */
  second?: string | null;
  secondConfidence?: number;
  /** Rotation around the top left corner in degrees. */
  turned?: number;
};

/** Lines as an engine returns them. Each character is 0.55 of its height wide. */
export function textLines(...written: (string | Written)[]): TextLine[] {
  let nextY = 100;
  return written.map((entry) => {
    const line: Written = typeof entry === 'string' ? { text: entry } : entry;
    const { text, height = 20, confidence = 0.97, second = text, secondConfidence = confidence } = line;
    const { x = 100, y = nextY, turned = 0 } = line;
    nextY = y + height * 1.5;
    return {
      ...stripReading(text, confidence),
      second: second === null ? null : stripReading(second, secondConfidence),
      quad: quadAt(x, y, text.length * height * 0.55, height, turned),
    };
  });
}

export function imageOf(lines: TextLine[], width = 1920, height = 1080): ImageReading {
  return { width, height, isWhole: true, lines };
}

function stripReading(text: string, confidence: number) {
  return { text, confidence, characters: Array.from(text, () => confidence) };
}

export function quadAt(x: number, y: number, width: number, height: number, turned = 0): Quad {
  const [cos, sin] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)];
  const at = (dx: number, dy: number): [number, number] => [x + dx * cos - dy * sin, y + dx * sin + dy * cos];
  return [at(0, 0), at(width, 0), at(width, height), at(0, height)];
}
