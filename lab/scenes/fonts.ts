import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import opentype, { type Font } from 'opentype.js';
import type { Command, Path } from './path.ts';

/** Letters are drawn as outlines from these files (SIL Open Font License), because a machine may have no fonts. */
const FILES = {
  arimo: '@fontsource/arimo/files/arimo-latin-700-normal.woff',
  'arimo-regular': '@fontsource/arimo/files/arimo-latin-400-normal.woff',
  narrow: '@fontsource/archivo-narrow/files/archivo-narrow-latin-700-normal.woff',
  oswald: '@fontsource/oswald/files/oswald-latin-500-normal.woff',
  anton: '@fontsource/anton/files/anton-latin-400-normal.woff',
  black: '@fontsource/archivo-black/files/archivo-black-latin-400-normal.woff',
  serif: '@fontsource/tinos/files/tinos-latin-700-normal.woff',
  'plate-mono': '@fontsource/overpass-mono/files/overpass-mono-latin-700-normal.woff',
  'plate-gothic': '@fontsource/league-gothic/files/league-gothic-latin-400-normal.woff',
  'plate-square': '@fontsource/chakra-petch/files/chakra-petch-latin-700-normal.woff',
  'plate-tech': '@fontsource/share-tech-mono/files/share-tech-mono-latin-400-normal.woff',
} as const;

export type FontName = keyof typeof FILES;
export const fontNames = Object.keys(FILES) as FontName[];

const loaded = new Map<FontName, { font: Font; capHeight: number }>();

function fontOf(name: FontName) {
  let entry = loaded.get(name);
  if (!entry) {
    const bytes = readFileSync(fileURLToPath(import.meta.resolve(FILES[name])));
    const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    const box = font.getPath('H', 0, 0, 1000).getBoundingBox();
    entry = { font, capHeight: (box.y2 - box.y1) / 1000 };
    loaded.set(name, entry);
  }
  return entry;
}

export type Lettering = { font: FontName; height: number; stretch?: number; spacing?: number };

/** The outline of text with capitals of `height` pixels. `x` and `y` are the start of its baseline. */
export function outlined(
  text: string,
  x: number,
  y: number,
  style: Lettering,
): { path: Path; width: number } {
  const { font, capHeight } = fontOf(style.font);
  const size = style.height / capHeight;
  const { stretch = 1, spacing = 0 } = style;
  const path: Path = [];
  let at = 0;
  for (const letter of text) {
    for (const command of font.getPath(letter, at, y, size).commands)
      path.push(fromFont(command, x, stretch));
    at += font.getAdvanceWidth(letter, size) + spacing * style.height;
  }
  return { path, width: Math.max(0, at - spacing * style.height) * stretch };
}

/** The height of capitals, at most `most`, with which the text is not wider than `room`. */
export function fittedHeight(text: string, font: FontName, most: number, room: number): number {
  return Math.min(most, room / outlined(text, 0, 0, { font, height: 1 }).width);
}

function fromFont(command: opentype.PathCommand, x0: number, stretch: number): Command {
  const at = (x: number, y: number) => [x0 + x * stretch, y] as const;
  switch (command.type) {
    case 'Z':
      return { type: 'Z', points: [] };
    case 'Q':
      return { type: 'Q', points: [at(command.x1, command.y1), at(command.x, command.y)] };
    case 'C':
      return {
        type: 'C',
        points: [at(command.x1, command.y1), at(command.x2, command.y2), at(command.x, command.y)],
      };
    default:
      return { type: command.type, points: [at(command.x, command.y)] };
  }
}
