import type { Problem } from '../../lib/errors.ts';

type Json = Record<string, unknown>;
type Path = string[];

const MAX_TEXT = 200;

/** Takes fields out of a JSON body one by one and remembers everything that is wrong with them. */
export class FieldReader {
  readonly problems: Problem[] = [];
  readonly #body: unknown;

  constructor(body: unknown) {
    this.#body = body;
  }

  /** An object at the path, or null with the problem noted; then its fields are not reported one by one. */
  has(path: Path): boolean {
    const value = this.#at(path);
    if (isObject(value)) return true;
    this.#wrong(path, value === undefined ? MISSING : ['object_type', 'Input should be an object'], value);
    return false;
  }

  /** Text that says something: not empty, not only blanks, nothing that cannot be stored or shown. */
  text(path: Path, longest = MAX_TEXT): string {
    const value = this.#required(path);
    if (value === undefined) return '';
    if (typeof value !== 'string')
      return this.#wrong(path, ['string_type', 'Input should be a string'], value);
    const text = value.trim();
    if (text === '') return this.#wrong(path, ['string_too_short', 'Must not be empty'], value);
    if (text.length > longest) {
      return this.#wrong(
        path,
        ['string_too_long', `Must have at most ${longest} characters`],
        value.slice(0, 100),
      );
    }
    if (/\p{Cc}|\p{Cs}/u.test(text)) {
      return this.#wrong(path, ['value_error', 'Must not hold control characters'], null);
    }
    return text;
  }

  number(path: Path, min: number, max: number): number {
    const value = this.#required(path);
    if (value === undefined) return Number.NaN;
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      this.#wrong(path, ['float_type', 'Input should be a number'], value);
      return Number.NaN;
    }
    if (value < min || value > max) {
      const bound = Number.isFinite(max) ? `from ${min} to ${max}` : `at least ${min}`;
      this.#wrong(path, ['out_of_range', `Must be ${bound}`], value);
      return Number.NaN;
    }
    return value;
  }

  /** Text that `parse` understands. */
  parsed<T>(
    path: Path,
    parse: (text: string) => T | null,
    type: string,
    msg: string,
    longest?: number,
  ): T | null {
    const text = this.text(path, longest);
    if (text === '') return null;
    const value = parse(text);
    if (value === null) this.#wrong(path, [type, msg], text);
    return value;
  }

  /** Null when absent, null or empty. */
  optionalText(path: Path, longest = MAX_TEXT): string | null {
    const value = this.#at(path);
    if (value === undefined || value === null || (typeof value === 'string' && value.trim() === ''))
      return null;
    return this.text(path, longest) || null;
  }

  note(path: Path, type: string, msg: string, secret = false): void {
    this.#wrong(path, [type, msg], secret ? null : this.#at(path));
  }

  #required(path: Path): unknown {
    const value = this.#at(path);
    if (value === undefined) this.#wrong(path, MISSING, null);
    return value;
  }

  #at(path: Path): unknown {
    let value = this.#body;
    for (const step of path) value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
    return value;
  }

  #wrong(path: Path, [type, msg]: readonly [string, string], input: unknown): string {
    const shown = typeof input === 'object' || input === undefined ? null : input;
    this.problems.push({ type, loc: ['body', ...path], msg, input: shown });
    return '';
  }
}

const MISSING = ['missing', 'Field required'] as const;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
