import { Ajv, type ValidateFunction } from 'ajv';
import Type, { type Static } from 'typebox';
import type { ImageReading, StripReading } from '../../../domain/recognition/recognizer.ts';

/** The response of an HTTP recognizer, see `docs/recognition.md`. Unknown fields are ignored. */
const share = Type.Number({ minimum: 0, maximum: 1 });
const coordinate = Type.Number({ minimum: -100_000, maximum: 100_000 });
const point = Type.Tuple([coordinate, coordinate]);
const strip = {
  text: Type.String({ minLength: 1, maxLength: 500 }),
  confidence: share,
  characters: Type.Optional(Type.Array(share, { maxItems: 500 })),
};
const schema = Type.Object({
  width: Type.Integer({ minimum: 1, maximum: 100_000 }),
  height: Type.Integer({ minimum: 1, maximum: 100_000 }),
  is_whole: Type.Boolean(),
  lines: Type.Array(
    Type.Object({
      ...strip,
      quad: Type.Tuple([point, point, point, point]),
      second: Type.Optional(
        Type.Union([Type.Null(), Type.Object({ ...strip, text: Type.String({ maxLength: 500 }) })]),
      ),
    }),
    { maxItems: 1_000 },
  ),
  plates: Type.Optional(
    Type.Array(
      Type.Object({
        quad: Type.Tuple([point, point, point, point]),
        located: share,
        candidates: Type.Array(
          Type.Object({ text: Type.String({ pattern: '^[A-Z0-9]{1,12}$' }), probability: share }),
          { minItems: 1, maxItems: 20 },
        ),
        clarity: share,
        characters: Type.Array(share, { maxItems: 12 }),
        is_confirmed: Type.Boolean(),
        states: Type.Array(
          Type.Object({ state: Type.String({ pattern: '^[A-Z]{2}$' }), probability: share }),
          { maxItems: 70 },
        ),
      }),
      { maxItems: 20 },
    ),
  ),
  quality: Type.Optional(Type.Object({ brightness: share, sharpness: Type.Union([Type.Null(), share]) })),
});
/** Compiled at the first use, because most installations use the built-in engine. */
let isReading: ValidateFunction<Static<typeof schema>> | undefined;

/** Null if the body is not a valid reading. */
export function readingFromJson(body: string): ImageReading | null {
  const value = parsed(body);
  isReading ??= new Ajv().compile<Static<typeof schema>>(schema);
  if (!isReading(value)) return null;
  return {
    width: value.width,
    height: value.height,
    isWhole: value.is_whole,
    lines: value.lines.map(({ quad, second, ...line }) => ({
      ...stripOf(line),
      quad,
      second: second ? stripOf(second) : null,
    })),
    ...(value.quality && {
      quality: { brightness: value.quality.brightness, sharpness: value.quality.sharpness },
    }),
    ...(value.plates && {
      plates: value.plates.map(({ is_confirmed, ...plate }) => ({ ...plate, isConfirmed: is_confirmed })),
    }),
  };
}

/** For a recognizer that runs the built-in engine. */
export function readingToJson({ width, height, isWhole, lines, plates, quality }: ImageReading): object {
  const list = plates?.map(({ isConfirmed, ...plate }) => ({ ...plate, is_confirmed: isConfirmed }));
  return {
    width,
    height,
    is_whole: isWhole,
    lines,
    ...(list && { plates: list }),
    ...(quality && { quality }),
  };
}

/** Without confidences per character, each has the confidence of the line. */
function stripOf({
  text,
  confidence,
  characters,
}: Partial<StripReading> & { text: string; confidence: number }) {
  const complete = characters?.length === text.length ? characters : Array(text.length).fill(confidence);
  return { text, confidence, characters: complete };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
