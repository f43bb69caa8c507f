import { type Lettering, outlined } from './fonts.ts';
import { type Path, type Point, svgPath, type Warp, warped } from './path.ts';

export type Paint = { fill?: string; opacity?: number; stroke?: string; width?: number };

/** Shapes on a canvas, later ones over earlier ones; what is drawn through a warp stands on the truck. */
export class Drawing {
  readonly width: number;
  readonly height: number;
  warp: Warp = (point) => point;
  #shapes: string[] = [];
  #definitions: string[] = [];

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  shape(path: Path, { fill = 'none', opacity = 1, stroke, width = 1 }: Paint): void {
    const line = stroke ? ` stroke="${stroke}" stroke-width="${width}"` : '';
    const clear = opacity < 1 ? ` opacity="${opacity}"` : '';
    this.#shapes.push(`<path d="${svgPath(warped(path, this.warp))}" fill="${fill}"${line}${clear}/>`);
  }

  /** Draws a text from the start of its base line and says how wide it became. */
  text(
    text: string,
    [x, y]: Point,
    style: Lettering & { ink: string; align?: 'start' | 'middle' | 'end' },
  ): number {
    const { width } = outlined(text, 0, 0, style);
    const start = style.align === 'end' ? x - width : style.align === 'middle' ? x - width / 2 : x;
    this.shape(outlined(text, start, y, style).path, { fill: style.ink });
    return width;
  }

  /** A colour that changes from top to bottom (or left to right); the name is what `fill` takes. */
  gradient(stops: readonly (readonly [at: number, colour: string])[], isAcross = false): string {
    const name = `g${this.#definitions.length}`;
    const list = stops.map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`).join('');
    const end = isAcross ? 'x2="1" y2="0"' : 'x2="0" y2="1"';
    this.#definitions.push(`<linearGradient id="${name}" x1="0" y1="0" ${end}>${list}</linearGradient>`);
    return `url(#${name})`;
  }

  svg(): Buffer {
    const { width, height } = this;
    const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`;
    return Buffer.from(`${head}<defs>${this.#definitions.join('')}</defs>${this.#shapes.join('')}</svg>`);
  }
}
