import { type Lettering, outlined } from './fonts.ts';
import { type Path, type Point, svgPath, type Warp, warped } from './path.ts';

type Style = { fill?: string; opacity?: number; stroke?: string; width?: number };

/** An SVG drawing. The warp applies to every shape that is added while it is set. */
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

  shape(path: Path, { fill = 'none', opacity = 1, stroke, width = 1 }: Style): void {
    const line = stroke ? ` stroke="${stroke}" stroke-width="${width}"` : '';
    const clear = opacity < 1 ? ` opacity="${opacity}"` : '';
    this.#shapes.push(`<path d="${svgPath(warped(path, this.warp))}" fill="${fill}"${line}${clear}/>`);
  }

  /** Draws text at a point on its baseline. */
  text(
    text: string,
    [x, y]: Point,
    style: Lettering & { ink: string; align?: 'start' | 'middle' | 'end' },
  ): void {
    const { width } = outlined(text, 0, 0, style);
    const start = style.align === 'end' ? x - width : style.align === 'middle' ? x - width / 2 : x;
    this.shape(outlined(text, start, y, style).path, { fill: style.ink });
  }

  /** A vertical gradient, as a value for `fill`. */
  gradient(...stops: [offset: number, color: string][]): string {
    const name = `g${this.#definitions.length}`;
    const list = stops.map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`).join('');
    this.#definitions.push(
      `<linearGradient id="${name}" x1="0" y1="0" x2="0" y2="1">${list}</linearGradient>`,
    );
    return `url(#${name})`;
  }

  svg(): Buffer {
    const { width, height } = this;
    const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`;
    return Buffer.from(`${head}<defs>${this.#definitions.join('')}</defs>${this.#shapes.join('')}</svg>`);
  }
}
