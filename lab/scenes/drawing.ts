import { type Lettering, outlined } from './fonts.ts';
import { type Path, type Point, svgPath, type Warp, warped } from './path.ts';

type Style = { fill?: string; opacity?: number; stroke?: string; width?: number; blur?: number };
type Stop = readonly [offset: number, color: string, opacity?: number];

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

  shape(path: Path, { fill = 'none', opacity = 1, stroke, width = 1, blur = 0 }: Style): void {
    const line = stroke ? ` stroke="${stroke}" stroke-width="${width}"` : '';
    const clear = opacity < 1 ? ` opacity="${opacity}"` : '';
    const soft = blur > 0 ? ` filter="${this.#blurred(blur)}"` : '';
    this.#shapes.push(`<path d="${svgPath(warped(path, this.warp))}" fill="${fill}"${line}${clear}${soft}/>`);
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

  /** A gradient between two points of the box of a shape, in parts of its width and height. */
  across(from: Point, to: Point, ...stops: Stop[]): string {
    const at = `x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}"`;
    return this.#define('linearGradient', at, stops);
  }

  /** A gradient from the center of a shape to its edge. */
  radial(...stops: Stop[]): string {
    return this.#define('radialGradient', 'cx="0.5" cy="0.5" r="0.5"', stops);
  }

  #define(element: string, at: string, stops: Stop[]): string {
    const name = `g${this.#definitions.length}`;
    const list = stops.map(
      ([offset, color, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`,
    );
    this.#definitions.push(`<${element} id="${name}" ${at}>${list.join('')}</${element}>`);
    return `url(#${name})`;
  }

  #blurred(pixels: number): string {
    const name = `b${pixels.toFixed(1).replace('.', '-')}`;
    const filter = `<filter id="${name}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${pixels.toFixed(1)}"/></filter>`;
    if (!this.#definitions.includes(filter)) this.#definitions.push(filter);
    return `url(#${name})`;
  }

  svg(): Buffer {
    const { width, height } = this;
    const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`;
    return Buffer.from(`${head}<defs>${this.#definitions.join('')}</defs>${this.#shapes.join('')}</svg>`);
  }
}
