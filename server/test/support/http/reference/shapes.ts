/** JSON schemas in few words. Every object is closed, and all keys are required unless they are listed as optional. */
export type Shape = { [key: string]: unknown };

export const text: Shape = { type: 'string' };
export const uuid: Shape = { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' };
export const day: Shape = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' };
export const time: Shape = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' };
export const whole: Shape = { type: 'integer' };
export const count: Shape = { type: 'integer', minimum: 0 };
export const number: Shape = { type: 'number' };
export const flag: Shape = { type: 'boolean' };
export const textOrNull: Shape = { type: ['string', 'null'] };
export const listOf = (items: Shape): Shape => ({ type: 'array', items });
export const words = (...values: string[]): Shape => ({ type: 'string', enum: values });

/** Exactly one of several. */
export const oneShape = (...shapes: Shape[]): Shape => ({ oneOf: shapes });

export function object(properties: Record<string, Shape>, optional: string[] = []): Shape {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

/** An object whose keys are USDOT numbers. */
export const byCarrier = (value: Shape): Shape => ({
  type: 'object',
  patternProperties: { '^[1-9]\\d{0,8}$': value },
  additionalProperties: false,
});

/** The list of invalid fields. */
export const problems: Shape = listOf(
  object({
    ...{ type: text, msg: text, input: {} },
    loc: { type: 'array', items: { type: ['string', 'integer'] } },
  }),
);
