import Type, {
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TStringOptions,
  type TUnsafe,
} from 'typebox';
import { type Names, names } from '../lib/names.ts';

/** Options of our own on request fields; `validate.ts` applies them, the OpenAPI document leaves them out. */
export type FieldOptions = {
  /** Removes white space at both ends before the checks. */
  trim?: boolean;
  /**
   * Replaces an empty text before the checks. Without it, an empty text is invalid where it is required, counts as not
   * sent where it is optional, and clears the field in an edit.
   */
  blank?: string | null;
  /** An empty text is invalid although the field is optional. */
  isNeverBlank?: boolean;
  /** Drops the empty texts of a list. */
  dropsBlankItems?: boolean;
  /** Treats null as if the key were missing. */
  nullIsUnset?: boolean;
  /** The elements of a list are only documented: the handler checks each by itself. */
  checksNoItems?: boolean;
  /** A repeated query parameter is one text with commas. */
  joinsList?: boolean;
};
export const FIELD_OPTIONS = [
  ...['trim', 'blank', 'isNeverBlank', 'dropsBlankItems', 'nullIsUnset', 'checksNoItems', 'joinsList'],
] as const;

/**
 * A closed object with a name. The name becomes the component in openapi.json and the type that the SDK exports.
 */
export function named<P extends TProperties>(id: string, properties: P): TObject<P> {
  return Type.Object(properties, { $id: id, additionalProperties: false });
}

/** A closed object that is part of one other schema only. */
export function closed<P extends TProperties>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: false });
}

/** Several fields of one type; `list` has their names separated by white space. */
export function fields<S extends TSchema, const L extends string>(schema: S, list: L): Record<Names<L>, S> {
  return Object.fromEntries(names(list).map((name) => [name, schema])) as Record<Names<L>, S>;
}

/** Scalars get a type list instead of a union, so that a wrong value is one problem and not one per branch. */
export function nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  const { type, enum: values } = schema as { type?: unknown; enum?: unknown[] };
  const isScalar = typeof type === 'string' && type !== 'object' && type !== 'array';
  if (!isScalar || '$id' in schema) return Type.Unsafe(Type.Union([schema, Type.Null()]));
  return Type.Unsafe({ ...schema, type: [type, 'null'], ...(values && { enum: [...values, null] }) });
}

export function oneOf<const Names extends readonly string[]>(
  names: Names,
  options: object = {},
): TUnsafe<Names[number]> {
  return Type.Unsafe({ type: 'string', enum: [...names], ...options });
}

/** Text in a request: trimmed, without control characters. */
export function text(options: TStringOptions & FieldOptions = {}): TUnsafe<string> {
  return Type.Unsafe({ type: 'string', maxLength: 200, format: 'plain-text', trim: true, ...options });
}

/** A list of 50 numbers with spaces between them. */
const MAX_LIST_LENGTH = 4_096;

/** A list in one query parameter or field that `input/formats.ts` converts to `T`. */
export function converted<T>(format: string, options: TStringOptions & FieldOptions = {}): TUnsafe<T> {
  return Type.Unsafe({ type: 'string', format, maxLength: MAX_LIST_LENGTH, ...options });
}

/**
 * The bound of texts whose format has a shorter one: a text of the wrong length is then reported with the message of the
 * format.
 */
export const MAX_FORMATTED_LENGTH = 300;

export const Uuid = Type.String({ format: 'uuid', minLength: 1, maxLength: MAX_FORMATTED_LENGTH });
export const Timestamp = Type.String({ format: 'date-time' });
/** A time in a response that handlers return as a `Date`; the serializer writes it as ISO 8601 text. */
export const StoredTime = Type.Unsafe<Date>({ type: 'string', format: 'date-time' });
export const Day = Type.String({ format: 'date' });

export const SCORES = ['High', 'Medium', 'Low', 'N/A'] as const;
export type OcrScore = (typeof SCORES)[number];
