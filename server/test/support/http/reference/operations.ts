import { alertOperations } from './alert-operations.ts';
import { contactOperations } from './contact-operations.ts';
import { facilityOperations } from './facility-operations.ts';
import { laneOperations } from './lane-operations.ts';
import { mismatchOperations } from './mismatch-operations.ts';
import { object, problems, type Shape, text, whole } from './shapes.ts';
import { vettingOperations } from './vetting-operations.ts';

/** One operation of the reference service. Everything here is from its public documents, nothing from our code. */
export type ReferenceOperation = {
  /** With `{name}` for path parameters. */
  endpoint: string;
  /** Empty: an API key alone. */
  permission: string;
  /** The API key is optional on the two webhook routes whose header lists omit it. */
  isKeyOptional?: true;
  /** Query parameters of ours that our decisions name. */
  ownQuery?: string[];
  /** Query parameters: required ones have no default. */
  query?: Record<string, { required?: true; minimum?: number; maximum?: number; default?: unknown }>;
  /** Keys of the body, `!` after a required one. */
  body?: string[];
  success: { status: number; shape: Shape };
  /** The other statuses that it documents. */
  errors: number[];
  /**
   * `text`: `{detail}`, with message and subcode for 401. `code`: `{message, code}`. `subcode`: `{message, subcode}` with a
   * number, and `{error}` for 500. `detail`: a text, or the list of invalid fields.
   */
  errorForm: 'text' | 'code' | 'subcode' | 'detail';
  /** Statuses with a form of their own. */
  errorShapes?: Record<number, Shape>;
  /** 404 is `{message}`, whatever the form of the others. */
  notFound?: 'message';
};

export const referenceOperations: ReferenceOperation[] = [
  ...alertOperations,
  ...contactOperations,
  ...facilityOperations,
  ...laneOperations,
  ...mismatchOperations,
  ...vettingOperations,
];

export function errorShape(operation: ReferenceOperation, status: number): Shape {
  const { errorForm, errorShapes, notFound } = operation;
  if (errorShapes?.[status]) return errorShapes[status];
  if (status === 404 && notFound === 'message') return object({ message: text });
  if (errorForm === 'code') return object({ message: text, code: whole });
  if (errorForm === 'subcode' && status === 500) return object({ error: text });
  if (errorForm === 'subcode') return object({ message: text, subcode: whole });
  if (errorForm === 'detail') return object({ detail: { anyOf: [text, problems] } });
  if (status === 401) return object({ detail: object({ message: text, subcode: text }) });
  return object({ detail: text });
}
